// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The private half of a key on a curve, wherever its scalar is: everything that the algorithms of
/// curves need of it.
protocol PrivateCurveKey: Sendable {
  var curve: Curve { get }

  /// The ECDSA signature of a digest of any length, in its DER form.
  func signature(of digest: [UInt8]) throws(KeychainError) -> [UInt8]

  /// The x coordinate of the point shared with a key on the same curve.
  func shared(with other: ECKey) throws(KeychainError) -> SecretBytes
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
    let other = try ECKey(peer: peer)
    guard other.curve == curve else {
      throw KeychainError(.decode, "the two keys are on different curves")
    }
    let shared = try shared(with: other)
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
