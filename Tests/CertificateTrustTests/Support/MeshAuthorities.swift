// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// Authorities with P-256 keys that sign certificates for each other.
final class MeshAuthorities {
  /// The special properties of a certificate.
  struct Kind {
    var notBefore = "20200101000000Z"
    var notAfter = "20490101000000Z"
    /// The value of the basic constraints, or nil to leave them out.
    var isAuthority: Bool? = true
    var pathLength: UInt8?
    /// A host name that is excluded with all names below it.
    var excluded: String?
    /// The names of subject and issuer, or nil for the names of their keys.
    var (name, issuerName): (String?, String?)
    /// The name of the signing key, or nil for the issuer's key.
    var signer: String?
    var purpose: [UInt8]?
    /// The identifier of the issuer's key.
    var authorityKey: [UInt8]?
    var subjectKey: [UInt8]?
    /// The host name that the certificate is for.
    var host: String?
    /// True to sign with SHA-1 instead of SHA-256.
    var hasOldHash = false
    /// Parameters of the signature algorithm, inside and outside of the signed part.
    var (innerParameters, outerParameters): ([UInt8], [UInt8]) = ([], [])
    /// The outer identifier of the signature algorithm, or nil for the right one.
    var outerAlgorithm: [UInt8]?
    /// The content of the serial number, or nil for a new number.
    var serialNumber: [UInt8]?
    /// The number of unused bits that the signature claims.
    var unusedBits: UInt8 = 0
    /// The identifiers and values of extensions that are not critical.
    var extensions: [(identifier: [UInt8], value: [UInt8])] = []

    /// The algorithm identifier of ECDSA with SHA-384.
    static let otherAlgorithm: [UInt8] = [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 3]
  }

  private var keys: [String: ECKey] = [:]
  private var serial: UInt16 = 0x0100

  /// Returns the algorithm identifier of ECDSA with the chosen hash.
  private static func algorithm(_ kind: Kind, isInner: Bool) -> [UInt8] {
    let name: [UInt8] =
      kind.hasOldHash
      ? [6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 1] : [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2]
    return DERWriter.sequence([
      isInner ? name : kind.outerAlgorithm ?? name,
      isInner ? kind.innerParameters : kind.outerParameters,
    ])
  }

  private func key(_ name: String) throws -> ECKey {
    if let found = keys[name] { return found }
    let made = try ECKey(generating: .p256)
    keys[name] = made
    return made
  }

  func certificate(_ subject: String, by issuer: String, _ kind: Kind = Kind()) throws
    -> Certificate
  {
    serial += 1
    let curve = DERWriter.sequence([
      [6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1], [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7],
    ])
    let validity = DERWriter.sequence([Self.time(kind.notBefore), Self.time(kind.notAfter)])
    let part = DERWriter.sequence([
      Self.element(0xa0, [2, 1, 2]),
      Self.element(2, kind.serialNumber ?? [UInt8(serial >> 8), UInt8(serial & 0xff)]),
      Self.algorithm(kind, isInner: true),
      Self.name(kind.issuerName ?? issuer), validity, Self.name(kind.name ?? subject),
      DERWriter.sequence([curve, DERWriter.bitString(try key(subject).point)]),
      Self.extensions(kind),
    ])
    let digest = try (kind.hasOldHash ? HashFunction.sha1 : .sha256).hash(part.span)
    let signature = try key(kind.signer ?? issuer).sign(digest.span)
    let der = DERWriter.sequence([
      part, Self.algorithm(kind, isInner: false), Self.element(3, [kind.unusedBits] + signature),
    ])
    return try Certificate(der.span)
  }

  /// Returns the extensions, or no bytes if the certificate has no extension.
  private static func extensions(_ kind: Kind) -> [UInt8] {
    var all: [[UInt8]] = []
    if let isAuthority = kind.isAuthority {
      let length: [UInt8] = kind.pathLength.map { [2, 1, $0] } ?? []
      all.append(
        one([0x55, 0x1d, 0x13], DERWriter.sequence([isAuthority ? [1, 1, 0xff] : [], length])))
    }
    if let host = kind.excluded {
      let tree = DERWriter.sequence([element(0x82, Array(host.utf8))])
      all.append(one([0x55, 0x1d, 0x1e], DERWriter.sequence([element(0xa1, tree)])))
    }
    if let purpose = kind.purpose {
      all.append(one([0x55, 0x1d, 0x25], DERWriter.sequence([element(6, purpose)])))
    }
    if let host = kind.host {
      all.append(one([0x55, 0x1d, 0x11], DERWriter.sequence([element(0x82, Array(host.utf8))])))
    }
    if let key = kind.authorityKey {
      all.append(one([0x55, 0x1d, 0x23], DERWriter.sequence([element(0x80, key)])))
    }
    if let key = kind.subjectKey { all.append(one([0x55, 0x1d, 0x0e], element(4, key))) }
    all += kind.extensions.map { one($0.identifier, $0.value) }
    return all.isEmpty ? [] : element(0xa3, DERWriter.sequence(all))
  }

  private static func one(_ identifier: [UInt8], _ value: [UInt8]) -> [UInt8] {
    DERWriter.sequence([element(6, identifier), element(4, value)])
  }

  private static func name(_ text: String) -> [UInt8] {
    let pair = DERWriter.sequence([[6, 3, 0x55, 4, 3], element(0x0c, Array(text.utf8))])
    return DERWriter.sequence([element(0x31, pair)])
  }

  private static func time(_ text: String) -> [UInt8] { element(0x18, Array(text.utf8)) }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    DERWriter.element(DERTag(rawValue: tag), content)
  }
}
