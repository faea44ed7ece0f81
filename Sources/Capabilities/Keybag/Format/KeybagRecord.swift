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
    /// The record of a class key.
    ///
    /// Its bytes are the protection (1 byte), a `Wrapper` (1), the epoch (4) and the wrapped class
    /// key. The `Wrapper` is the kind of unlock key that wraps the class key.
    package static let classKey: UInt16 = 1
    /// The record of a metadata key.
    ///
    /// Its bytes are the protection (1 byte), a reserved byte, the epoch (4) and the metadata key,
    /// wrapped by the class key.
    package static let metadataKey: UInt16 = 2
    /// The record of an index key.
    ///
    /// Its bytes are the protection whose class key wraps the index key (1 byte), a reserved byte,
    /// the epoch (4) and the wrapped index key.
    package static let indexKey: UInt16 = 3
    /// The record of the passcode, whose bytes are a `PasscodeRecord`.
    ///
    /// A keybag has at most one record of this kind.
    package static let passcode: UInt16 = 4
    /// The record of the oldest epoch (4 bytes) under which rows of the database may be sealed.
    ///
    /// Rows that could not be opened were moved to the table `aside`, and may be older. A keybag
    /// has at most one record of this kind.
    package static let rows: UInt16 = 7
    // 5 (TPM) and 16...31 (circle and view keys) are not written yet. 6 stays free: the delays
    // after wrong passcodes have their own file.
  }

  /// The flag of a record that every reader has to understand.
  ///
  /// A reader that does not know the kind of a record with this flag refuses the keybag.
  package static let critical: UInt16 = 1

  package let kind: UInt16
  package let flags: UInt16
  package let bytes: [UInt8]

  /// Makes a record with the given kind, flags and bytes.
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
