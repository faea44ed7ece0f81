// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The entry of one protection in a backup, with the wrapped key that opens the protection's items
/// (Documentation/Formats/backup.md, section 3).
///
/// If items of the protection must stay on this device, the key is wrapped twice: first by the
/// store's class key, then by the backup's key. So the passphrase and the file alone do not unwrap
/// the key.
struct BackupKeyEntry: Sendable {
  /// Whether the store's class key is needed to unwrap the key: `device` if it is, else `portable`.
  ///
  /// The raw value is a byte of the entry in the file.
  enum Binding: UInt8, Sendable {
    case portable = 1
    case device = 2

    init(_ protection: Protection) { self = protection.isThisDeviceOnly ? .device : .portable }

    var wrappedSize: Int {
      Key<KeyRole.BackupClass>.size + XAES256GCM.overhead * (self == .device ? 2 : 1)
    }
    /// The size of the whole entry in bytes: protection, binding, epoch and wrapped key.
    var size: Int { 6 + wrappedSize }
  }

  let protection: Protection
  /// The epoch (generation of the store's keys) whose class key wraps the key of this entry.
  ///
  /// 0 for a portable key, which no class key wraps.
  let epoch: UInt32

  var binding: Binding { Binding(protection) }

  /// The bytes of the entry that precede the wrapped key: protection, binding and epoch.
  var head: [UInt8] {
    [protection.rawValue, binding.rawValue] + Canonical.littleEndian(epoch)
  }

  /// Returns the associated data for wrapping this entry's key by the backup's key
  /// (`KeyRole.Backup`).
  ///
  /// - Parameter header: the bytes of the backup's header.
  func outerData(_ header: [UInt8]) -> [UInt8] {
    Array("latchkey 1 backup key".utf8) + header + head
  }

  /// Returns the associated data for wrapping this entry's key by the store's class key.
  func innerData(_ header: BackupHeader) -> [UInt8] {
    Array("latchkey 1 backup device key".utf8) + header.store.bytes + header.salt + head
  }

  /// Returns the associated data for sealing an item of the backup.
  ///
  /// - Parameters:
  ///   - protection: the protection of the item.
  ///   - place: the index of the item in the backup.
  static func itemData(_ protection: Protection, _ place: Int) -> [UInt8] {
    Array("latchkey 1 backup item".utf8) + [protection.rawValue]
      + Canonical.littleEndian(UInt32(place))
  }
}
