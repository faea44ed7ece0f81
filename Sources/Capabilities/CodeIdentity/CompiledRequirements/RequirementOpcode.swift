// SPDX-License-Identifier: Apache-2.0 - table

/// The numbers of operations in compiled requirements, as macOS writes them
/// (Specification/code-identity.md, "Compiled requirements").
///
/// Each operation is followed by its operands, which may be expressions.
enum RequirementOpcode: UInt32, CaseIterable {
  case never = 0
  case always = 1
  case identifier = 2
  case anchorApple = 3
  case certificateHash = 4
  case legacyProperty = 5
  case and = 6
  case or = 7
  case codeHash = 8
  case not = 9
  case property = 10
  case certificateField = 11
  case certificateTrusted = 12
  case anchorTrusted = 13
  case certificateExtension = 14
  case anchorAppleGeneric = 15
  case entitlement = 16
  case certificatePolicy = 17
  case namedAnchor = 18
  case namedCode = 19
  case platform = 20
  case notarized = 21
  case certificateMoment = 22
  case legacy = 23
  /// A condition that only Latchkey knows; its operand is the text of the condition.
  case own = 0x804C_4B01

  /// The bit that lets a reader count an operation as false if it does not know the operation.
  ///
  /// The length of the operand follows the number of the operation, so the reader can skip the
  /// operand.
  static let falseIfUnknown: UInt32 = 0x8000_0000
  /// The bits of an operation's 32-bit word that are flags and not part of the operation's number.
  static let flags: UInt32 = 0xFF00_0000
  static let highestKnown: UInt32 = 23

  /// The first bytes of a compiled requirement.
  static let magic: UInt32 = 0xFADE_0C00
  /// The number in a header that says that the requirement is one expression.
  ///
  /// Each operator of the expression stands before its operands. Latchkey reads no other form of
  /// compiled requirements.
  static let expressionForm: UInt32 = 1
}
