// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A wrapped key as a record of the keybag file holds it: a class key, metadata key or index key.
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
