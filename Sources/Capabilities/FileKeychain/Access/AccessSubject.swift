// SPDX-License-Identifier: Apache-2.0

/// The condition of an entry in an access list, which Apple calls a subject
/// (Specification/keychain-file-format.md, "Subjects").
package indirect enum AccessSubject: Hashable, Sendable {
  /// Every program passes.
  case any
  /// A program passes if it passes at least `needed` of these conditions.
  case threshold(needed: UInt32, [AccessSubject])
  /// A program passes if the user permits the operation when asked.
  case prompt(PromptSubject)
  /// A certain program passes.
  case program(TrustedProgram)
  /// Bytes that belong to the item, in place of a condition: its partition list, or its integrity
  /// digest.
  case partition([UInt8])
  /// Processes of a user or group pass on Apple's systems; in Latchkey this condition lets no
  /// program pass.
  case process(ProcessSubject)

  /// The question to the user that decides whether a program passes.
  package struct PromptSubject: Hashable, Sendable {
    /// Flags of the question.
    ///
    /// Flag 1 demands the keychain's password. With flag 0x10 the user is also asked about unsigned
    /// programs, and with flag 0x40 about programs with an invalid signature.
    ///
    /// Flag 0x10 counts only if 0x20 is set, and 0x40 only if 0x80 is set.
    package var flags: UInt16 = 0
    /// The text that names the item, for the question.
    package var description: [UInt8]
    /// False for an old prompt subject, which has no flags in its file.
    package internal(set) var hasFlags = true

    package init(_ description: [UInt8], flags: UInt16 = 0) {
      (self.description, self.flags) = (description, flags)
    }
  }

  /// A condition on the user and the group of the calling process.
  package struct ProcessSubject: Hashable, Sendable {
    package let version: UInt16
    /// The parts of the condition that count, as flags.
    ///
    /// Flag 0x1 means that the user must match, and flag 0x2 that the group must match. With flag
    /// 0x100 the superuser passes too.
    package let mask: UInt16
    package let user: UInt32
    package let group: UInt32

    package init(mask: UInt16, user: UInt32, group: UInt32, version: UInt16 = 1) {
      (self.version, self.mask, self.user, self.group) = (version, mask, user, group)
    }
  }

  /// The numbers that stand for the cases of a subject in a file.
  enum Kind {
    static let any: UInt32 = 1
    static let threshold: UInt32 = 123
    static let prompt: UInt32 = 0x1_0000
    static let program: UInt32 = 116
    static let process: UInt32 = 0x1_0003
    static let partition: UInt32 = 0x1_000C
  }

  /// The version number of prompt subjects that have flags; older prompt subjects have 0.
  ///
  /// In a file this number stands beside the number of the subject's kind.
  static let promptVersion: UInt32 = 1
  /// The version number that a file has before the flags of a prompt subject.
  ///
  /// Its two bytes are equal, so both byte orders give the same number.
  static let flagsVersion: UInt16 = 0x0101
  /// The deepest nesting of subjects that is read, in levels; Apple's systems write two levels.
  static let deepest = 8
}
