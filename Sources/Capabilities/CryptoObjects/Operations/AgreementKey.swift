// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// A key that agrees on a secret with others of its kind: what ECIES needs of it.
protocol AgreementKey: Sendable {
  /// The public half as it stands in front of a ciphertext.
  var publicBytes: [UInt8] { get }

  /// A new pair of the same kind.
  func another() throws(CryptoError) -> Self

  /// The secret shared with another.
  func agree(with other: Self) throws(CryptoError) -> SecretBytes
}

extension ECKey: AgreementKey {
  var publicBytes: [UInt8] { point }

  func another() throws(CryptoError) -> ECKey { try ECKey(generating: curve) }
}

extension Curve25519Key: AgreementKey {
  func another() throws(CryptoError) -> Curve25519Key { try Curve25519Key(generating: use) }
}

/// The private half of such a key, wherever its secret is.
protocol PrivateAgreementKey: Sendable {
  associatedtype Other: AgreementKey

  /// Bytes of a public key of the kind.
  var publicSize: Int { get }

  /// The public key of this kind that bytes are.
  func key(of bytes: [UInt8]) throws(CryptoError) -> Other

  /// The key that bytes are, which the caller calls a public one.
  ///
  /// - Throws: see `SoftwareKey.exchange`.
  func peer(_ bytes: [UInt8]) throws(KeychainError) -> Other

  /// The secret shared with another of the kind.
  func shared(with other: Other) throws(KeychainError) -> SecretBytes
}

extension PrivateAgreementKey {
  func decrypted(
    _ ciphertext: Span<UInt8>, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> SecretBytes {
    guard case .ecies(let hash, let variableIV) = algorithm.encoding else { throw .unsupported }
    return try ECIES.open(ciphertext, hash, variableIV: variableIV, by: self)
  }

  /// See `SoftwareKey.exchange`.
  func exchanged(
    _ algorithm: KeyAlgorithm, with peer: [UInt8], _ parameters: KeyExchangeParameters?
  ) throws(KeychainError) -> SecretBytes {
    guard case .ecdh(let hash) = algorithm.encoding else { throw .unsupported }
    let shared = try shared(with: self.peer(peer))
    guard let hash else { return shared }
    guard let parameters, (1...KeyExchangeParameters.largestSize).contains(parameters.requestedSize)
    else { throw .parameter("the derivation has no size, or one that is not allowed") }
    return try KeychainError.translating { () throws(CryptoError) in
      try X963Derivation.derive(
        count: parameters.requestedSize, from: shared,
        SecretBytes(copying: parameters.sharedInfo), hash)
    }
  }
}

extension Curve25519Key: PrivateAgreementKey {
  var publicSize: Int { Self.size }

  func key(of bytes: [UInt8]) throws(CryptoError) -> Curve25519Key {
    try Curve25519Key(use, publicBytes: bytes)
  }

  func peer(_ bytes: [UInt8]) throws(KeychainError) -> Curve25519Key {
    try KeychainError.translating("the other key is none of X25519") { () throws(CryptoError) in
      try key(of: bytes)
    }
  }

  func shared(with other: Curve25519Key) throws(KeychainError) -> SecretBytes {
    try KeychainError.translating("the two keys share nothing") { () throws(CryptoError) in
      try agree(with: other)
    }
  }
}

/// The private half of a key on a NIST curve, wherever its scalar is: everything that the
/// algorithms of curves need of it.
protocol PrivateCurveKey: PrivateAgreementKey where Other == ECKey {
  var curve: Curve { get }

  /// The ECDSA signature of a digest of any length, in its DER form.
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
  /// The key whose curve the length of its point names.
  fileprivate convenience init(peer: [UInt8]) throws(KeychainError) {
    let refusal: StaticString = "the other key is no point of a curve"
    guard let curve = Curve.allCases.first(where: { $0.pointSize == peer.count }) else {
      throw .parameter(refusal)
    }
    do throws(CryptoError) { try self.init(curve, point: peer) } catch {
      throw KeychainError(error, refusal: refusal)
    }
  }
}
