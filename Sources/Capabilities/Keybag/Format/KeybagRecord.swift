// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// One record of a keybag: a kind and bytes.
///
/// Kinds that this version does not know are kept.
package struct KeybagRecord: Hashable, Sendable {
  /// What a record holds; numbers are never reused.
  package enum Kind {
    /// protection (1), wrapper (1), epoch (4), wrapped class key.
    package static let classKey: UInt16 = 1
    /// protection (1), reserved (1), epoch (4), wrapped metadata key.
    package static let metadataKey: UInt16 = 2
    /// protection of the wrapping class (1), reserved (1), epoch (4), wrapped index key.
    package static let indexKey: UInt16 = 3
    /// See `PasscodeRecord`; at most one.
    package static let passcode: UInt16 = 4
    /// The oldest epoch that a row in its table may have (4); at most one.
    package static let rows: UInt16 = 7
    // 5 TPM, 16...31 circle and view keys: not written yet. 6 stays free: the delays after wrong
    // passcodes have a file of their own.
  }

  /// A reader that does not know the kind of a record with this flag refuses the keybag.
  package static let critical: UInt16 = 1

  package let kind: UInt16
  package let flags: UInt16
  package let bytes: [UInt8]

  /// A record as it is.
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
