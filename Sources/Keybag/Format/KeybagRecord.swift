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

/// The content of the three kinds of record that hold a wrapped key.
struct KeyRecord<Role>: Sendable {
  let protection: Protection
  let wrapper: UInt8
  let epoch: UInt32
  let wrapped: Wrapped<Role>

  func encode(kind: UInt16) -> KeybagRecord {
    var writer = ByteWriter()
    writer.number(protection.rawValue)
    writer.number(wrapper)
    writer.number(epoch)
    writer.append(wrapped.bytes)
    return KeybagRecord(kind: kind, flags: KeybagRecord.critical, bytes: writer.bytes)
  }

  init(protection: Protection, wrapper: UInt8 = 0, epoch: UInt32, wrapped: Wrapped<Role>) {
    self.protection = protection
    self.wrapper = wrapper
    self.epoch = epoch
    self.wrapped = wrapped
  }

  init(decoding record: KeybagRecord) throws(KeybagError) {
    var reader = ByteReader(record.bytes)
    guard let number: UInt8 = reader.number(), let protection = Protection(rawValue: number),
      let wrapper: UInt8 = reader.number(), let epoch: UInt32 = reader.number(),
      reader.remaining == Wrapped<Role>.size, let bytes = reader.take(reader.remaining)
    else { throw .damaged }
    self.init(
      protection: protection, wrapper: wrapper, epoch: epoch, wrapped: Wrapped(bytes: bytes))
  }
}
