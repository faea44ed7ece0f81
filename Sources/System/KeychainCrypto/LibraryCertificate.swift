// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import SecureMemory

/// A certificate as libcrypto reads it, for the time of one evaluation of trust.
///
/// libcrypto accepts other bytes than our own reader: what is here has been through that one.
@safe
package final class LibraryCertificate {
  let certificate: OpaquePointer

  /// - Throws: `wrongParameter` for what libcrypto does not take for a certificate.
  package init(_ der: [UInt8]) throws(CryptoError) {
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    // Made first, so that the key in it is read in our library context.
    guard let empty = unsafe X509_new_ex(library.context, nil) else { throw .outOfMemory }
    var made: OpaquePointer? = unsafe empty
    let isRead = unsafe der.withUnsafeBufferPointer { bytes in
      var next = bytes.baseAddress
      // No result, but a certificate, where only an extension cannot be read: trust says so itself.
      return unsafe d2i_X509(&made, &next, bytes.count) != nil || made == empty
    }
    guard isRead, let certificate = unsafe made, unsafe X509_get0_pubkey(certificate) != nil else {
      unsafe X509_free(made)
      throw .wrongParameter
    }
    unsafe self.certificate = certificate
  }

  /// Takes over a certificate that was made by libcrypto.
  init(owning certificate: OpaquePointer) { unsafe self.certificate = certificate }

  /// Under a lock of libcrypto's, as with `KeyHandle`.
  deinit {
    guard ForkBarrier.begin() else { return }
    unsafe X509_free(certificate)
    ForkBarrier.end()
  }

  /// Whether the key made a signature over an element of DER.
  ///
  /// - Parameters:
  ///   - element: a SEQUENCE; its very bytes are what was signed.
  ///   - algorithm: an AlgorithmIdentifier, which has to fit the key.
  package func isSigner(of element: [UInt8], algorithm: [UInt8], _ signature: [UInt8]) -> Bool {
    guard let library = try? KeyLibrary.shared() else { return false }
    let mark = ErrorMark()
    defer { mark.restore() }
    let (named, signed) = unsafe (read(algorithm, d2i_X509_ALGOR), read(element, d2i_ASN1_TYPE))
    let bits = unsafe ASN1_BIT_STRING_new()
    defer {
      unsafe X509_ALGOR_free(named)
      unsafe ASN1_TYPE_free(signed)
      unsafe ASN1_BIT_STRING_free(bits)
    }
    guard let key = unsafe X509_get0_pubkey(certificate), let named = unsafe named,
      let signed = unsafe signed, let bits = unsafe bits,
      unsafe ASN1_STRING_set(bits, signature, Int32(signature.count)) == 1
    else { return false }
    // Any type of ASN.1 is written as it was read.
    return unsafe ASN1_item_verify_ex(
      ASN1_ANY_it(), named, bits, signed, nil, key, library.context, nil) == 1
  }

  /// Reads the whole of some bytes; nil for what is not of the type.
  private func read<Value>(
    _ bytes: [UInt8],
    _ decode: (
      UnsafeMutablePointer<UnsafeMutablePointer<Value>?>?,
      UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int
    ) -> UnsafeMutablePointer<Value>?
  ) -> UnsafeMutablePointer<Value>? {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var next = buffer.baseAddress
      return unsafe decode(nil, &next, buffer.count)
    }
  }
}

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

/// Where libcrypto was built to look for the system's certificates.
package enum CertificatePlaces {
  /// A file of many; nil where libcrypto names none.
  package static var file: String? {
    unsafe X509_get_default_cert_file().map { unsafe String(cString: $0) }
  }

  /// A directory with a file for each.
  package static var directory: String? {
    unsafe X509_get_default_cert_dir().map { unsafe String(cString: $0) }
  }
}
