// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import SecureMemory

/// Reads a PKCS#12 file (RFC 7292 4, 5; Specification/certificates.md, "PKCS#12 algorithm").
///
/// Unencrypted keys, revocation lists, SDSI certificates and the contents of SecretBags are
/// skipped. A SafeContents within a SafeContents is read up to a fixed depth.
struct PKCS12Reader {
  // The limits are higher than any useful file needs, and low enough to read a file in a moment.
  private static let mostContents = 256
  private static let mostBags = 8192
  private static let deepest = 8

  private(set) var file = PKCS12File()
  private(set) var budget: WorkBudget
  private var password = ImportPassword.empty
  private var bagCount = 0

  init(_ budget: WorkBudget) { self.budget = budget }

  /// Reads all keys and certificates of a file into `file`.
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

  /// Returns the byte range of the authenticated content, and the authentication code of the file.
  ///
  /// The authentication code is nil if the file does not have one.
  ///
  /// - Throws: `content` if the version is not 3, or if the integrity of the file is not protected
  ///   by a password.
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

  /// A ContentInfo in the AuthenticatedSafe of a file: its type and its content.
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

  /// Reads the keys and certificates of one ContentInfo, which may be encrypted with the password.
  ///
  /// A ContentInfo that is neither plain data nor encrypted with a password is skipped. An example
  /// is a ContentInfo that is encrypted for public keys.
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

  /// Decrypts a ciphertext of the file with the file's password.
  ///
  /// - Throws: `malformed` if the padding is wrong, because the file's authentication code has
  ///   already confirmed the password.
  mutating func decrypt(
    _ scheme: AlgorithmIdentifier, _ ciphertext: Span<UInt8>
  ) throws(FormatFailure) -> SecretBytes {
    do throws(FormatFailure) {
      return try PasswordScheme(scheme).decrypt(ciphertext, password, &budget)
    } catch .wrongPassword {
      throw .malformed
    }
  }

  /// Reads the keys and certificates of a SafeContents, which is a list of SafeBags.
  ///
  /// - Parameter depth: the number of other SafeContents in which this SafeContents is nested.
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
      // No other keys are accepted (Specification/certificates.md, "PKCS#12 algorithm").
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
