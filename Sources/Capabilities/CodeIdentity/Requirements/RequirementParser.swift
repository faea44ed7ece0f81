// SPDX-License-Identifier: Apache-2.0

/// Reads the text of a requirement (Specification/code-identity.md, "Requirement language").
struct RequirementParser {
  let text: [UInt8]
  private let tokens: [RequirementToken]
  private var position = 0
  private var depth = 0

  private init(_ text: [UInt8]) throws(RequirementTextFailure) {
    guard text.count <= CodeRequirement.textLimit else {
      throw RequirementTextFailure(at: CodeRequirement.textLimit, in: text, .tooLong)
    }
    self.text = text
    tokens = try RequirementLexer.tokens(of: text)
  }

  static func expression(
    of text: [UInt8]
  ) throws(RequirementTextFailure) -> RequirementExpression {
    var parser = try RequirementParser(text)
    let expression = try parser.expression()
    guard parser.current.content == .end else { throw parser.failure(.surplus) }
    return expression
  }

  var current: RequirementToken { tokens[position] }

  func failure(_ reason: RequirementTextFailure.Reason) -> RequirementTextFailure {
    RequirementTextFailure(at: current.place, in: text, reason)
  }

  /// Goes to the next token, or stays at the last token.
  mutating func advance() { position = min(position + 1, tokens.count - 1) }

  /// True if the next token is this word, which is then skipped.
  mutating func skip(word: StaticString) -> Bool {
    guard current.isWord(word) else { return false }
    advance()
    return true
  }

  /// True if the next token is this sign, which is then skipped.
  mutating func skip(sign: StaticString) -> Bool {
    guard current.isSign(sign) else { return false }
    advance()
    return true
  }

  /// Skips the equals sign that may stand before a text.
  mutating func skipEquals() {
    if !skip(sign: "=") { _ = skip(sign: "==") }
  }

  private mutating func expression() throws(RequirementTextFailure) -> RequirementExpression {
    var operands = [try conjunction()]
    while skip(word: "or") { operands.append(try conjunction()) }
    return .any(operands)
  }

  private mutating func conjunction() throws(RequirementTextFailure) -> RequirementExpression {
    var operands = [try operand()]
    while skip(word: "and") { operands.append(try operand()) }
    return .all(operands)
  }

  private mutating func operand() throws(RequirementTextFailure) -> RequirementExpression {
    guard current.isSign("!") || current.isSign("(") else { return try condition() }
    if current.isSign("("), let name = namedCode() { return .term(.namedCode(name)) }
    guard depth < RequirementExpression.depthLimit else { throw failure(.tooDeep) }
    depth += 1
    defer { depth -= 1 }
    if skip(sign: "!") { return .not(try operand()) }
    advance()
    let expression = try expression()
    guard skip(sign: ")") else { throw failure(.closing) }
    return expression
  }

  /// Reads a name in parentheses: the name of a requirement that macOS has stored.
  ///
  /// Returns nil, and reads nothing, if the parentheses hold a condition.
  private mutating func namedCode() -> [UInt8]? {
    guard position + 2 < tokens.count, tokens[position + 2].isSign(")") else { return nil }
    let name: [UInt8]
    switch tokens[position + 1].content {
    case .quoted(let text), .hexadecimal(let text): name = text
    case .word(let word):
      guard !RequirementWord.isCondition(word) else { return nil }
      name = word
    case .hash, .sign, .end: return nil
    }
    position += 3
    return name
  }

  private mutating func condition() throws(RequirementTextFailure) -> RequirementExpression {
    if skip(word: "always") || skip(word: "true") { return .always }
    if skip(word: "never") || skip(word: "false") { return .never }
    return .term(try term())
  }
}
