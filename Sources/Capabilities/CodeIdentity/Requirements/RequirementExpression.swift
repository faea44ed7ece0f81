// SPDX-License-Identifier: Apache-2.0

/// A condition on a program: terms, joined by `and`, `or` and `!` (Specification/code-identity.md,
/// "Requirement language").
///
/// An operand of `and` is never an `and` itself, and an operand of `or` is never an `or`. So
/// `(a and b) and c` and `a and (b and c)` are equal expressions.
package indirect enum RequirementExpression: Hashable, Sendable {
  case always
  case never
  /// All operands must be satisfied; there are two or more operands.
  case and([RequirementExpression])
  /// At least one of the operands must be satisfied; there are two or more operands.
  case or([RequirementExpression])
  case not(RequirementExpression)
  case term(RequirementTerm)

  /// The deepest nesting of parentheses and `!` that a requirement may have.
  package static let depthLimit = 16

  /// Returns the operands joined by `and`; a single operand is returned as it is.
  static func all(_ operands: [RequirementExpression]) -> RequirementExpression {
    if operands.count == 1 { return operands[0] }
    return .and(
      operands.flatMap { operand in
        if case .and(let inner) = operand { inner } else { [operand] }
      })
  }

  /// Returns the operands joined by `or`; a single operand is returned as it is.
  static func any(_ operands: [RequirementExpression]) -> RequirementExpression {
    if operands.count == 1 { return operands[0] }
    return .or(
      operands.flatMap { operand in
        if case .or(let inner) = operand { inner } else { [operand] }
      })
  }

  /// True if a `!` negates a term that only Latchkey knows, or an expression with this term.
  ///
  /// This expression must not be compiled, because other readers, such as macOS, count the
  /// unknown term as false. They would therefore count its negation as true.
  var negatesOwnTerm: Bool {
    switch self {
    case .always, .never, .term: false
    case .and(let operands), .or(let operands): operands.contains(where: \.negatesOwnTerm)
    case .not(let operand): operand.hasOwnTerm
    }
  }

  private var hasOwnTerm: Bool {
    switch self {
    case .always, .never: false
    case .and(let operands), .or(let operands): operands.contains(where: \.hasOwnTerm)
    case .not(let operand): operand.hasOwnTerm
    case .term(let term): term.isOwn
    }
  }
}
