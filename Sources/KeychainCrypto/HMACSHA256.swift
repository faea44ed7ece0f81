// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// A key for HMAC-SHA256, with kept contexts; threads may share it.
package final class HMACSHA256: Sendable {
  private let key: SecretBytes
  private let contexts: LeasePool<HMACContext>

  /// A key object over bytes of any length.
  ///
  /// - Throws: `unavailable`, `outOfMemory`, `failed`.
  package init(key: SecretBytes) throws(CryptoError) {
    self.key = key
    contexts = LeasePool(try HMACContext(key: key))
  }

  /// The authentication code of the bytes of `first` followed by those of `second`.
  package func code(
    _ first: Span<UInt8>, _ second: Span<UInt8> = Span()
  ) throws(CryptoError) -> Digest32 {
    let make: () throws(CryptoError) -> HMACContext = { () throws(CryptoError) in
      try HMACContext(key: self.key)
    }
    return try contexts.withLease(make: make) { (context) throws(CryptoError) in
      try context.code(first, second)
    }
  }
}

/// The libcrypto side of an HMAC key for one thread at a time.
@safe
private final class HMACContext {
  private let context: OpaquePointer

  init(key: SecretBytes) throws(CryptoError) {
    let library = try CryptoLibrary.shared()
    guard let context = unsafe EVP_MAC_CTX_new(library.hmac) else { throw .outOfMemory }
    unsafe self.context = context
    var digest = Array("SHA2-256".utf8CString)
    let ready = unsafe digest.withUnsafeMutableBufferPointer { (name) -> Bool in
      let parameters = unsafe [
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name.baseAddress, 0),
        OSSL_PARAM_construct_end(),
      ]
      return unsafe key.withUnsafeBytes { (bytes) -> Bool in
        // `SecretBytes` has an address even when it is empty; nil would mean "the key you have".
        unsafe EVP_MAC_init(
          context, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, parameters)
          == 1
      }
    }
    guard ready else { throw .failed }
  }

  deinit {
    unsafe EVP_MAC_CTX_free(context)
  }

  func code(_ first: Span<UInt8>, _ second: Span<UInt8>) throws(CryptoError) -> Digest32 {
    // Without a key: starts again with the one it has.
    guard unsafe EVP_MAC_init(context, nil, 0, nil) == 1 else { throw .failed }
    try update(first)
    try update(second)
    var length = 0
    guard let code = unsafe Digest32({ unsafe EVP_MAC_final(context, $0, &length, 32) == 1 }),
      length == 32
    else { throw .failed }
    return code
  }

  private func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    guard !bytes.isEmpty else { return }
    let done = unsafe bytes.withUnsafeBytes {
      unsafe EVP_MAC_update(
        context, $0.assumingMemoryBound(to: UInt8.self).baseAddress, $0.count) == 1
    }
    guard done else { throw .failed }
  }
}
