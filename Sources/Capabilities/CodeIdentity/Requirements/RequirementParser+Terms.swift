// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Reads the terms of a requirement, such as `identifier "a.b"`.
extension RequirementParser {
  mutating func term() throws(RequirementTextFailure) -> RequirementTerm {
    if skip(word: "identifier") {
      skipEquals()
      return .identifier(try value())
    }
    if skip(word: "cdhash") {
      skipEquals()
      return .codeHash(try hash(of: 20))
    }
    if skip(word: "anchor") { return try anchor() }
    if skip(word: "certificate") || skip(word: "cert") { return try certificate() }
    if skip(word: "info") { return .property(key: try key(), try match()) }
    if skip(word: "entitlement") { return .entitlement(key: try key(), try match()) }
    if skip(word: "platform") {
      skipEquals()
      return .platform(try smallNumber())
    }
    if skip(word: "notarized") { return .notarized }
    if skip(word: "legacy") { return .legacy }
    return try ownTerm()
  }

  private mutating func ownTerm() throws(RequirementTextFailure) -> RequirementTerm {
    if skip(word: "team") { return .team(try value()) }
    if skip(word: "path") { return .path(try path()) }
    if skip(word: "interpreter") { return .interpreter(try path()) }
    if skip(word: "digest") { return .digest(try hash(of: 32)) }
    if skip(word: "strength") {
      guard skip(sign: ">=") else { throw failure(.number) }
      guard case .word(let word) = current.content,
        let strength = IdentityStrength(rawValue: String(decoding: word, as: UTF8.self))
      else { throw failure(.kind) }
      advance()
      return .strength(strength)
    }
    if skip(word: "build") {
      guard skip(sign: ">=") else { throw failure(.number) }
      guard let number = UInt64(digits()) else { throw failure(.wholeNumber) }
      advance()
      return .build(number)
    }
    throw failure(.condition)
  }

  // MARK: Certificates

  private mutating func anchor() throws(RequirementTextFailure) -> RequirementTerm {
    if skip(word: "trusted") { return .anchorTrusted }
    if skip(word: "apple") {
      if skip(word: "generic") { return .anchorAppleGeneric }
      return isValue ? .namedAnchor(try value()) : .anchorApple
    }
    if case .word(let word) = current.content,
      let kind = AnchorKind(rawValue: String(decoding: word, as: UTF8.self))
    {
      advance()
      return .anchor(kind, try value())
    }
    return try certificate(in: .root)
  }

  private mutating func certificate() throws(RequirementTextFailure) -> RequirementTerm {
    if skip(word: "leaf") { return try certificate(in: .leaf) }
    if skip(word: "root") || skip(word: "anchor") { return try certificate(in: .root) }
    return try certificate(in: CertificateSlot(number: try smallNumber()))
  }

  private mutating func certificate(
    in slot: CertificateSlot
  ) throws(RequirementTextFailure) -> RequirementTerm {
    if skip(word: "trusted") { return .certificateTrusted(slot) }
    guard current.isSign("[") else {
      skipEquals()
      return .certificateHash(slot, try hash(of: 20))
    }
    return .certificateField(slot, try field(), try match())
  }

  /// Reads the name of a certificate's field: `[subject.OU]`, or an object identifier behind
  /// `field.`, `policy.` or `timestamp.`.
  private mutating func field() throws(RequirementTextFailure) -> CertificateField {
    let start = self
    let key = try key()
    let makers: [(prefix: StaticString, make: ([UInt8]) -> CertificateField)] = [
      ("field.", CertificateField.extensionPresence), ("policy.", CertificateField.policy),
      ("timestamp.", CertificateField.moment),
    ]
    for maker in makers where key.starts(with: "\(maker.prefix)".utf8) {
      guard
        let identifier = ObjectIdentifierText.content(
          of: key.dropFirst(maker.prefix.utf8CodeUnitCount))
      else {
        self = start
        advance()
        throw failure(.identifier)
      }
      return maker.make(identifier)
    }
    return .name(key)
  }

  // MARK: Keys and values

  private mutating func key() throws(RequirementTextFailure) -> [UInt8] {
    guard skip(sign: "["), isValue else { throw failure(.key) }
    let key = try value()
    guard skip(sign: "]") else { throw failure(.key) }
    return key
  }

  private mutating func match() throws(RequirementTextFailure) -> RequirementMatch {
    if skip(word: "exists") { return .exists }
    if skip(word: "absent") { return .absent }
    let signs: [(StaticString, RequirementMatch.TextComparison, RequirementMatch.MomentComparison)]
    signs = [
      ("<=", .lessOrEqual, .lessOrEqual), (">=", .greaterOrEqual, .greaterOrEqual),
      ("<", .less, .less), (">", .greater, .greater),
    ]
    for (sign, comparison, ofMoment) in signs where skip(sign: sign) {
      if let moment = try moment() { return .moment(ofMoment, moment) }
      return .text(comparison, try value())
    }
    if skip(sign: "~") { return .text(.contains, try value()) }
    guard skip(sign: "=") || skip(sign: "==") else { return .exists }
    if let moment = try moment() { return .moment(.equal, moment) }
    let isOpen = skip(sign: "*")
    let text = try value()
    switch (isOpen, skip(sign: "*")) {
    case (true, true): return .text(.contains, text)
    case (true, false): return .text(.endsWith, text)
    case (false, true): return .text(.beginsWith, text)
    case (false, false): return .text(.equal, text)
    }
  }

  /// Reads `timestamp "20190408000000Z"`, as seconds since 2001-01-01 UTC.
  ///
  /// Nil if the next tokens are not a timestamp.
  private mutating func moment() throws(RequirementTextFailure) -> Int64? {
    guard current.isWord("timestamp") else { return nil }
    let start = self
    advance()
    guard case .quoted(let text) = current.content else {
      self = start
      return nil
    }
    guard let moment = RequirementMoment.seconds(of: text) else { throw failure(.moment) }
    advance()
    return moment
  }

  /// True if the next token is a text: in quotes, in hexadecimal, or a word other than `and` and
  /// `or`.
  private var isValue: Bool {
    switch current.content {
    case .quoted, .hexadecimal: true
    case .word(let word): !RequirementWord.isJoint(word)
    case .hash, .sign, .end: false
    }
  }

  private mutating func value() throws(RequirementTextFailure) -> [UInt8] {
    switch current.content {
    case .quoted(let text), .hexadecimal(let text):
      advance()
      return text
    case .word(let word) where !RequirementWord.isJoint(word):
      advance()
      return word
    case .word, .hash, .sign, .end: throw failure(.text)
    }
  }

  private mutating func path() throws(RequirementTextFailure) -> [UInt8] {
    switch current.content {
    case .quoted(let text) where Self.isPath(text), .hexadecimal(let text) where Self.isPath(text):
      advance()
      return text
    case .quoted, .hexadecimal, .word, .hash, .sign, .end: throw failure(.path)
    }
  }

  private static func isPath(_ text: [UInt8]) -> Bool {
    text.first == UInt8(ascii: "/") && !text.contains(0)
  }

  private mutating func hash(of count: Int) throws(RequirementTextFailure) -> [UInt8] {
    guard case .hash(let bytes) = current.content, bytes.count == count else {
      throw failure(.hash)
    }
    advance()
    return bytes
  }

  private mutating func smallNumber() throws(RequirementTextFailure) -> Int32 {
    let sign = skip(sign: "-") ? "-" : ""
    guard let number = Int32(sign + digits()) else { throw failure(.wholeNumber) }
    advance()
    return number
  }

  /// The digits of the next token, or an empty text if the next token is not a whole number.
  ///
  /// The parser stays at this token.
  private func digits() -> String {
    guard case .word(let word) = current.content, word.allSatisfy(RequirementLexer.isDigit) else {
      return ""
    }
    return String(decoding: word, as: UTF8.self)
  }
}
