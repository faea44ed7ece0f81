// SPDX-License-Identifier: Apache-2.0

/// The reason why bytes are not a compiled requirement that Latchkey can read.
package struct CompiledRequirementFailure: Error, Hashable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case magic, length, form, short, surplus, tooDeep, opcode, match, hash, identifier, moment, term
  }

  /// The offset of the first byte of the part that cannot be read.
  package let offset: Int
  package let reason: Reason

  /// The offset and the reason, for people, for example `byte 16: this operation is unknown`.
  package var description: String { "byte \(offset): \(reason.sentence)" }
}

extension CompiledRequirementFailure.Reason {
  package var sentence: StaticString {
    switch self {
    case .magic: "a compiled requirement begins with FADE0C00"
    case .length: "the length is wrong, or above 16384"
    case .form: "this kind of compiled requirement is unknown"
    case .short: "the requirement ends too early"
    case .surplus: "the requirement has ended before its last byte"
    case .tooDeep: "more than 16 conditions are nested"
    case .opcode: "this operation is unknown"
    case .match: "this comparison is unknown"
    case .hash: "a hash has 20 bytes"
    case .identifier: "this is not an object identifier"
    case .moment: "a date has a year below 10000"
    case .term: "this is not one of Latchkey's conditions"
    }
  }
}
