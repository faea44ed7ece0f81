// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// A private or public key on Curve25519.
///
/// A private key and a public key have 32 bytes each (RFC 7748 5, RFC 8032 5.1).
package final class Curve25519Key: Sendable {
  /// The purpose of a key: signing or key agreement.
  ///
  /// A key cannot serve both purposes.
  package enum Use: String, CaseIterable, Hashable, Sendable {
    // The raw values are libcrypto's names.
    case signing = "ED25519"
    case agreement = "X25519"
  }

  /// The size in bytes of a public key, of a private key and of a shared secret.
  package static let size = 32
  /// The size in bits that the attributes of a key state.
  package static let bits = 256
  private static let signatureSize = 64

  private let handle: KeyHandle
  package let use: Use
  package let isPrivate: Bool
  package let publicBytes: [UInt8]

  /// Creates a public key from its bytes.
  ///
  /// Any 32 bytes are accepted.
  ///
  /// - Throws: `wrongLength` for another number of bytes; `wrongParameter` if libcrypto lacks the
  ///   curve.
  package init(_ use: Use, publicBytes: [UInt8]) throws(CryptoError) {
    guard publicBytes.count == Self.size else { throw .wrongLength }
    handle = try KeyHandle(rawPublic: use.rawValue, publicBytes)
    (self.use, self.publicBytes, isPrivate) = (use, publicBytes, false)
  }

  /// Creates a private key from its seed (for signing) or scalar (for agreement).
  ///
  /// - Throws: `wrongLength` unless there are 32 bytes; `wrongParameter` if libcrypto lacks the
  ///   curve.
  package convenience init(_ use: Use, secret: SecretBytes) throws(CryptoError) {
    guard secret.count == Self.size else { throw .wrongLength }
    try self.init(use, KeyHandle(rawPrivate: use.rawValue, secret))
  }

  /// Generates a new private key.
  ///
  /// - Throws: `unavailable` if libcrypto lacks the curve.
  package convenience init(generating use: Use) throws(CryptoError) {
    unsafe try self.init(use, KeyHandle(generating: use.rawValue) { _ in true })
  }

  private init(_ use: Use, _ handle: KeyHandle) throws(CryptoError) {
    publicBytes = try handle.rawPublic(size: Self.size)
    (self.use, self.handle, isPrivate) = (use, handle, true)
  }

  /// Returns the public key of this key.
  package func publicHalf() throws(CryptoError) -> Curve25519Key {
    try Curve25519Key(use, publicBytes: publicBytes)
  }

  /// Returns the seed of a signing key, or the scalar of an agreement key.
  ///
  /// - Throws: `failed` for a public key.
  package func secret() throws(CryptoError) -> SecretBytes {
    guard isPrivate else { throw .failed }
    return try handle.rawPrivate(size: Self.size)
  }

  /// Returns the 64-byte Ed25519 signature of a message (RFC 8032 5.1.6).
  ///
  /// Signing a message again gives an equal signature.
  ///
  /// - Throws: `failed` for a public key, and for a key for agreement.
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

  /// True if a signature matches the message (RFC 8032 5.1.7).
  ///
  /// A valid signature has 64 bytes, and the number S in its second half is below the curve's
  /// order.
  ///
  /// - Throws: `failed` for a key for agreement.
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

  /// Returns the secret that this key shares with the owner of another key (RFC 7748 6.1).
  ///
  /// - Throws: `wrongParameter` if either key is not for agreement, and for a point of small order,
  ///   with which every key shares zero; `failed` if this key is public.
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

  /// Runs `body` with a libcrypto context for one message.
  ///
  /// Errors of the calls in `body` are removed from libcrypto's error queue.
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
