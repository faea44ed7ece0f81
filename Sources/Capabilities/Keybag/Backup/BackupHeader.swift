// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The header of a backup, which can be read without a key (Documentation/Formats/backup.md,
/// section 2).
struct BackupHeader: Hashable, Sendable {
  static let magic = Array("LATCHKBU".utf8)
  static let version: UInt16 = 1
  /// The size in bytes of the part of the header before the wrapped keys.
  static let fixedSize = 96
  static let checksumSize = 16

  /// The scrypt cost of trying one passphrase for the backup.
  ///
  /// Nil if the backup has no passphrase, so that a key of the device opens it.
  var cost: PasscodeCost?
  var salt: [UInt8]
  /// The identifier of the store that was backed up.
  var store: Identifier16
  var time: Instant
  var keyCount: UInt32
  var itemCount: UInt32 = 0
  /// The size of the whole file in bytes.
  var size: UInt64 = 0

  /// Returns the bytes of the header before the wrapped keys.
  ///
  /// These bytes are associated data of the wrapped keys, so a changed header makes the keys
  /// unusable.
  func encode() -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.magic)
    writer.number(Self.version)
    writer.number(UInt8(cost == nil ? 2 : 1))
    writer.number(UInt8(cost?.isForTests ?? false ? 1 : 0))
    writer.number(cost?.logarithm ?? 0)
    writer.append([0, 0, 0])
    writer.number(cost?.r ?? 0)
    writer.number(cost?.p ?? 0)
    writer.append(salt)
    writer.append(store.bytes)
    writer.number(time.microseconds)
    writer.number(keyCount)
    writer.number(itemCount)
    writer.number(size)
    return writer.bytes
  }

  /// Reads the header at the beginning of a backup file.
  ///
  /// - Parameter bytes: the bytes of the whole file.
  /// - Throws: `foreign` for other files, `newerVersion`, `testBackup`, and `damaged` for an
  ///   invalid header. Scrypt parameters beyond the limits are `damaged` too: otherwise a hostile
  ///   file could exhaust the memory.
  init(decoding bytes: [UInt8]) throws(BackupError) {
    var reader = ByteReader(bytes)
    guard reader.take(Self.magic.count) == Self.magic else { throw .foreign }
    guard let version: UInt16 = reader.number() else { throw .damaged }
    guard version <= Self.version else { throw .newerVersion }
    guard version == Self.version, let wrapping: UInt8 = reader.number(),
      let flags: UInt8 = reader.number(), let logarithm: UInt8 = reader.number(),
      reader.take(3) == [0, 0, 0], let r: UInt32 = reader.number(),
      let p: UInt32 = reader.number(), let salt = reader.take(PasscodeRecord.saltSize),
      let store = reader.take(16).flatMap({ Identifier16($0) }),
      let time: Int64 = reader.number(), let keyCount: UInt32 = reader.number(),
      let itemCount: UInt32 = reader.number(), let size: UInt64 = reader.number(),
      size == UInt64(bytes.count), flags <= 1
    else { throw .damaged }
    switch wrapping {
    case 1:
      do throws(KeybagError) {
        cost = try PasscodeCost(logarithm: logarithm, r: r, p: p, isForTests: flags == 1)
      } catch {
        throw BackupError(error)
      }
    case 2 where flags == 0 && logarithm == 0 && r == 0 && p == 0: cost = nil
    default: throw .damaged
    }
    self.salt = salt
    self.store = store
    self.time = Instant(microseconds: time)
    self.keyCount = keyCount
    self.itemCount = itemCount
    self.size = size
  }

  init(
    cost: PasscodeCost?, salt: [UInt8], store: Identifier16, time: Instant, keyCount: Int
  ) {
    self.cost = cost
    self.salt = salt
    self.store = store
    self.time = time
    self.keyCount = UInt32(keyCount)
  }
}
