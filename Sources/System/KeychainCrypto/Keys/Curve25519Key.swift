// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// A key on Curve25519, or its public half: 32 bytes each (RFC 7748 5, RFC 8032 5.1).
package final class Curve25519Key: Sendable {
  /// What a key is for; one for the other is another key.
  package enum Use: String, CaseIterable, Hashable, Sendable {
    // Named as libcrypto names them.
    case signing = "ED25519"
    case agreement = "X25519"
  }

  /// Bytes of a public key, of a private key and of a shared secret.
  package static let size = 32
  /// The size by which attributes name it.
  package static let bits = 256
  private static let signatureSize = 64

  private let handle: KeyHandle
  package let use: Use
  package let isPrivate: Bool
  package let publicBytes: [UInt8]

  /// The public half; every string of this length is taken for one.
  ///
  /// - Throws: `wrongLength`; `unavailable` where libcrypto lacks the curve.
  package init(_ use: Use, publicBytes: [UInt8]) throws(CryptoError) {
    guard publicBytes.count == Self.size else { throw .wrongLength }
    handle = try KeyHandle(rawPublic: use.rawValue, publicBytes)
    (self.use, self.publicBytes, isPrivate) = (use, publicBytes, false)
  }

  /// A key of its seed (signing) or scalar (agreement).
  ///
  /// - Throws: as above.
  package convenience init(_ use: Use, secret: SecretBytes) throws(CryptoError) {
    guard secret.count == Self.size else { throw .wrongLength }
    try self.init(use, KeyHandle(rawPrivate: use.rawValue, secret))
  }

  /// A new key.
  ///
  /// - Throws: `unavailable` where libcrypto lacks the curve.
  package convenience init(generating use: Use) throws(CryptoError) {
    unsafe try self.init(use, KeyHandle(generating: use.rawValue) { _ in true })
  }

  private init(_ use: Use, _ handle: KeyHandle) throws(CryptoError) {
    publicBytes = try handle.rawPublic(size: Self.size)
    (self.use, self.handle, isPrivate) = (use, handle, true)
  }

  /// The public half of a key.
  package func publicHalf() throws(CryptoError) -> Curve25519Key {
    try Curve25519Key(use, publicBytes: publicBytes)
  }

  /// The seed or scalar.
  ///
  /// - Throws: `failed` for a public key.
  package func secret() throws(CryptoError) -> SecretBytes {
    guard isPrivate else { throw .failed }
    return try handle.rawPrivate(size: Self.size)
  }

  /// The Ed25519 signature of a message (RFC 8032 5.1.6): 64 bytes, always the same ones.
  ///
  /// - Throws: `failed` for a public key, and for one that is for agreement.
  package func sign(_ message: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    guard isPrivate, use == .signing else { throw .failed }
    let library = try KeyLibrary.shared()
    return unsafe try withMessageContext { (context) throws(CryptoError) in
      guard
        unsafe EVP_DigestSignInit_ex(
          context, nil, nil, library.context, nil, handle.key, nil) == 1
      else { throw .unavailable }
      let signature = unsafe [UInt8](unsafeUninitializedCapacity: Self.signatureSize) {
        output, count in
        var size = Self.signatureSize
        let isSigned = unsafe message.withUnsafeBytes { message in
          let start = unsafe message.assumingMemoryBound(to: UInt8.self).baseAddress
          return unsafe EVP_DigestSign(
            context, output.baseAddress, &size, start, message.count) == 1
        }
        count = isSigned ? size : 0
      }
      guard signature.count == Self.signatureSize else { throw .failed }
      return signature
    }
  }

  /// Whether a signature is one of the message: 64 bytes whose second number is below the order
  /// (RFC 8032 5.1.7).
  ///
  /// - Throws: `failed` for a key that is for agreement.
  package func verify(
    _ signature: Span<UInt8>, of message: Span<UInt8>
  ) throws(CryptoError) -> Bool {
    guard use == .signing else { throw .failed }
    guard signature.count == Self.signatureSize else { return false }
    let library = try KeyLibrary.shared()
    return unsafe try withMessageContext { (context) throws(CryptoError) in
      guard
        unsafe EVP_DigestVerifyInit_ex(
          context, nil, nil, library.context, nil, handle.key, nil) == 1
      else { throw .unavailable }
      return unsafe signature.withUnsafeBytes { signature in
        unsafe message.withUnsafeBytes { message in
          let start = unsafe signature.assumingMemoryBound(to: UInt8.self).baseAddress
          let input = unsafe message.assumingMemoryBound(to: UInt8.self).baseAddress
          return unsafe EVP_DigestVerify(
            context, start, signature.count, input, message.count) == 1
        }
      }
    }
  }

  /// The secret shared with the holder of another key (RFC 7748 6.1).
  ///
  /// - Throws: `wrongParameter` for a key that is not for agreement, and for a point of small
  ///   order, with which everybody shares zero; `failed` for a public key here.
  package func agree(with other: Curve25519Key) throws(CryptoError) -> SecretBytes {
    guard use == .agreement, other.use == .agreement else { throw .wrongParameter }
    guard isPrivate else { throw .failed }
    return unsafe try handle.operation { (context) throws(CryptoError) in
      guard unsafe EVP_PKEY_derive_init(context) == 1,
        unsafe EVP_PKEY_derive_set_peer(context, other.handle.key) == 1
      else { throw .failed }
      return unsafe try SecretBytes(count: Self.size) { (output) throws(CryptoError) in
        var count = output.count
        let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
        guard unsafe EVP_PKEY_derive(context, start, &count) == 1, count == output.count else {
          throw .wrongParameter
        }
      }
    }
  }

  /// Lends a context for one message; nothing that goes wrong stays in libcrypto's queue.
  private func withMessageContext<R>(
    _ body: (OpaquePointer) throws(CryptoError) -> R
  ) throws(CryptoError) -> R {
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let context = unsafe EVP_MD_CTX_new() else { throw .outOfMemory }
    defer { unsafe EVP_MD_CTX_free(context) }
    return unsafe try body(context)
  }
}
