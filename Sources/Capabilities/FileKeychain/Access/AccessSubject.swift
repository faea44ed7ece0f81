// SPDX-License-Identifier: Apache-2.0

/// The condition of an entry in an access list (Specification/keychain-file-format.md, "Subjects").
package indirect enum AccessSubject: Hashable, Sendable {
  /// Everybody passes.
  case any
  /// At least `needed` of the subjects pass.
  case threshold(needed: UInt32, [AccessSubject])
  /// The user is asked.
  case prompt(PromptSubject)
  /// A certain program passes.
  case program(TrustedProgram)
  /// Bytes that belong to the item: its partition list, or its integrity digest.
  case partition([UInt8])
  /// Processes of a user or group pass.
  case process(ProcessSubject)

  /// A question to the user.
  package struct PromptSubject: Hashable, Sendable {
    /// Flags of the question: require the keychain's password (1), ask for unsigned (0x10) and for
    /// invalid programs (0x40), each only if the bit above it is set.
    package var flags: UInt16 = 0
    /// The text that names the item, for the question.
    package var description: [UInt8]
    /// False for an old subject without flags.
    package internal(set) var hasFlags = true

    package init(_ description: [UInt8], flags: UInt16 = 0) {
      (self.description, self.flags) = (description, flags)
    }
  }

  /// A condition for the process itself.
  package struct ProcessSubject: Hashable, Sendable {
    package let version: UInt16
    /// The conditions that hold: the user (1), the group (2), the superuser passes too (0x100).
    package let mask: UInt16
    package let user: UInt32
    package let group: UInt32

    package init(mask: UInt16, user: UInt32, group: UInt32, version: UInt16 = 1) {
      (self.version, self.mask, self.user, self.group) = (version, mask, user, group)
    }
  }

  /// The numbers of the subjects in a file.
  enum Kind {
    static let any: UInt32 = 1
    static let threshold: UInt32 = 123
    static let prompt: UInt32 = 0x1_0000
    static let program: UInt32 = 116
    static let process: UInt32 = 0x1_0003
    static let partition: UInt32 = 0x1_000C
  }

  /// The version of a prompt that has flags.
  static let promptVersion: UInt32 = 1
  /// The version of the flags themselves; both byte orders give this number.
  static let flagsVersion: UInt16 = 0x0101
  /// The deepest nesting of subjects: Apple's systems write two levels.
  static let deepest = 8
}
