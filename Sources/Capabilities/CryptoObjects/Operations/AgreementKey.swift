// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// A key on a curve that can agree on a shared secret with another key of its type.
///
/// The protocol has the operations that ECIES needs.
protocol AgreementKey: Sendable {
  /// The public key of the pair, in the encoding that ECIES writes at the start of a ciphertext.
  var publicBytes: [UInt8] { get }

  /// Generates a new key pair on the same curve as this key.
  func another() throws(CryptoError) -> Self

  /// Returns the secret that this key shares with another key.
  func agree(with other: Self) throws(CryptoError) -> SecretBytes
}

extension ECKey: AgreementKey {
  var publicBytes: [UInt8] { point }

  func another() throws(CryptoError) -> ECKey { try ECKey(generating: curve) }
}

extension Curve25519Key: AgreementKey {
  func another() throws(CryptoError) -> Curve25519Key { try Curve25519Key(generating: use) }
}

extension Curve25519Key: PrivateAgreementKey {
  var publicSize: Int { Self.size }

  func key(of bytes: [UInt8]) throws(CryptoError) -> Curve25519Key {
    try Curve25519Key(use, publicBytes: bytes)
  }

  func peer(_ bytes: [UInt8]) throws(KeychainError) -> Curve25519Key {
    try KeychainError.translating("the other key is not an X25519 key") { () throws(CryptoError) in
      try key(of: bytes)
    }
  }

  func shared(with other: Curve25519Key) throws(KeychainError) -> SecretBytes {
    try KeychainError.translating("the two keys give no shared secret") { () throws(CryptoError) in
      try agree(with: other)
    }
  }
}

/// A private key on a NIST curve, in this process or in the secure element.
///
/// The protocol adds signing to key agreement. All algorithms of elliptic curves are built on these
/// two operations.
protocol PrivateCurveKey: PrivateAgreementKey where Other == ECKey {
  var curve: Curve { get }

  /// Returns the ECDSA signature of a digest of any length, in DER.
  func signature(of digest: [UInt8]) throws(KeychainError) -> [UInt8]
}

extension ECKey: PrivateCurveKey {
  func signature(of digest: [UInt8]) throws(KeychainError) -> [UInt8] {
    try KeychainError.translating { () throws(CryptoError) in try sign(digest.span) }
  }

  func shared(with other: ECKey) throws(KeychainError) -> SecretBytes {
    try KeychainError.translating { () throws(CryptoError) in try agree(with: other) }
  }
}

extension PrivateCurveKey {
  func signed(_ input: Span<UInt8>, _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
    guard case .ecdsa(let layout, let hash) = algorithm.encoding else { throw .unsupported }
    return try ECDSASignature.sign(try algorithm.digest(of: input), layout, hash, by: self)
  }

  var publicSize: Int { curve.pointSize }

  func key(of bytes: [UInt8]) throws(CryptoError) -> ECKey { try ECKey(curve, point: bytes) }

  func peer(_ bytes: [UInt8]) throws(KeychainError) -> ECKey {
    let other = try ECKey(peer: bytes)
    guard other.curve == curve else {
      throw KeychainError(.decode, "the two keys are on different curves")
    }
    return other
  }
}

extension ECKey {
  /// Creates the public key of the other party in a key exchange, from the bytes of its point.
  ///
  /// The length of the point decides its curve.
  fileprivate convenience init(peer: [UInt8]) throws(KeychainError) {
    let refusal: StaticString = "the other key is not a point on a curve"
    guard let curve = Curve.allCases.first(where: { $0.pointSize == peer.count }) else {
      throw .parameter(refusal)
    }
    do throws(CryptoError) { try self.init(curve, point: peer) } catch {
      throw KeychainError(error, refusal: refusal)
    }
  }
}
