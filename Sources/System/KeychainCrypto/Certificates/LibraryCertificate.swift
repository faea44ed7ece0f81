// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import SecureMemory

/// A certificate as libcrypto reads it, for the time of one evaluation of trust.
///
/// Latchkey's own reader of certificates has accepted the bytes before. libcrypto may still reject
/// them, because the two readers do not accept exactly the same bytes.
@safe
package final class LibraryCertificate {
  let certificate: OpaquePointer

  /// Reads a certificate from its DER encoding.
  ///
  /// - Throws: `wrongParameter` if libcrypto does not accept the bytes as a certificate.
  package init(_ der: [UInt8]) throws(CryptoError) {
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    // The certificate is created empty, so that its key is read in Latchkey's library context.
    guard let empty = unsafe X509_new_ex(library.context, nil) else { throw .outOfMemory }
    var made: OpaquePointer? = unsafe empty
    let isRead = unsafe der.withUnsafeBufferPointer { bytes in
      var next = bytes.baseAddress
      // If only an extension is unreadable, libcrypto returns nil but fills the certificate. The
      // trust checks report that extension themselves.
      return unsafe d2i_X509(&made, &next, bytes.count) != nil || made == empty
    }
    guard isRead, let certificate = unsafe made, unsafe X509_get0_pubkey(certificate) != nil else {
      unsafe X509_free(made)
      throw .wrongParameter
    }
    unsafe self.certificate = certificate
  }

  /// Takes ownership of a certificate that libcrypto created.
  init(owning certificate: OpaquePointer) { unsafe self.certificate = certificate }

  /// Frees the certificate, and makes a fork of another thread wait until it is freed.
  ///
  /// Freeing takes a lock of libcrypto. A child that is forked at that moment would inherit the
  /// lock as locked.
  deinit {
    guard ForkBarrier.begin() else { return }
    unsafe X509_free(certificate)
    ForkBarrier.end()
  }

  /// True if the private key that belongs to this certificate made the signature over a DER
  /// element.
  ///
  /// - Parameters:
  ///   - element: a SEQUENCE in DER, whose bytes were signed unchanged.
  ///   - algorithm: the AlgorithmIdentifier of the signature, which must fit the certificate's key.
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
    // An element of any ASN.1 type is written with the bytes that were read.
    return unsafe ASN1_item_verify_ex(
      ASN1_ANY_it(), named, bits, signed, nil, key, library.context, nil) == 1
  }

  /// Decodes DER bytes as a value of one of libcrypto's types; the caller must free the value.
  ///
  /// Nil if the bytes do not encode a value of that type.
  ///
  /// - Parameter decode: libcrypto's decoding function for the type, for example `d2i_X509_ALGOR`.
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
  /// True if libcrypto can read the certificate's extensions.
  var hasReadableExtensions: Bool {
    let mark = ErrorMark()
    defer { mark.restore() }
    return unsafe X509_self_signed(certificate, 0) >= 0
  }

  /// Returns this certificate, or a changed copy if libcrypto would end a path at this certificate
  /// too early.
  ///
  /// If the issuer and the subject of a certificate have the same name, libcrypto takes the
  /// certificate for self-signed. libcrypto then ends the path, even if another key signed the
  /// certificate. libcrypto goes on only if the AuthorityKeyIdentifier of the certificate names
  /// another key. So the copy gets an AuthorityKeyIdentifier that names a key which cannot be the
  /// certificate's own. The identifier has no other use, because the caller has verified the
  /// signatures.
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

  /// An AuthorityKeyIdentifier (RFC 5280 4.2.1.1) that matches no certificate, because it names a
  /// serial number longer than any certificate may have.
  ///
  /// Specification/certificates.md, "Creating a certificate", rule 5, limits serial numbers.
  private static let identifierOfNobody: [UInt8] =
    [0x30, 0x28, 0x82, 0x26] + [UInt8](repeating: 0x7f, count: 38)
}
