// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

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
