// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import SecureMemory

/// Keys that are a string of bytes (RFC 7748, RFC 8032).
extension KeyHandle {
  /// A public key of its bytes.
  ///
  /// - Throws: `wrongParameter` for bytes that are none.
  convenience init(rawPublic type: String, _ bytes: [UInt8]) throws(CryptoError) {
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    let key = unsafe EVP_PKEY_new_raw_public_key_ex(
      library.context, type, nil, bytes, bytes.count)
    guard let key = unsafe key else { throw .wrongParameter }
    unsafe self.init(key)
  }

  /// A private key of its bytes; the public ones are computed.
  ///
  /// - Throws: as above.
  convenience init(rawPrivate type: String, _ bytes: SecretBytes) throws(CryptoError) {
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    let key = unsafe bytes.withUnsafeBytes { bytes in
      unsafe EVP_PKEY_new_raw_private_key_ex(
        library.context, type, nil, bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
        bytes.count)
    }
    guard let key = unsafe key else { throw .wrongParameter }
    unsafe self.init(key)
  }

  /// The public bytes.
  func rawPublic(size: Int) throws(CryptoError) -> [UInt8] {
    let mark = ErrorMark()
    defer { mark.restore() }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { output, count in
      var found = size
      let isDone = unsafe EVP_PKEY_get_raw_public_key(key, output.baseAddress, &found) == 1
      count = isDone ? found : 0
    }
    guard bytes.count == size else { throw .failed }
    return bytes
  }

  /// The private bytes.
  func rawPrivate(size: Int) throws(CryptoError) -> SecretBytes {
    let mark = ErrorMark()
    defer { mark.restore() }
    return unsafe try SecretBytes(count: size) { (output) throws(CryptoError) in
      var found = size
      let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
      guard unsafe EVP_PKEY_get_raw_private_key(key, start, &found) == 1, found == size else {
        throw .failed
      }
    }
  }
}
