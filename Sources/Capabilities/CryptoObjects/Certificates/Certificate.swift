// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto
package import KeychainTypes

/// An X.509 certificate: its bytes, its fields, and the byte ranges of its fields.
///
/// This type only reads the certificate. `TrustRequest` decides whether the certificate is trusted.
package struct Certificate: Sendable {
  /// The size of the largest certificate that is accepted, in bytes.
  ///
  /// Names and extensions are read into values that are several times as large. The limit makes
  /// sure that a hostile file causes only a moment's work.
  package static let mostBytes = 4 << 20

  /// The certificate in DER.
  ///
  /// Bytes after the certificate, in the data from which it was read, are not included.
  package let bytes: [UInt8]
  /// The version of the certificate: 1, 2 or 3.
  package let version: Int
  /// The range of the signed bytes in `bytes`, including their DER header.
  package let signedPart: Range<Int>
  /// The content of the serial number's INTEGER, which has 1 to 37 bytes and may be negative.
  package let serialNumber: [UInt8]
  /// The range of the serial number in `bytes`, including the header of the INTEGER.
  let serialNumberPart: Range<Int>
  /// The signature algorithm that the signed bytes name.
  package let signatureAlgorithm: AlgorithmIdentifier
  /// The signature algorithm that the certificate names after its signed bytes.
  package let outerSignatureAlgorithm: AlgorithmIdentifier
  package let signature: [UInt8]
  /// True if the signature is a whole number of bytes: its BIT STRING has no unused bits.
  ///
  /// If false, the certificate can be read, but its signature does not verify.
  package let hasWholeSignature: Bool
  /// The range of the content of the issuer's name in `bytes`.
  let issuerContent: Range<Int>
  let subjectContent: Range<Int>
  package let notBefore: Instant
  /// The end of the validity period, which may be earlier than `notBefore`.
  package let notAfter: Instant
  package let subjectPublicKey: SubjectPublicKey
  package let issuerUniqueIdentifier: [UInt8]?
  package let subjectUniqueIdentifier: [UInt8]?
  /// The extensions of the certificate in their order.
  ///
  /// Several extensions may have the same object identifier.
  package let extensions: [CertificateExtension]

  /// Reads the certificate at the start of the bytes.
  ///
  /// Bytes after the certificate are ignored.
  ///
  /// - Throws: an error if the bytes are not a certificate by Specification/certificates.md,
  ///   "Creating a certificate". The error is `DERFailure.length` if the certificate has more than
  ///   `mostBytes` bytes.
  package init(_ data: Span<UInt8>) throws(DERFailure) {
    var outside = DERWalk(data)
    let whole = try outside.next(.sequence, data)
    guard whole.whole.count <= Self.mostBytes else { throw .length }
    bytes = data.array(whole.whole)
    var walk = DERWalk(whole)
    let part = try walk.next(.sequence, data)
    outerSignatureAlgorithm = try AlgorithmIdentifier(walk.next(data), data)
    let bits = try walk.next(.bitString, data)
    signature = data.array(try bits.bits(data))
    hasWholeSignature = data[bits.content.lowerBound] == 0
    try walk.finish()

    signedPart = part.whole
    var parts = DERWalk(part)
    version = try Self.version(&parts, data)
    let number = try Self.serialNumber(&parts, data)
    serialNumber = data.array(number.content)
    serialNumberPart = number.whole
    signatureAlgorithm = try AlgorithmIdentifier(parts.next(data), data)
    issuerContent = try parts.next(.sequence, data).content
    var validity = DERWalk(try parts.next(.sequence, data))
    notBefore = try validity.next(data).time(data)
    notAfter = try validity.next(data).time(data)
    try validity.finish()
    subjectContent = try parts.next(.sequence, data).content
    subjectPublicKey = try SubjectPublicKey(parts.next(data), data)
    issuerUniqueIdentifier = try Self.uniqueIdentifier(1, &parts, data)
    subjectUniqueIdentifier = try Self.uniqueIdentifier(2, &parts, data)
    extensions = try CertificateExtension.all(&parts, data)
    try parts.finish()
  }

  /// Reads the version of a certificate: 1, 2 or 3.
  ///
  /// The version is 1 if the field is missing. If the field is present, it must say 2 or 3.
  private static func version(
    _ parts: inout DERWalk, _ data: Span<UInt8>
  ) throws(DERFailure) -> Int {
    guard let outer = try parts.nextIfPresent(.context(0, isConstructed: true), data) else {
      return 1
    }
    var walk = DERWalk(outer)
    let number = try walk.next(.integer, data)
    try walk.finish()
    guard number.content.count == 1, (1...2).contains(data[number.content.lowerBound]) else {
      throw .content
    }
    return Int(data[number.content.lowerBound]) + 1
  }

  /// Reads the serial number of a certificate.
  ///
  /// Superfluous leading bytes are accepted, because some issuers write them.
  private static func serialNumber(
    _ parts: inout DERWalk, _ data: Span<UInt8>
  ) throws(DERFailure) -> DERElement {
    let number = try parts.next(.integer, data)
    guard (1...37).contains(number.content.count) else { throw .content }
    return number
  }

  private static func uniqueIdentifier(
    _ number: UInt8, _ parts: inout DERWalk, _ data: Span<UInt8>
  ) throws(DERFailure) -> [UInt8]? {
    let tag = DERTag.context(number, isConstructed: false)
    guard let element = try parts.nextIfPresent(tag, data) else { return nil }
    let bits = DERElement(tag: .bitString, content: element.content, whole: element.whole)
    return data.array(try bits.bits(data))
  }
}

/// Equality of certificates: they are equal if their bytes are equal
/// (Specification/certificates.md, "Equality, hash, copying").
extension Certificate: Hashable {
  package static func == (left: Certificate, right: Certificate) -> Bool {
    left.bytes == right.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Certificate {
  /// True if the moment is in the validity period, including its two ends
  /// (Specification/secitem.md, "Filters of SecItemCopyMatching").
  ///
  /// False if the two dates of the period are equal. Also false if a date is `Instant.reference`,
  /// which stands for a missing date.
  package func isValid(at moment: Instant) -> Bool {
    guard notBefore != .reference, notAfter != .reference, notBefore != notAfter else {
      return false
    }
    return notBefore <= moment && moment <= notAfter
  }

  /// True if the subject of the certificate has the e-mail address, ignoring upper and lower case.
  package func holds(emailAddress: String) -> Bool {
    let wanted = emailAddress.lowercased()
    return emailAddresses.contains { $0.lowercased().utf8.elementsEqual(wanted.utf8) }
  }
}

/// Hashes of the certificate's bytes, which identify a certificate if its name is not unique.
extension Certificate {
  /// Returns the SHA-1 hash of the certificate, which `security` prints when it lists identities.
  ///
  /// The hash helps to find a certificate but does not prove that it is the right one.
  package func sha1() throws(KeychainError) -> [UInt8] {
    try KeychainError.translating("SHA-1 is not available") { () throws(CryptoError) in
      try Hash.sha1(bytes.span)
    }
  }

  package func sha256() throws(KeychainError) -> [UInt8] {
    try KeychainError.translating("SHA-256 is not available") { () throws(CryptoError) in
      try Hash.sha256(bytes.span).bytes
    }
  }
}

extension Certificate {
  /// The number that stands for DER in CSSM's list of certificate encodings.
  private static let encoding: Int64 = 3

  /// Returns the attributes of a certificate's keychain item that can be computed from the
  /// certificate (Specification/certificates.md, "Attributes derived from a certificate").
  ///
  /// The attributes are used when the item is added, and when a query looks for the item by a
  /// certificate object. Returns nil if the issuer is not a valid name. The subject is left out if
  /// it is not a valid name. The key identifier is left out if the certificate has no extension for
  /// it. The label is not included.
  package func storedAttributes() throws(CryptoError) -> AttributeSet? {
    guard let issuer else { return nil }
    var attributes = AttributeSet()
    attributes[.certificateType] = .number(Int64(version))
    attributes[.certificateEncoding] = .number(Self.encoding)
    attributes[.issuer] = .bytes(issuer.normalizedContent)
    attributes[.serialNumber] = .bytes(serialNumber)
    attributes[.subject] = subject.map { .bytes($0.normalizedContent) }
    attributes[.subjectKeyIdentifier] = subjectKeyIdentifier.map { .bytes($0) }
    attributes[.publicKeyHash] = .bytes(try subjectPublicKey.hash())
    return attributes
  }

  /// The key identifier in the extension that names the certificate's own key.
  ///
  /// Nil if the extension is missing or malformed.
  package var subjectKeyIdentifier: [UInt8]? {
    guard let value = value(of: .subjectKeyIdentifier) else { return nil }
    var walk = DERWalk(value.span)
    return (try? walk.next(.octetString, value.span)).map { value.span.array($0.content) }
  }
}

extension Certificate {
  /// The bytes of the certificate in an encoding that libcrypto accepts.
  ///
  /// libcrypto refuses a serial number with superfluous leading bytes
  /// (Documentation/Decisions/certificate-encodings.md). The result leaves these bytes out, so the
  /// signature must be checked over `bytes` instead.
  package var bytesForLibrary: [UInt8] {
    let (number, whole) = (shortestSerialNumber, bytes)
    let data = whole.span
    var walk = DERWalk(signedPart)
    guard number.count < serialNumber.count, let part = try? walk.next(data) else { return bytes }
    let signed = DERWriter.sequence([
      Array(bytes[part.content.lowerBound..<serialNumberPart.lowerBound]),
      DERWriter.element(.integer, number),
      Array(bytes[serialNumberPart.upperBound..<part.content.upperBound]),
    ])
    return DERWriter.sequence([signed, Array(bytes[signedPart.upperBound...])])
  }

  /// The serial number without superfluous leading bytes, which only repeat its sign (X.690 8.3.2).
  private var shortestSerialNumber: [UInt8] {
    var digits = serialNumber[...]
    while let first = digits.first, let second = digits.dropFirst().first,
      first == (second < 0x80 ? 0 : 0xff)
    {
      digits.removeFirst()
    }
    return Array(digits)
  }
}
