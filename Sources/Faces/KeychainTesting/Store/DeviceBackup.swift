// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import KeychainEngine
internal import KeychainTypes

/// A backup of the items of a simulated device (Specification/secitem.md, "Exporting a backup").
///
/// The backup is made by the keychain engine that real programs use, not by a simulation of it.
public struct DeviceBackup: Hashable, Sendable {
  /// The identity of the device from which the backup was made.
  ///
  /// On that device all items can be restored. On another device, items that must stay on their
  /// device (`ThisDeviceOnly`) are not restored.
  public let identity: UUID
  /// True if the backup is encrypted with a passphrase.
  ///
  /// If it is false, the backup is encrypted with a key of its device, and no other device can
  /// restore it.
  public let isEncrypted: Bool
  /// The bytes of the backup file.
  let content: [UInt8]
  /// The number of the simulated device that made the backup (`DeviceWorld.number`).
  ///
  /// Each simulated device of this process has its own number.
  ///
  /// Zero if the backup was read from a journal, so that its device is not known.
  let maker: UInt64

  package init(identity: UUID, isEncrypted: Bool, content: [UInt8], maker: UInt64 = 0) {
    self.identity = identity
    self.isEncrypted = isEncrypted
    self.content = content
    self.maker = maker
  }
}

/// Conversion of a backup to the words of a journal line and back.
///
/// A journal is the file with the steps and outcomes of a simulated device. Because the line
/// contains the whole backup, a replay of the journal does not need the device that made the
/// backup.
extension DeviceBackup {
  var words: [String] {
    [identity.uuidString, "\(isEncrypted)", Data(content).base64EncodedString()]
  }

  /// Makes a backup from the words of a journal line, or returns nil if the words do not describe a
  /// backup.
  init?(words: [String]) {
    guard words.count == 3, let identity = UUID(uuidString: words[0]),
      let isEncrypted = Bool(words[1]), let content = Data(base64Encoded: words[2])
    else { return nil }
    self.init(identity: identity, isEncrypted: isEncrypted, content: Array(content))
  }
}

/// Backup, restore and the move to another device (Specification/access-control.md, "Events of the
/// device", "Effects on items").
///
/// The keychain engine that real programs use makes and restores the backups. Another device cannot
/// restore `ThisDeviceOnly` items, because it lacks their keys.
extension SimulatedDevice {
  /// A backup of the items of a device.
  public typealias Backup = DeviceBackup

  /// Makes a backup of the items of this device.
  ///
  /// The backup leaves out the `WhenPasscodeSetThisDeviceOnly` items, and the items whose access
  /// control needs the user to be present. The backup contains the other `ThisDeviceOnly` items,
  /// which can be restored only on this device.
  ///
  /// - Parameter encrypted: true to encrypt the backup with a passphrase, so that other devices can
  ///   restore it. False to encrypt it with a key of this device.
  /// - Throws: `Impossible`, with the status errSecInteractionNotAllowed if the device is locked or
  ///   off.
  public func backup(encrypted: Bool) throws(Impossible) -> Backup {
    try world.backUp(isEncrypted: encrypted)
  }

  /// Removes all items that are not synchronizable, and restores the items of a backup.
  ///
  /// If the backup comes from another device, items that must stay on that device are not restored.
  ///
  /// - Throws: `Impossible`, with nothing changed. The status is errSecDecode for an unencrypted
  ///   backup of another device, and errSecInteractionNotAllowed if this device is locked. The
  ///   error is also thrown if the backup comes from another device that was made with the seed of
  ///   this device: give one of the devices another seed.
  public func restore(_ backup: Backup) throws(Impossible) { try world.restore(backup) }

  /// Copies the items to another device: makes an encrypted backup of this device, and restores it
  /// on the other device.
  ///
  /// The items of this device stay.
  ///
  /// - Throws: `Impossible` if this device or the other device is locked or off.
  public func migrate(to other: SimulatedDevice) throws(Impossible) {
    for device in [self, other] { try device.state.requireUnlocked() }
    try other.restore(backup(encrypted: true))
  }
}

/// Functions that make and restore backups as events of the device.
///
/// These events do not change the value `DeviceState`, and the keychain engine can refuse them.
extension DeviceWorld {
  func backUp(isEncrypted: Bool) throws(ImpossibleEvent) -> DeviceBackup {
    let event = DeviceEvent.backup(isEncrypted: isEncrypted)
    try apply(event, recording: true)
    defer { told(event) }
    let content = try asking { () throws(KeychainError) in
      try keychain.backUp(isEncrypted: isEncrypted)
    }
    return DeviceBackup(
      identity: state.identity, isEncrypted: isEncrypted, content: content, maker: number)
  }

  func restore(_ backup: DeviceBackup) throws(ImpossibleEvent) {
    let isTwin = ![0, number].contains(backup.maker) && backup.identity == state.identity
    guard !isTwin else {
      throw ImpossibleEvent(
        "the backup's device has the same seed as this device; give one of them another seed")
    }
    let event = DeviceEvent.restore(backup)
    try apply(event, recording: true)
    defer { told(event) }
    try asking { () throws(KeychainError) in try keychain.restore(backup) }
  }

  /// Runs a call of the engine, and converts its error to `ImpossibleEvent` with the status of the
  /// error.
  private func asking<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(ImpossibleEvent) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      throw ImpossibleEvent("\(error.reason)", status: error.code.rawValue)
    }
  }
}

/// Backups of the store, with the calls that `security backup` and `security restore` make.
extension DeviceKeychain {
  /// The passphrase of all encrypted backups of simulated devices.
  private static let passphrase = "a simulated passphrase"

  /// Makes a backup of the store, and returns the bytes of the backup file.
  ///
  /// - Throws: -25308 while the device is locked (Specification/access-control.md, "Events of the
  ///   device").
  func backUp(isEncrypted: Bool) throws(KeychainError) -> [UInt8] {
    let owner = try owner()
    // If there is a locked item, the engine throws the error itself.
    let backup = try owner.backup(under: try Self.wrapping(isEncrypted))
    guard try owner.lockStatus().state == .unlocked else {
      throw KeychainError(.interactionNotAllowed, "a locked device cannot make a backup")
    }
    return backup.content
  }

  /// Restores a backup into the store.
  ///
  /// - Throws: -26275 for a backup that only another device can decrypt, -25308 while this device
  ///   is locked.
  func restore(_ backup: DeviceBackup) throws(KeychainError) {
    _ = try owner().restore(backup.content, under: try Self.wrapping(backup.isEncrypted))
  }

  private static func wrapping(_ isEncrypted: Bool) throws(KeychainError) -> BackupWrapping {
    isEncrypted ? .passphrase(try Passcode(text: passphrase)) : .device
  }
}
