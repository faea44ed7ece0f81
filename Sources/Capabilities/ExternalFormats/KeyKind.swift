// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The algorithm of a key and, for a NIST curve, its curve.
///
/// An AlgorithmIdentifier names the algorithm and the curve in files of keys and certificates.
enum KeyKind: Hashable {
  case rsa
  case ec(Curve)
  case curve25519(Curve25519Key.Use)

  /// Finds the algorithm and curve that an AlgorithmIdentifier names.
  ///
  /// - Throws: `unsupported` for an unknown algorithm, or for a curve that is unknown or has no
  ///   name; `malformed` for wrong parameters.
  init(_ identifier: AlgorithmIdentifier) throws(FormatFailure) {
    switch identifier.algorithm {
    case FormatOID.rsaEncryption:
      // The parameters are NULL, but some writers leave them out (RFC 8017 A.1).
      guard identifier.parameters == nil || identifier.parameters == DERWriter.element(.null, [])
      else { throw .malformed }
      self = .rsa
    case FormatOID.ecPublicKey:
      guard let parameters = identifier.parameters else { throw .malformed }
      self = .ec(try Self.curve(parameters))
    case let other:
      guard let use = FormatOID.curve25519.first(where: { $0.value == other })?.key else {
        throw .unsupported
      }
      guard identifier.parameters == nil else { throw .malformed }
      self = .curve25519(use)
    }
  }

  var family: KeyFamily {
    switch self {
    case .rsa: .rsa
    case .ec: .ec
    case .curve25519(let use): use == .signing ? .ed25519 : .x25519
    }
  }

  /// The AlgorithmIdentifier in DER that names this algorithm and curve.
  var identifier: [UInt8] {
    switch self {
    case .rsa:
      DERWriter.sequence([FormatOID.rsaEncryption.element, DERWriter.element(.null, [])])
    case .ec(let curve): DERWriter.sequence([FormatOID.ecPublicKey.element, curve.name])
    case .curve25519(let use): DERWriter.sequence([FormatOID.curve25519[use]?.element ?? []])
    }
  }

  /// True if a key is of this algorithm and curve.
  func fits(_ key: SoftwareKey) -> Bool { key.kind == self }

  /// Returns the curve that a DER element names.
  ///
  /// - Throws: `unsupported` if the element is not the name of a known curve.
  static func curve(_ element: [UInt8]) throws(FormatFailure) -> Curve {
    guard let curve = Curve.allCases.first(where: { $0.name == element }) else {
      throw .unsupported
    }
    return curve
  }
}
