// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

extension LibraryCertificate {
  /// Whether libcrypto can read the extensions.
  var hasReadableExtensions: Bool {
    let mark = ErrorMark()
    defer { mark.restore() }
    return unsafe X509_self_signed(certificate, 0) >= 0
  }

  /// The certificate in the form in which libcrypto looks for the one above it.
  ///
  /// libcrypto ends a chain at a certificate that has its issuer's name and no identifier of
  /// another key, whoever signed it. That one is copied, with an identifier that cannot be its own;
  /// nothing else is made of the identifier, as the caller knows who signed what.
  ///
  /// - Throws: `outOfMemory`.
  func belowAnother() throws(CryptoError) -> LibraryCertificate {
    let mark = ErrorMark()
    defer { mark.restore() }
    guard unsafe X509_self_signed(certificate, 0) == 1 else { return self }
    guard let copy = unsafe X509_dup(certificate) else { throw .outOfMemory }
    let linked = unsafe LibraryCertificate(owning: copy)
    let old = unsafe X509_get_ext_by_NID(copy, NID_authority_key_identifier, -1)
    if old >= 0 { unsafe X509_EXTENSION_free(X509_delete_ext(copy, old)) }
    let value = unsafe ASN1_OCTET_STRING_new()
    defer { unsafe ASN1_OCTET_STRING_free(value) }
    let identifier = Self.identifierOfNobody
    guard unsafe ASN1_OCTET_STRING_set(value, identifier, Int32(identifier.count)) == 1,
      let made = unsafe X509_EXTENSION_create_by_NID(nil, NID_authority_key_identifier, 0, value)
    else { throw .outOfMemory }
    defer { unsafe X509_EXTENSION_free(made) }
    guard unsafe X509_add_ext(copy, made, -1) == 1 else { throw .outOfMemory }
    return linked
  }

  /// An AuthorityKeyIdentifier (RFC 5280 4.2.1.1) with a serial number that is longer than any
  /// certificate's (spec/certificates.md 2.1, rule 5).
  private static let identifierOfNobody: [UInt8] =
    [0x30, 0x28, 0x82, 0x26] + [UInt8](repeating: 0x7f, count: 38)
}
