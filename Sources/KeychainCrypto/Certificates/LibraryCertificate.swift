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
