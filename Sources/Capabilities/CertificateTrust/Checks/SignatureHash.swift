// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// The strength of the hash function in a signature algorithm (Specification/certificates.md,
/// "Policies of SecTrust").
enum SignatureHash {
  /// MD2, MD4 or MD5, for which forged signatures have been shown.
  case broken
  /// SHA-1, which some policies refuse.
  case weak
  /// Every hash function that is neither broken nor weak.
  ///
  /// An unknown hash function is strong in this sense. That is safe, because libcrypto cannot
  /// verify a signature that uses it.
  case strong

  init(_ algorithm: AlgorithmIdentifier) {
    if algorithm.algorithm == Self.pss {
      self = Self.pssHash(algorithm.parameters)
    } else {
      self = Self.signatures[algorithm.algorithm] ?? .strong
    }
  }

  private static let pss = OID(1, 2, 840, 113_549, 1, 1, 10)

  // swift-format-ignore
  private static let signatures: [OID: SignatureHash] = [
    OID(1, 2, 840, 113_549, 1, 1, 2): .broken,  // MD2 with RSA
    OID(1, 2, 840, 113_549, 1, 1, 3): .broken,  // MD4 with RSA
    OID(1, 2, 840, 113_549, 1, 1, 4): .broken,  // MD5 with RSA
    OID(1, 3, 14, 3, 2, 2): .broken,            // MD4 with RSA
    OID(1, 3, 14, 3, 2, 3): .broken,            // MD5 with RSA
    OID(1, 3, 14, 3, 2, 4): .broken,            // MD4 with RSA
    OID(1, 2, 840, 113_549, 1, 1, 5): .weak,    // SHA-1 with RSA
    OID(1, 3, 14, 3, 2, 29): .weak,             // SHA-1 with RSA
    OID(1, 3, 14, 3, 2, 13): .weak,             // SHA with DSA
    OID(1, 3, 14, 3, 2, 27): .weak,             // SHA-1 with DSA
    OID(1, 2, 840, 10_040, 4, 3): .weak,        // SHA-1 with DSA
    OID(1, 2, 840, 10_045, 4, 1): .weak,        // SHA-1 with ECDSA
  ]

  // swift-format-ignore
  private static let hashes: [OID: SignatureHash] = [
    OID(1, 2, 840, 113_549, 2, 2): .broken,     // MD2
    OID(1, 2, 840, 113_549, 2, 4): .broken,     // MD4
    OID(1, 2, 840, 113_549, 2, 5): .broken,     // MD5
    OID(1, 3, 14, 3, 2, 26): .weak,             // SHA-1
  ]

  /// Returns the strength of the hash function of an RSA-PSS signature.
  ///
  /// The hash function is SHA-1 unless the parameters name another hash function (RFC 4055 3.1).
  private static func pssHash(_ parameters: [UInt8]?) -> SignatureHash {
    guard let parameters else { return .weak }
    let bytes = parameters.span
    var outside = DERWalk(bytes)
    guard let whole = try? outside.next(.sequence, bytes) else { return .weak }
    var walk = DERWalk(whole)
    guard let box = try? walk.nextIfPresent(.context(0, isConstructed: true), bytes) else {
      return .weak
    }
    var inside = DERWalk(box)
    guard let hash = try? AlgorithmIdentifier(inside.next(bytes), bytes) else { return .weak }
    return hashes[hash.algorithm] ?? .strong
  }
}
