// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Public keys as SubjectPublicKeyInfo (RFC 5280 4.1.2.7, RFC 3279 2.3, RFC 5480 2,
/// RFC 8410 4).
extension SoftwareKey {
  /// The key that a certificate is about.
  ///
  /// - Throws: `unsupported` for other keys than RSA and those on a curve that we have.
  package init(_ key: SubjectPublicKey) throws(FormatFailure) {
    let kind = try KeyKind(key.algorithm)
    let bits = SecretBytes(copying: key.bits)
    self = try FormatFailure.making { () throws(KeychainError) in
      let key = try SoftwareKey(externalForm: bits, kind.family, .publicHalf)
      guard kind.fits(key) else { throw .keyForm }
      return key
    }
  }

  /// Reads a SubjectPublicKeyInfo that fills the bytes.
  package init(subjectPublicKeyInfo bytes: Span<UInt8>) throws(FormatFailure) {
    let key = try FormatFailure.reading { () throws(DERFailure) in
      var walk = DERWalk(bytes)
      let element = try walk.next(bytes)
      try walk.finish()
      guard element.tag == .sequence else { throw .tag }
      var inner = DERWalk(element)
      _ = try inner.next(.sequence, bytes)
      _ = try inner.next(.bitString, bytes).wholeBits(bytes)
      return try SubjectPublicKey(element, bytes)
    }
    try self.init(key)
  }

  /// The public half as SubjectPublicKeyInfo.
  package var subjectPublicKeyInfo: [UInt8] {
    DERWriter.sequence([kind.identifier, DERWriter.bitString(publicForm)])
  }
}

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

extension Curve {
  /// Its identifier in DER.
  var name: [UInt8] { FormatOID.curves[self]?.element ?? [] }
}

extension SoftwareKey {
  var kind: KeyKind {
    switch self {
    case .rsa: .rsa
    case .ec(let key): .ec(key.curve)
    case .curve25519(let key): .curve25519(key.use)
    }
  }
}
