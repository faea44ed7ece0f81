// SPDX-License-Identifier: Apache-2.0

/// A condition that a program must meet, for example to read an item of a keychain file
/// (Specification/code-identity.md, "Requirement language").
///
/// A text and its compiled form give equal requirements. Reading the result of `text` makes an
/// equal requirement, unless the requirement has an operation that Latchkey does not know.
package struct CodeRequirement: Hashable, Sendable {
  /// The largest number of bytes in the text of a requirement.
  package static let textLimit = 4_096
  /// The largest number of bytes in a compiled requirement.
  ///
  /// The compiled form of every text of at most `textLimit` bytes is smaller than this limit.
  package static let compiledLimit = 16_384

  package let expression: RequirementExpression

  package init(_ expression: RequirementExpression) { self.expression = expression }

  /// Reads the text of a requirement.
  ///
  /// - Throws: the first mistake, with its place.
  package init(text: some Sequence<UInt8>) throws(RequirementTextFailure) {
    expression = try RequirementParser.expression(of: Array(text))
  }

  /// Reads a compiled requirement, which begins with FADE0C00 (Specification/code-identity.md,
  /// "Compiled requirements").
  ///
  /// To store the requirement again, keep `bytes`. The property `compiled` may nest pairs of `and`
  /// in another way than the program that wrote `bytes`.
  package init(compiled bytes: [UInt8]) throws(CompiledRequirementFailure) {
    expression = try RequirementDecompiler.expression(of: bytes)
  }

  /// The requirement as text in one fixed form, as macOS prints it.
  package var text: String { RequirementPrinter.text(of: expression) }

  /// The compiled requirement, which begins with FADE0C00.
  ///
  /// Nil if a condition that only Latchkey knows stands behind a `!`. The reason is that macOS
  /// would count the condition as false and the `!` as met, and so would accept too many programs.
  package var compiled: [UInt8]? {
    expression.negatesOwnTerm ? nil : RequirementCompiler.bytes(of: expression)
  }
}
