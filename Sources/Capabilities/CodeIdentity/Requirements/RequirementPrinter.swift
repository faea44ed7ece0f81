// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Writes a requirement as text, with the words and the blanks that macOS writes
/// (Specification/security-cli.md, "Printing an access list").
struct RequirementPrinter {
  private var text = ""

  static func text(of expression: RequirementExpression) -> String {
    var printer = RequirementPrinter()
    printer.append(expression, within: .top)
    return printer.text
  }

  /// The place of an expression in a requirement, which decides whether it needs parentheses.
  ///
  /// The place is the operand of an `and`, the operand of a `!`, or any other place (`top`).
  private enum Place {
    case top, conjunction, negation
  }

  private mutating func append(_ expression: RequirementExpression, within place: Place) {
    switch expression {
    case .always: text += "always"
    case .never: text += "never"
    case .and(let operands):
      enclose(place == .negation) { $0.append(operands, joint: " and ", within: .conjunction) }
    case .or(let operands):
      enclose(place != .top) { $0.append(operands, joint: " or ", within: .top) }
    case .not(let operand):
      text += "! "
      append(operand, within: .negation)
    case .term(let term): text += Self.text(of: term)
    }
  }

  private mutating func append(
    _ operands: [RequirementExpression], joint: String, within place: Place
  ) {
    for (index, operand) in operands.enumerated() {
      if index > 0 { text += joint }
      append(operand, within: place)
    }
  }

  private mutating func enclose(
    _ isNeeded: Bool, _ body: (inout RequirementPrinter) -> Void
  ) {
    if isNeeded { text += "(" }
    body(&self)
    if isNeeded { text += ")" }
  }

  private static func text(of term: RequirementTerm) -> String {
    switch term {
    case .identifier(let name): "identifier \(value(name))"
    case .codeHash(let bytes): "cdhash \(hash(bytes))"
    case .anchorApple: "anchor apple"
    case .anchorAppleGeneric: "anchor apple generic"
    case .namedAnchor(let name): "anchor apple \(value(name))"
    case .namedCode(let name): "(\(value(name)))"
    case .certificateHash(let place, let bytes): "certificate \(slot(place)) = \(hash(bytes))"
    case .certificateField(let place, let name, let comparison):
      "certificate \(slot(place))[\(field(name))]\(match(comparison))"
    case .certificateTrusted(let place): "certificate \(slot(place)) trusted"
    case .anchorTrusted: "anchor trusted"
    case .property(let name, let comparison): "info[\(key(name))]\(match(comparison))"
    case .legacyProperty(let name, let text): "info[\(key(name))] = \(value(text))"
    case .entitlement(let name, let comparison): "entitlement[\(key(name))]\(match(comparison))"
    case .platform(let number): "platform = \(number)"
    case .notarized: "notarized"
    case .legacy: "legacy"
    case .team(let name): "team \(quoted(name))"
    case .path(let path): "path \(quoted(path))"
    case .digest(let bytes): "digest \(hash(bytes))"
    case .anchor(let kind, let name): "anchor \(kind.rawValue) \(quoted(name))"
    case .strength(let strength): "strength >= \(strength.rawValue)"
    case .build(let number): "build >= \(number)"
    case .interpreter(let path): "interpreter \(quoted(path))"
    case .unknown(let opcode, _): "never /* operation \(hexadecimal(opcode)) */"
    }
  }

  private static func slot(_ slot: CertificateSlot) -> String {
    switch slot {
    case .leaf: "leaf"
    case .root: "root"
    default: String(slot.number)
    }
  }

  private static func field(_ field: CertificateField) -> String {
    func text(_ kind: String, _ content: [UInt8]) -> String {
      key(Array((kind + (ObjectIdentifierText.text(of: content) ?? "")).utf8))
    }
    return switch field {
    case .name(let name): key(name)
    case .extensionPresence(let content): text("field.", content)
    case .policy(let content): text("policy.", content)
    case .moment(let content): text("timestamp.", content)
    }
  }

  private static func match(_ match: RequirementMatch) -> String {
    switch match {
    case .exists: " /* exists */"
    case .absent: " absent"
    case .text(let comparison, let text):
      switch comparison {
      case .equal: " = \(value(text))"
      case .contains: " ~ \(value(text))"
      case .beginsWith: " = \(value(text))*"
      case .endsWith: " = *\(value(text))"
      case .less: " < \(value(text))"
      case .greater: " > \(value(text))"
      case .lessOrEqual: " <= \(value(text))"
      case .greaterOrEqual: " >= \(value(text))"
      }
    case .moment(let comparison, let seconds):
      switch comparison {
      case .equal: " = \(moment(seconds))"
      case .less: " < \(moment(seconds))"
      case .greater: " > \(moment(seconds))"
      case .lessOrEqual: " <= \(moment(seconds))"
      case .greaterOrEqual: " >= \(moment(seconds))"
      }
    }
  }

  private static func moment(_ seconds: Int64) -> String {
    "timestamp \"\(RequirementMoment.text(of: seconds) ?? "")\""
  }

  private static func hash(_ bytes: [UInt8]) -> String { "H\"\(HexText.lowerCase(bytes))\"" }

  private static func hexadecimal(_ number: UInt32) -> String {
    "0x" + String(number, radix: 16, uppercase: true)
  }

  /// Returns a name as it is printed in the square brackets of a term.
  ///
  /// An example is `subject.OU` in `certificate leaf[subject.OU] = ABC`. The name is printed in
  /// quotes if the lexer would not read it as one word. Unlike a value, it may have periods without
  /// quotes.
  private static func key(_ bytes: [UInt8]) -> String {
    isWord(bytes, RequirementLexer.isWordByte) && !RequirementWord.isJoint(bytes)
      ? String(decoding: bytes, as: UTF8.self) : quoted(bytes)
  }

  /// Returns a value as it is printed in a term, for example after `=`.
  ///
  /// A value stays without quotes if it begins with a letter, has only letters and digits, and is
  /// not a word of the requirement language. Other values are printed in quotes, or in hexadecimal
  /// if a byte is not printable ASCII.
  private static func value(_ bytes: [UInt8]) -> String {
    let isBare = isWord(bytes) { RequirementLexer.isLetter($0) || RequirementLexer.isDigit($0) }
    return isBare && !RequirementWord.isReserved(bytes)
      ? String(decoding: bytes, as: UTF8.self) : quoted(bytes)
  }

  private static func isWord(_ bytes: [UInt8], _ isAllowed: (UInt8) -> Bool) -> Bool {
    guard let first = bytes.first, RequirementLexer.isLetter(first) else { return false }
    return bytes.allSatisfy(isAllowed)
  }

  /// Returns a text in quotes, or in hexadecimal if it has bytes that are not printable ASCII.
  private static func quoted(_ bytes: [UInt8]) -> String {
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return "0x" + HexText.lowerCase(bytes)
    }
    var text: [UInt8] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(0x5C) }
      text.append(byte)
    }
    return "\"" + String(decoding: text, as: UTF8.self) + "\""
  }
}
