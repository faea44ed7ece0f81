// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// A class key of a backup with what it is wrapped by (Documentation/Formats/backup.md 3).
///
/// Those of this device only are wrapped by the store's class key first, so that passphrase and
/// file do not open them.
struct BackupKeyEntry: Sendable {
  /// Whether the store's own class key is needed; the byte in the file.
  enum Binding: UInt8, Sendable {
    case portable = 1
    case device = 2

    init(_ protection: Protection) { self = protection.isThisDeviceOnly ? .device : .portable }

    var wrappedSize: Int {
      Key<KeyRole.BackupClass>.size + XAES256GCM.overhead * (self == .device ? 2 : 1)
    }
    /// With protection, binding and epoch.
    var size: Int { 6 + wrappedSize }
  }

  let protection: Protection
  /// Of the store's class key; 0 where none is needed.
  let epoch: UInt32

  var binding: Binding { Binding(protection) }

  /// The bytes before the wrapped key.
  var head: [UInt8] {
    [protection.rawValue, binding.rawValue] + Canonical.littleEndian(epoch)
  }

  /// The associated data of the wrapping by the backup's key.
  func outerData(_ header: [UInt8]) -> [UInt8] {
    Array("latchkey 1 backup key".utf8) + header + head
  }

  /// The associated data of the wrapping by the store's class key.
  func innerData(_ header: BackupHeader) -> [UInt8] {
    Array("latchkey 1 backup device key".utf8) + header.store.bytes + header.salt + head
  }

  /// The associated data of an item.
  static func itemData(_ protection: Protection, _ place: Int) -> [UInt8] {
    Array("latchkey 1 backup item".utf8) + [protection.rawValue]
      + Canonical.littleEndian(UInt32(place))
  }
}
