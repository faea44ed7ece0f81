// SPDX-License-Identifier: Apache-2.0

/// Reads the compiled form of a requirement (Specification/code-identity.md, "Compiled
/// requirements").
///
/// Operators stand before their operands. The reader collects all operations, and then builds the
/// expression from the last operation to the first. The reader does not call itself, so any bytes
/// are read in bounded time and stack.
struct RequirementDecompiler {
  private let bytes: [UInt8]
  private var position = 0

  /// An operation, with the offset of its first byte.
  private struct Piece {
    enum Content {
      case and, or, not
      case whole(RequirementExpression)
    }

    let content: Content
    let offset: Int
  }

  static func expression(
    of bytes: [UInt8]
  ) throws(CompiledRequirementFailure) -> RequirementExpression {
    var reader = RequirementDecompiler(bytes: bytes)
    guard try reader.number() == RequirementOpcode.magic else {
      throw reader.failure(.magic, at: 0)
    }
    let length = try reader.number()
    guard length == bytes.count, bytes.count <= CodeRequirement.compiledLimit else {
      throw reader.failure(.length, at: 4)
    }
    guard try reader.number() == RequirementOpcode.expressionForm else {
      throw reader.failure(.form, at: 8)
    }
    let pieces = try reader.pieces()
    guard reader.position == bytes.count else { throw reader.failure(.surplus) }
    return try reader.expression(of: pieces)
  }

  private func failure(
    _ reason: CompiledRequirementFailure.Reason, at offset: Int? = nil
  ) -> CompiledRequirementFailure {
    CompiledRequirementFailure(offset: offset ?? position, reason: reason)
  }

  /// Reads operations until each operator has its operands.
  private mutating func pieces() throws(CompiledRequirementFailure) -> [Piece] {
    var pieces: [Piece] = []
    var missing = 1
    while missing > 0 {
      let offset = position
      let content = try piece()
      pieces.append(Piece(content: content, offset: offset))
      switch content {
      case .and, .or: missing += 1
      case .not: break
      case .whole: missing -= 1
      }
    }
    return pieces
  }

  /// Builds the expression from its last operation to its first.
  private func expression(
    of pieces: [Piece]
  ) throws(CompiledRequirementFailure) -> RequirementExpression {
    var tree = OperationTree()
    for piece in pieces.reversed() {
      let depth: Int? =
        switch piece.content {
        case .whole(let expression): tree.add(expression)
        case .not: tree.addNegation()
        case .and: tree.add(.and)
        case .or: tree.add(.or)
        }
      guard let depth else { throw failure(.short) }
      guard depth <= RequirementExpression.depthLimit else {
        throw failure(.tooDeep, at: piece.offset)
      }
    }
    guard let expression = tree.expression() else { throw failure(.short) }
    return expression
  }

  // MARK: Operations

  private mutating func piece() throws(CompiledRequirementFailure) -> Piece.Content {
    let start = position
    let number = try number()
    guard let opcode = RequirementOpcode(rawValue: number) else {
      let isFalse = number & RequirementOpcode.flags == RequirementOpcode.falseIfUnknown
      guard isFalse, number & ~RequirementOpcode.flags > RequirementOpcode.highestKnown else {
        throw failure(.opcode, at: start)
      }
      return .whole(.term(.unknown(opcode: number, try text())))
    }
    switch opcode {
    case .and: return .and
    case .or: return .or
    case .not: return .not
    case .always: return .whole(.always)
    case .never: return .whole(.never)
    case .own: return .whole(.term(try ownTerm()))
    case .identifier, .anchorApple, .certificateHash, .legacyProperty, .codeHash, .property,
      .certificateField, .certificateTrusted, .anchorTrusted, .certificateExtension,
      .anchorAppleGeneric, .entitlement, .certificatePolicy, .namedAnchor, .namedCode, .platform,
      .notarized, .certificateMoment, .legacy:
      return .whole(.term(try term(opcode, at: start)))
    }
  }

  private mutating func term(
    _ opcode: RequirementOpcode, at start: Int
  ) throws(CompiledRequirementFailure) -> RequirementTerm {
    switch opcode {
    case .identifier: return .identifier(try text())
    case .anchorApple: return .anchorApple
    case .anchorAppleGeneric: return .anchorAppleGeneric
    case .anchorTrusted: return .anchorTrusted
    case .namedAnchor: return .namedAnchor(try text())
    case .namedCode: return .namedCode(try text())
    case .notarized: return .notarized
    case .legacy: return .legacy
    case .codeHash: return .codeHash(try hash())
    case .platform: return .platform(Int32(bitPattern: try number()))
    case .certificateHash: return .certificateHash(try slot(), try hash())
    case .certificateTrusted: return .certificateTrusted(try slot())
    case .legacyProperty: return .legacyProperty(key: try text(), value: try text())
    case .property: return .property(key: try text(), try match())
    case .entitlement: return .entitlement(key: try text(), try match())
    case .certificateField:
      return .certificateField(try slot(), .name(try fieldName()), try match())
    case .certificateExtension:
      return .certificateField(try slot(), .extensionPresence(try identifier()), try match())
    case .certificatePolicy:
      return .certificateField(try slot(), .policy(try identifier()), try match())
    case .certificateMoment:
      return .certificateField(try slot(), .moment(try identifier()), try match())
    case .never, .always, .and, .or, .not, .own: throw failure(.opcode, at: start)
    }
  }

  /// Reads a condition that only Latchkey knows, which is stored as text.
  ///
  /// The text must be exactly the text that Latchkey prints for the condition.
  private mutating func ownTerm() throws(CompiledRequirementFailure) -> RequirementTerm {
    let start = position
    let text = try text()
    guard case .term(let term)? = try? RequirementParser.expression(of: text), term.isOwn,
      RequirementPrinter.text(of: .term(term)).utf8.elementsEqual(text)
    else { throw failure(.term, at: start) }
    return term
  }

  // MARK: Operands

  private mutating func match() throws(CompiledRequirementFailure) -> RequirementMatch {
    let start = position
    let number = try number()
    if number == RequirementMatch.existsNumber { return .exists }
    if number == RequirementMatch.absentNumber { return .absent }
    if let comparison = RequirementMatch.TextComparison(rawValue: number) {
      return .text(comparison, try text())
    }
    guard let comparison = RequirementMatch.MomentComparison(rawValue: number) else {
      throw failure(.match, at: start)
    }
    let place = position
    let (high, low) = (try self.number(), try self.number())
    let seconds = Int64(bitPattern: UInt64(high) << 32 | UInt64(low))
    guard RequirementMoment.text(of: seconds) != nil else { throw failure(.moment, at: place) }
    return .moment(comparison, seconds)
  }

  /// Reads the name of a certificate's field, such as `subject.OU`.
  ///
  /// Names that begin with `field.`, `policy.` or `timestamp.` are refused: in the text of a
  /// requirement, an object identifier follows these words.
  private mutating func fieldName() throws(CompiledRequirementFailure) -> [UInt8] {
    let start = position
    let name = try text()
    guard !["field.", "policy.", "timestamp."].contains(where: { name.starts(with: $0.utf8) })
    else { throw failure(.identifier, at: start) }
    return name
  }

  private mutating func identifier() throws(CompiledRequirementFailure) -> [UInt8] {
    let start = position
    let content = try text()
    guard ObjectIdentifierText.text(of: content) != nil else {
      throw failure(.identifier, at: start)
    }
    return content
  }

  private mutating func hash() throws(CompiledRequirementFailure) -> [UInt8] {
    let start = position
    let hash = try text()
    guard hash.count == 20 else { throw failure(.hash, at: start) }
    return hash
  }

  private mutating func slot() throws(CompiledRequirementFailure) -> CertificateSlot {
    CertificateSlot(number: Int32(bitPattern: try number()))
  }

  /// Reads the length of a text and the text, and skips the zeros up to a multiple of four bytes.
  private mutating func text() throws(CompiledRequirementFailure) -> [UInt8] {
    let count = Int(try number())
    guard count <= bytes.count - position else { throw failure(.short) }
    let text = Array(bytes[position..<position + count])
    let end = position + (count + 3) / 4 * 4
    guard end <= bytes.count else { throw failure(.short) }
    position = end
    return text
  }

  private mutating func number() throws(CompiledRequirementFailure) -> UInt32 {
    guard bytes.count - position >= 4 else { throw failure(.short) }
    defer { position += 4 }
    return bytes[position..<position + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
