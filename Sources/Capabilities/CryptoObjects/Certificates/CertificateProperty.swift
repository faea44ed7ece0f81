// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto
package import KeychainTypes

/// One line of the description of a certificate for the user (Specification/certificates.md,
/// "CopyValues of a certificate").
package struct CertificateProperty: Hashable, Sendable {
  /// The value of a line, with one case for each type of line.
  package indirect enum Value: Hashable, Sendable {
    case text(String)
    case location(String)
    case bytes([UInt8])
    /// A date or a set of bits, which callers receive as a number.
    case number(Number)
    case date(Instant)
    /// Several texts without labels.
    case texts([String])
    case byteStrings([[UInt8]])
    case section([CertificateProperty])
  }

  /// The value of a line that callers receive as a number: a date in seconds, or a set of bits.
  package enum Number: Hashable, Sendable {
    case moment(Instant)
    case bits(UInt32)
  }

  /// The label of the line.
  ///
  /// Nil if the line is a section for one element of a distinguished name that has several
  /// attributes (a multi-valued RDN).
  package let label: String?
  package let value: Value

  package init(_ label: String?, _ value: Value) {
    self.label = label
    self.value = value
  }
}

extension CertificateProperties {
  /// Creates all lines of the description of a certificate (Specification/certificates.md,
  /// "CopyValues of a certificate").
  ///
  /// - Parameter now: the moment at which the description says whether the certificate has expired.
  package init(_ certificate: Certificate, at now: Instant) throws(CryptoError) {
    addNames(of: certificate)
    addUses(of: certificate)
    addSignedPart(of: certificate)
    add(.signature, "Signature", .bytes(certificate.signature))
    for found in certificate.extensions {
      add(found.identifier, found.identifier.description, .section(found.properties))
    }
    add(
      "Fingerprints", "Fingerprints",
      .section([
        CertificateProperty("SHA-256", .bytes(try Hash.sha256(certificate.bytes.span).bytes)),
        CertificateProperty("SHA-1", .bytes(try Hash.sha1(certificate.bytes.span))),
      ]))
    addSummary(of: certificate, at: now)
  }

  private mutating func addNames(of certificate: Certificate) {
    add(.commonName, "CN", .texts(certificate.commonNames))
    add("DNSNAMES", "DNS", .texts(certificate.hostNames))
    add("IPADDRESSES", "IP", .texts(certificate.addresses))
    add(.emailAddress, "DNS", .texts(certificate.emailAddresses))
  }

  private mutating func addUses(of certificate: Certificate) {
    add(.notBefore, "Not Valid Before", .number(.moment(certificate.notBefore)))
    add(.notAfter, "Not Valid After", .number(.moment(certificate.notAfter)))
    add(.keyUsage, "Key Usage", .number(.bits(certificate.keyUsageBits)))
    let purposes = certificate.extendedKeyUsage ?? []
    add(.extendedKeyUsage, "Extended Key Usage", .byteStrings(purposes.map(\.content)))
  }

  private mutating func addSignedPart(of certificate: Certificate) {
    if let name = certificate.subject {
      add(.subjectName, "Subject Name", .section(name.properties))
    }
    if let name = certificate.issuer {
      add(.issuerName, "Issuer Name", .section(name.properties))
    }
    add(.version, "Version", .text(String(certificate.version)))
    add(.serialNumber, "Serial Number", .text(HexText.integer(certificate.serialNumber)))
    add(
      .signatureAlgorithm, "Signature Algorithm",
      .section(certificate.signatureAlgorithm.properties))
    if let identifier = certificate.subjectUniqueIdentifier {
      add(.subjectUniqueIdentifier, "Subject Unique ID", .bytes(identifier))
    }
    if let identifier = certificate.issuerUniqueIdentifier {
      add(.issuerUniqueIdentifier, "Issuer Unique ID", .bytes(identifier))
    }
    let key = certificate.subjectPublicKey
    add(.publicKeyAlgorithm, "Public Key Algorithm", .section(key.algorithm.properties))
    add(.publicKey, "Public Key Data", .bytes(key.bits))
  }

  private mutating func addSummary(of certificate: Certificate, at now: Instant) {
    if now > certificate.notAfter {
      add("Expired", "Expired", .date(certificate.notAfter))
    } else if now < certificate.notBefore {
      add("Valid from", "Valid from", .date(certificate.notBefore))
    } else {
      add(.invalidityDate, "Expires", .date(certificate.notAfter))
    }
  }
}

extension Certificate {
  /// The permitted uses of the key as the bits of `SecKeyUsage`, or 0 if the extension is missing
  /// or malformed.
  fileprivate var keyUsageBits: UInt32 {
    guard let usage = keyUsage else { return 0 }
    let isCritical = extensions.contains { $0.identifier == .keyUsage && $0.isCritical }
    return isCritical ? usage.union(.critical).rawValue : usage.rawValue
  }
}

extension AlgorithmIdentifier {
  /// The algorithm and its parameters as lines of a certificate's description for the user.
  fileprivate var properties: [CertificateProperty] {
    [
      CertificateProperty("Algorithm", .text(algorithm.description)),
      CertificateProperty("Parameters", .text(parametersText)),
    ]
  }

  private var parametersText: String {
    guard let parameters, parameters != [0x05, 0x00] else { return "none" }
    var walk = DERWalk(parameters.span)
    guard let element = try? walk.next(.objectIdentifier, parameters.span),
      let identifier = try? element.objectIdentifier(parameters.span)
    else { return HexText.spaced(parameters) }
    return identifier.description
  }
}

extension DistinguishedName {
  /// The lines that describe the name, with one line for each pair of an attribute type and its
  /// value.
  ///
  /// A name consists of sets of pairs. If a set has several pairs, their lines are in a section of
  /// their own.
  var properties: [CertificateProperty] {
    sets.map { set in
      let lines = set.map { CertificateProperty($0.type.description, .text($0.text)) }
      return lines.count == 1 ? lines[0] : CertificateProperty(nil, .section(lines))
    }
  }
}

// swift-format-ignore
/// The object identifiers that are the keys of the lines in a certificate's description
/// (Specification/certificates.md, "CopyValues of a certificate").
///
/// Most of these object identifiers are in the range 2.16.840.1.113741, which once belonged to
/// Intel.
extension OID {
  private static func field(_ arc: UInt64) -> OID { OID(2, 16, 840, 1, 113741, 2, 1, 1, 1, arc) }
  private static func signed(_ arc: UInt64) -> OID { OID(2, 16, 840, 1, 113741, 2, 1, 3, 2, arc) }

  fileprivate static let version = field(2)
  fileprivate static let serialNumber = field(3)
  fileprivate static let issuerName = field(5)
  fileprivate static let notBefore = field(6)
  fileprivate static let notAfter = field(7)
  fileprivate static let subjectName = field(8)
  fileprivate static let publicKeyAlgorithm = field(9)
  fileprivate static let publicKey = field(10)
  fileprivate static let issuerUniqueIdentifier = field(11)
  fileprivate static let subjectUniqueIdentifier = field(12)
  fileprivate static let signatureAlgorithm = signed(1)
  fileprivate static let signature = signed(2)
  fileprivate static let invalidityDate = OID(2, 5, 29, 24)
}
