// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A record of a keybag file: the number of its kind, its flags and its bytes.
///
/// When Latchkey rewrites a keybag, it keeps records of unknown kinds.
package struct KeybagRecord: Hashable, Sendable {
  /// The numbers of record kinds, which say what a record contains.
  ///
  /// Numbers are never reused.
  package enum Kind {
    /// The record of a class key: protection (1 byte), kind of the key that wraps the class key (1,
    /// see `Wrapper`), epoch (4), wrapped class key.
    package static let classKey: UInt16 = 1
    /// The record of a metadata key: protection (1 byte), reserved (1), epoch (4), wrapped metadata
    /// key.
    package static let metadataKey: UInt16 = 2
    /// The record of an index key: protection of the class key that wraps it (1 byte), reserved
    /// (1), epoch (4), wrapped index key.
    package static let indexKey: UInt16 = 3
    /// The record of the passcode, whose bytes are a `PasscodeRecord`.
    ///
    /// A keybag has at most one record of this kind.
    package static let passcode: UInt16 = 4
    /// The record of the oldest epoch (4 bytes) under which rows of the database may be sealed.
    ///
    /// Rows that could not be opened and were moved to the table `aside` may be older. A keybag has
    /// at most one record of this kind.
    package static let rows: UInt16 = 7
    // 5 (TPM) and 16...31 (circle and view keys) are not written yet. 6 stays free: the delays
    // after wrong passcodes have their own file.
  }

  /// The flag of a record that every reader must understand.
  ///
  /// A reader that does not know the kind of the record refuses the keybag.
  package static let critical: UInt16 = 1

  package let kind: UInt16
  package let flags: UInt16
  package let bytes: [UInt8]

  /// Makes a record of this kind with these flags and bytes.
  package init(kind: UInt16, flags: UInt16 = 0, bytes: [UInt8]) {
    self.kind = kind
    self.flags = flags
    self.bytes = bytes
  }

  func isKnown(in version: UInt16) -> Bool {
    let last =
      version >= KeybagImage.versionWithPasscode ? Kind.passcode : Kind.indexKey
    return (Kind.classKey...last).contains(kind)
  }
}
