// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto
package import KeychainTypes

/// An X.509 certificate: its bytes, and where its parts lie.
///
/// It says what is written; whether that is true is for trust to find out.
package struct Certificate: Sendable {
  /// No certificate is larger.
  ///
  /// Names and extensions become values of several times their size, and a hostile file must not
  /// ask for more than a moment's work.
  package static let mostBytes = 4 << 20

  /// The DER, without anything that followed it.
  package let bytes: [UInt8]
  /// 1, 2 or 3.
  package let version: Int
  /// What the signature is over, with its header.
  package let signedPart: Range<Int>
  /// The content of the INTEGER: of 1 to 37 bytes, with any sign.
  package let serialNumber: [UInt8]
  /// The place of the serial number in `bytes`: the INTEGER with its header.
  let serialNumberPart: Range<Int>
  /// The algorithm of the signature as the signed part names it.
  package let signatureAlgorithm: AlgorithmIdentifier
  /// The algorithm of the signature as it is named outside of the signed part.
  package let outerSignatureAlgorithm: AlgorithmIdentifier
  package let signature: [UInt8]
  /// Whether the signature's BIT STRING has whole bytes, without unused bits.
  package let hasWholeSignature: Bool
  /// The content of the issuer's name.
  let issuerContent: Range<Int>
  let subjectContent: Range<Int>
  package let notBefore: Instant
  /// May be earlier than `notBefore`.
  package let notAfter: Instant
  package let subjectPublicKey: SubjectPublicKey
  package let issuerUniqueIdentifier: [UInt8]?
  package let subjectUniqueIdentifier: [UInt8]?
  /// In the order in which they stand; an identifier may be there several times.
  package let extensions: [CertificateExtension]

  /// The certificate at the start of the bytes; what follows it is not looked at.
  ///
  /// - Throws: what makes it none by spec/certificates.md 2.1; `length` for more than `mostBytes`.
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

  /// A version that is not written is the first, and the first must not be written.
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

  /// Numbers with superfluous bytes are taken as they are: issuers have written such.
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

/// Two are equal if their bytes are (spec/certificates.md 2.2).
extension Certificate: Hashable {
  package static func == (left: Certificate, right: Certificate) -> Bool {
    left.bytes == right.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Certificate {
  /// Whether the moment is within the dates, which count themselves (spec/secitem.md 4.5).
  ///
  /// Never where a date is the reference date, which stands for none, or both are one.
  package func isValid(at moment: Instant) -> Bool {
    guard notBefore != .reference, notAfter != .reference, notBefore != notAfter else {
      return false
    }
    return notBefore <= moment && moment <= notAfter
  }

  /// Whether it holds an e-mail address, whatever the case of either's letters.
  package func holds(emailAddress: String) -> Bool {
    let wanted = emailAddress.lowercased()
    return emailAddresses.contains { $0.lowercased().utf8.elementsEqual(wanted.utf8) }
  }
}

/// What names a certificate where a name would not do: hashes of its bytes.
extension Certificate {
  /// SHA-1, by which `security` lists identities: it finds, and proves nothing.
  package func sha1() throws(KeychainError) -> [UInt8] {
    try KeychainError.translating("SHA-1 is not to be had") { () throws(CryptoError) in
      try Hash.sha1(bytes.span)
    }
  }

  package func sha256() throws(KeychainError) -> [UInt8] {
    try KeychainError.translating("SHA-256 is not to be had") { () throws(CryptoError) in
      try Hash.sha256(bytes.span).bytes
    }
  }
}

extension Certificate {
  /// DER, as CSSM counted encodings.
  private static let encoding: Int64 = 3

  /// What a certificate brings with it when it is added or looked for by reference
  /// (spec/certificates.md 2.10); nil where the issuer is no name.
  ///
  /// The subject is missing where it is no name, the key's identifier where the extension is
  /// missing: neither is computed. The label is not among them.
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

  /// The octets in the extension of that name.
  package var subjectKeyIdentifier: [UInt8]? {
    guard let value = value(of: .subjectKeyIdentifier) else { return nil }
    var walk = DERWalk(value.span)
    return (try? walk.next(.octetString, value.span)).map { value.span.array($0.content) }
  }
}

extension Certificate {
  /// The certificate in a form that libcrypto reads.
  ///
  /// libcrypto refuses a serial number with superfluous bytes in front
  /// (Documentation/Decisions/certificate-encodings.md). They are left out here, so the signature
  /// has to be checked over `bytes`.
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

  /// The serial number without the bytes in front that repeat its sign (X.690 8.3.2).
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
