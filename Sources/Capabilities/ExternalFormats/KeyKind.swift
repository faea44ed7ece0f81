// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// What an AlgorithmIdentifier says of a key.
enum KeyKind: Hashable {
  case rsa
  case ec(Curve)
  case curve25519(Curve25519Key.Use)

  /// - Throws: `unsupported` for other algorithms, and for curves that are not named.
  init(_ identifier: AlgorithmIdentifier) throws(FormatFailure) {
    switch identifier.algorithm {
    case FormatOID.rsaEncryption:
      // The parameters are NULL, and left out by some (RFC 8017 A.1).
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

  /// As an AlgorithmIdentifier in DER.
  var identifier: [UInt8] {
    switch self {
    case .rsa:
      DERWriter.sequence([FormatOID.rsaEncryption.element, DERWriter.element(.null, [])])
    case .ec(let curve): DERWriter.sequence([FormatOID.ecPublicKey.element, curve.name])
    case .curve25519(let use): DERWriter.sequence([FormatOID.curve25519[use]?.element ?? []])
    }
  }

  /// Whether a key is of this family and curve.
  func fits(_ key: SoftwareKey) -> Bool { key.kind == self }

  /// The curve that the element names.
  static func curve(_ element: [UInt8]) throws(FormatFailure) -> Curve {
    guard let curve = Curve.allCases.first(where: { $0.name == element }) else {
      throw .unsupported
    }
    return curve
  }
}
