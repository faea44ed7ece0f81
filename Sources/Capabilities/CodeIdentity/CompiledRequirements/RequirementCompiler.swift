// SPDX-License-Identifier: Apache-2.0

/// Writes the compiled form of a requirement (Specification/code-identity.md, "Compiled
/// requirements").
struct RequirementCompiler {
  private var bytes: [UInt8] = []

  static func bytes(of expression: RequirementExpression) -> [UInt8] {
    var compiler = RequirementCompiler()
    compiler.write(RequirementOpcode.magic)
    compiler.write(0)
    compiler.write(RequirementOpcode.expressionForm)
    compiler.write(expression)
    let length = UInt32(compiler.bytes.count)
    compiler.bytes.replaceSubrange(4..<8, with: bigEndian(length))
    return compiler.bytes
  }

  private mutating func write(_ expression: RequirementExpression) {
    switch expression {
    case .always: write(opcode: .always)
    case .never: write(opcode: .never)
    case .and(let operands): write(operands, joinedBy: .and)
    case .or(let operands): write(operands, joinedBy: .or)
    case .not(let operand):
      write(opcode: .not)
      write(operand)
    case .term(let term): write(term)
    }
  }

  /// Writes a row of operands as nested pairs: `a and b and c` is written as `(a and b) and c`.
  private mutating func write(
    _ operands: [RequirementExpression], joinedBy opcode: RequirementOpcode
  ) {
    for _ in operands.dropFirst() { write(opcode: opcode) }
    for operand in operands { write(operand) }
  }

  private mutating func write(_ term: RequirementTerm) {
    switch term {
    case .identifier(let name): write(opcode: .identifier, name)
    case .codeHash(let hash): write(opcode: .codeHash, hash)
    case .anchorApple: write(opcode: .anchorApple)
    case .anchorAppleGeneric: write(opcode: .anchorAppleGeneric)
    case .namedAnchor(let name): write(opcode: .namedAnchor, name)
    case .namedCode(let name): write(opcode: .namedCode, name)
    case .certificateHash(let slot, let hash):
      write(opcode: .certificateHash)
      write(UInt32(bitPattern: slot.number))
      write(text: hash)
    case .certificateField(let slot, let field, let match): write(slot, field, match)
    case .certificateTrusted(let slot):
      write(opcode: .certificateTrusted)
      write(UInt32(bitPattern: slot.number))
    case .anchorTrusted: write(opcode: .anchorTrusted)
    case .property(let key, let match):
      write(opcode: .property, key)
      write(match)
    case .legacyProperty(let key, let value):
      write(opcode: .legacyProperty, key)
      write(text: value)
    case .entitlement(let key, let match):
      write(opcode: .entitlement, key)
      write(match)
    case .platform(let number):
      write(opcode: .platform)
      write(UInt32(bitPattern: number))
    case .notarized: write(opcode: .notarized)
    case .legacy: write(opcode: .legacy)
    case .team, .path, .digest, .anchor, .strength, .build, .interpreter:
      write(opcode: .own, Array(RequirementPrinter.text(of: .term(term)).utf8))
    case .unknown(let opcode, let operand):
      write(opcode)
      write(text: operand)
    }
  }

  private mutating func write(
    _ slot: CertificateSlot, _ field: CertificateField, _ match: RequirementMatch
  ) {
    let (opcode, key): (RequirementOpcode, [UInt8]) =
      switch field {
      case .name(let name): (.certificateField, name)
      case .extensionPresence(let content): (.certificateExtension, content)
      case .policy(let content): (.certificatePolicy, content)
      case .moment(let content): (.certificateMoment, content)
      }
    write(opcode: opcode)
    write(UInt32(bitPattern: slot.number))
    write(text: key)
    write(match)
  }

  private mutating func write(_ match: RequirementMatch) {
    switch match {
    case .exists: write(RequirementMatch.existsNumber)
    case .absent: write(RequirementMatch.absentNumber)
    case .text(let comparison, let text):
      write(comparison.rawValue)
      write(text: text)
    case .moment(let comparison, let seconds):
      write(comparison.rawValue)
      let number = UInt64(bitPattern: seconds)
      write(UInt32(number >> 32))
      write(UInt32(truncatingIfNeeded: number))
    }
  }

  private mutating func write(opcode: RequirementOpcode) { write(opcode.rawValue) }

  private mutating func write(opcode: RequirementOpcode, _ text: [UInt8]) {
    write(opcode: opcode)
    write(text: text)
  }

  /// Writes the length of a text, the text, and zeros up to a multiple of four bytes.
  private mutating func write(text: [UInt8]) {
    write(UInt32(text.count))
    bytes += text
    bytes += [UInt8](repeating: 0, count: (4 - text.count % 4) % 4)
  }

  private mutating func write(_ number: UInt32) { bytes += Self.bigEndian(number) }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
