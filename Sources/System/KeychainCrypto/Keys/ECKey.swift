// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
package import SecureMemory

/// A private or public key on one of the NIST curves.
package final class ECKey: Sendable {
  private let handle: KeyHandle
  package let curve: Curve
  package let isPrivate: Bool
  /// The public point of the key: the byte 04 and the coordinates X and Y (ANSI X9.63).
  package let point: [UInt8]

  private static let type = "EC"
  /// The first byte of an uncompressed point, which has both coordinates.
  private static let uncompressed: UInt8 = 4

  /// Creates a public key from its point.
  ///
  /// - Parameter point: exactly the byte 04 and the coordinates X and Y (ANSI X9.63).
  /// - Throws: `wrongLength` or `wrongParameter` if the bytes are not a point of the curve;
  ///   `wrongParameter` also if libcrypto lacks the curve.
  package convenience init(_ curve: Curve, point: [UInt8]) throws(CryptoError) {
    try self.init(curve, point, scalar: nil)
  }

  /// Creates a private key from its point and scalar.
  ///
  /// - Parameter scalar: as many bytes as `curve.fieldSize`.
  /// - Throws: the errors of `init(_:point:)`; also `wrongParameter` if the point and scalar do not
  ///   belong together.
  package convenience init(
    _ curve: Curve, point: [UInt8], scalar: SecretBytes
  ) throws(CryptoError) {
    try self.init(curve, point, scalar: scalar)
  }

  private init(
    _ curve: Curve, _ point: [UInt8], scalar: SecretBytes?
  ) throws(CryptoError) {
    guard point.count == curve.pointSize else { throw .wrongLength }
    guard point[0] == Self.uncompressed else { throw .wrongParameter }
    var parts = KeyParts()
    parts.text(OSSL_PKEY_PARAM_GROUP_NAME, curve.rawValue)
    parts.bytes(OSSL_PKEY_PARAM_PUB_KEY, point)
    if let scalar {
      guard scalar.count == curve.fieldSize else { throw .wrongLength }
      parts.number(OSSL_PKEY_PARAM_PRIV_KEY, scalar)
    }
    handle = try KeyHandle(Self.type, isPrivate: scalar != nil, parts)
    (self.curve, self.point, isPrivate) = (curve, point, scalar != nil)
    guard scalar != nil else { return }
    // libcrypto accepts any scalar with any point.
    let isPair = unsafe try handle.operation { (context) throws(CryptoError) in
      unsafe EVP_PKEY_private_check(context) == 1 && EVP_PKEY_pairwise_check(context) == 1
    }
    guard isPair else { throw .wrongParameter }
  }

  /// Generates a new private key.
  ///
  /// - Throws: `unavailable` if libcrypto lacks the curve.
  package init(generating curve: Curve) throws(CryptoError) {
    let handle = unsafe try KeyHandle(generating: Self.type) { context in
      unsafe EVP_PKEY_CTX_set_group_name(context, curve.rawValue) == 1
    }
    let x = try handle.number(OSSL_PKEY_PARAM_EC_PUB_X, size: curve.fieldSize)
    let y = try handle.number(OSSL_PKEY_PARAM_EC_PUB_Y, size: curve.fieldSize)
    point = [Self.uncompressed] + x.published + y.published
    (self.handle, self.curve, isPrivate) = (handle, curve, true)
  }

  /// Returns the public key of this key.
  package func publicHalf() throws(CryptoError) -> ECKey { try ECKey(curve, point: point) }

  /// Returns the private scalar, with `curve.fieldSize` bytes.
  ///
  /// - Throws: `failed` for a public key.
  package func scalar() throws(CryptoError) -> SecretBytes {
    try handle.number(OSSL_PKEY_PARAM_PRIV_KEY, size: curve.fieldSize)
  }

  /// Returns the ECDSA signature of a digest of any length, in DER.
  ///
  /// Only the first bits of the digest are used, as many as the curve's order has (FIPS 186-4 6.4).
  ///
  /// - Throws: `failed` for a public key.
  package func sign(_ digest: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    unsafe try handle.operation { (context) throws(CryptoError) in
      guard unsafe EVP_PKEY_sign_init(context) == 1 else { throw .failed }
      // Two integers with their headers. The outer header may need one more byte.
      let room = 2 * (curve.fieldSize + 1 + 2) + 3
      let signature = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
        var size = room
        let isSigned = unsafe withInput(digest) { input in
          unsafe EVP_PKEY_sign(context, output.baseAddress, &size, input, digest.count) == 1
        }
        count = isSigned ? size : 0
      }
      guard !signature.isEmpty else { throw .failed }
      return signature
    }
  }

  /// True if an ECDSA signature in DER matches the digest.
  package func verify(
    _ signature: Span<UInt8>, of digest: Span<UInt8>
  ) throws(CryptoError) -> Bool {
    unsafe try handle.operation { (context) throws(CryptoError) in
      guard unsafe EVP_PKEY_verify_init(context) == 1 else { throw .failed }
      return unsafe withInput(signature) { start in
        unsafe withInput(digest) { input in
          unsafe EVP_PKEY_verify(context, start, signature.count, input, digest.count) == 1
        }
      }
    }
  }

  /// Returns the ECDH secret that this key shares with `other`: the x coordinate of their shared
  /// point, with `curve.fieldSize` bytes (NIST SP 800-56A 5.7.1.2).
  ///
  /// - Throws: `wrongParameter` for a key on another curve; `failed` if this key is public.
  package func agree(with other: ECKey) throws(CryptoError) -> SecretBytes {
    guard other.curve == curve else { throw .wrongParameter }
    guard isPrivate else { throw .failed }
    return unsafe try handle.operation { (context) throws(CryptoError) in
      guard unsafe EVP_PKEY_derive_init(context) == 1,
        unsafe EVP_PKEY_derive_set_peer(context, other.handle.key) == 1
      else { throw .failed }
      return unsafe try SecretBytes(count: curve.fieldSize) { (output) throws(CryptoError) in
        var count = output.count
        let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
        guard unsafe EVP_PKEY_derive(context, start, &count) == 1, count == output.count else {
          throw .failed
        }
      }
    }
  }

  /// Runs `body` with a pointer to the bytes, which is not nil even if there are no bytes.
  ///
  /// A nil pointer would make libcrypto return a size instead of performing the operation.
  private func withInput(
    _ bytes: Span<UInt8>, _ body: (UnsafePointer<UInt8>) -> Bool
  ) -> Bool {
    var nothing: UInt8 = 0
    return unsafe bytes.withUnsafeBytes { bytes in
      guard let start = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
        return unsafe body(&nothing)
      }
      return unsafe body(start)
    }
  }
}
