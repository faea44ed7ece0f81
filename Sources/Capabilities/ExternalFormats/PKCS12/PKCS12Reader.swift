// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// Reads a PKCS#12 file (RFC 7292 4, 5; spec/certificates.md 4.2).
///
/// Plain keys, revocation lists, secrets and SDSI certificates are passed over; contents within
/// contents are read to a depth.
struct PKCS12Reader {
  // More than any file of use has, and no more than a moment's work.
  private static let mostContents = 256
  private static let mostBags = 8192
  private static let deepest = 8

  private(set) var file = PKCS12File()
  private(set) var budget: WorkBudget
  private var password = ImportPassword.empty
  private var bagCount = 0

  init(_ budget: WorkBudget) { self.budget = budget }

  /// Reads the whole file.
  mutating func read(_ input: SecretBytes, _ password: ImportPassword) throws(FormatFailure) {
    let bytes = try BERNode.distinguished(input)
    let (content, code) = try bytes.withBytes { (bytes) throws(FormatFailure) in
      try FormatFailure.reading { () throws(DERFailure) in try Self.outside(bytes) }
    }
    guard let code else { throw .withoutCode }
    self.password = try bytes.withBytes { (bytes) throws(FormatFailure) in
      try code.password(password, for: bytes.extracting(content), &budget)
    }
    let safe = try BERNode.distinguished(bytes.slice(content))
    let contents = try safe.withBytes { (bytes) throws(FormatFailure) in
      try FormatFailure.reading { () throws(DERFailure) in try Self.contents(bytes) }
    }
    guard contents.count <= Self.mostContents else { throw .excessive }
    for content in contents { try read(content, in: safe) }
  }

  /// Where the authenticated content lies, and its code, if it has one.
  ///
  /// - Throws: for another version than 3, and for integrity by another means than a password.
  private static func outside(
    _ bytes: Span<UInt8>
  ) throws(DERFailure) -> (Range<Int>, PKCS12Code?) {
    var walk = try DERWalk.inSequence(bytes)
    guard try walk.next(bytes).count(bytes) == 3 else { throw .content }
    var safe = DERWalk(try walk.next(.sequence, bytes))
    guard try safe.next(bytes).objectIdentifier(bytes) == FormatOID.data else { throw .content }
    var outer = DERWalk(try safe.next(.context(0, isConstructed: true), bytes))
    try safe.finish()
    let content = try outer.next(.octetString, bytes).content
    try outer.finish()
    guard !walk.isAtEnd else { return (content, nil) }
    let code = try PKCS12Code(walk.next(.sequence, bytes), bytes)
    try walk.finish()
    return (content, code)
  }

  /// A ContentInfo of the AuthenticatedSafe: its type, and what it holds.
  private struct Content {
    let type: OID
    let element: DERElement?
  }

  private static func contents(_ bytes: Span<UInt8>) throws(DERFailure) -> [Content] {
    var walk = try DERWalk.inSequence(bytes)
    var contents: [Content] = []
    while !walk.isAtEnd {
      var inner = DERWalk(try walk.next(.sequence, bytes))
      let type = try inner.next(bytes).objectIdentifier(bytes)
      let outer = try inner.nextIfPresent(.context(0, isConstructed: true), bytes)
      try inner.finish()
      var content: DERElement?
      if let outer {
        var walk = DERWalk(outer)
        content = try walk.next(bytes)
        try walk.finish()
      }
      contents.append(Content(type: type, element: content))
    }
    return contents
  }

  /// Plain and encrypted contents; others are for other holders of keys, and passed over.
  private mutating func read(_ content: Content, in safe: SecretBytes) throws(FormatFailure) {
    switch content.type {
    case FormatOID.data:
      guard let element = content.element, element.tag == .octetString else { throw .malformed }
      try readBags(safe.slice(element.content), depth: 0)
    case FormatOID.encryptedData:
      guard let element = content.element else { throw .malformed }
      let opened = try safe.withBytes { (bytes) throws(FormatFailure) in
        let data = try FormatFailure.reading { () throws(DERFailure) in
          try EncryptedContent(element, bytes)
        }
        return try decrypt(data.scheme, data.ciphertext.span)
      }
      try readBags(opened, depth: 0)
    default: break
    }
  }

  /// What does not decrypt though the file's code was right is damage.
  mutating func decrypt(
    _ scheme: AlgorithmIdentifier, _ ciphertext: Span<UInt8>
  ) throws(FormatFailure) -> SecretBytes {
    do throws(FormatFailure) {
      return try PasswordScheme(scheme).decrypt(ciphertext, password, &budget)
    } catch .wrongPassword {
      throw .malformed
    }
  }

  /// Reads a SafeContents.
  mutating func readBags(_ contents: SecretBytes, depth: Int) throws(FormatFailure) {
    guard depth <= Self.deepest else { throw .excessive }
    let safe = try BERNode.distinguished(contents)
    let bags = try safe.withBytes { (bytes) throws(FormatFailure) in
      try FormatFailure.reading { () throws(DERFailure) in try PKCS12Bag.all(bytes) }
    }
    bagCount += bags.count
    guard bagCount <= Self.mostBags else { throw .excessive }
    for bag in bags { try read(bag, in: safe, depth: depth) }
  }

  private mutating func read(
    _ bag: PKCS12Bag, in safe: SecretBytes, depth: Int
  ) throws(FormatFailure) {
    switch bag.type {
    case FormatOID.shroudedKeyBag:
      guard file.keys.count < PKCS12File.mostKeys else { throw .excessive }
      let key: SoftwareKey
      do throws(FormatFailure) {
        key = try safe.withBytes { (bytes) throws(FormatFailure) in
          try SoftwareKey(
            encryptedPKCS8: bytes.extracting(bag.value), password: password, &budget)
        }
      } catch .wrongPassword {
        throw .malformed
      }
      // No others are read (spec/certificates.md 4.2).
      guard key.family == .rsa || key.family == .ec else { throw .unsupported }
      file.keys.append(PKCS12File.Key(key, bag.label))
    case FormatOID.certificateBag:
      guard file.certificates.count < PKCS12File.mostCertificates else { throw .excessive }
      let certificate = try safe.withBytes { (bytes) throws(FormatFailure) in
        try FormatFailure.reading { () throws(DERFailure) in
          try PKCS12Bag.certificate(bytes.extracting(bag.value))
        }
      }
      guard let certificate else { return }
      file.certificates.append(PKCS12File.Entry(certificate, bag.label))
    case FormatOID.safeContentsBag: try readBags(safe.slice(bag.value), depth: depth + 1)
    case FormatOID.keyBag, FormatOID.revocationBag, FormatOID.secretBag: break
    default: throw .malformed
    }
  }
}
