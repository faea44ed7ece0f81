// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import KeychainEngine
internal import KeychainTypes

/// A backup of the items of a simulated device, as its real engine made it
/// (spec/secitem.md 14.1).
public struct DeviceBackup: Hashable, Sendable {
  /// The device that it was made of: all comes back there, elsewhere what is of no device only.
  public let identity: UUID
  /// Whether it is wrapped by a passphrase; else by a key of the device, and of no use elsewhere.
  public let isEncrypted: Bool
  /// The bytes of the file.
  let content: [UInt8]
  /// The number of the device's world in this process; 0 out of a journal.
  let maker: UInt64

  package init(identity: UUID, isEncrypted: Bool, content: [UInt8], maker: UInt64 = 0) {
    self.identity = identity
    self.isEncrypted = isEncrypted
    self.content = content
    self.maker = maker
  }
}

/// As words of a journal, which so replays without the device that the backup was made of.
extension DeviceBackup {
  var words: [String] {
    [identity.uuidString, "\(isEncrypted)", Data(content).base64EncodedString()]
  }

  /// Reads what `words` wrote.
  init?(words: [String]) {
    guard words.count == 3, let identity = UUID(uuidString: words[0]),
      let isEncrypted = Bool(words[1]), let content = Data(base64Encoded: words[2])
    else { return nil }
    self.init(identity: identity, isEncrypted: isEncrypted, content: Array(content))
  }
}

/// Backup, restore and the move to another device (spec/access-control.md 2.3, 2.4).
///
/// The real engine does all of it: what is of this device only stays behind because its keys do.
extension SimulatedDevice {
  /// A backup of the items of a device.
  public typealias Backup = DeviceBackup

  /// Makes a backup of the items that may leave the device: neither those that need a passcode to
  /// be set, nor those whose access control needs somebody to be there.
  ///
  /// - Parameter encrypted: under a passphrase; else under a key of this device.
  /// - Throws: `Impossible`, with the status errSecInteractionNotAllowed where the device is locked
  ///   or off.
  public func backup(encrypted: Bool) throws(Impossible) -> Backup {
    try world.backUp(isEncrypted: encrypted)
  }

  /// Brings back a backup, in place of all items that are not synchronizable.
  ///
  /// On another device than the backup's, items of this device only are not there afterwards.
  ///
  /// - Throws: `Impossible`, with the status errSecDecode for an unencrypted backup of another
  ///   device, errSecInteractionNotAllowed where this one is locked; nothing has changed then. Also
  ///   for a backup of another device that has this one's identity, being made of the same seed.
  public func restore(_ backup: Backup) throws(Impossible) { try world.restore(backup) }

  /// Moves the items to another device without a file, as an encrypted backup that is restored
  /// there.
  ///
  /// They stay here too.
  ///
  /// - Throws: `Impossible` where one of both is locked or off.
  public func migrate(to other: SimulatedDevice) throws(Impossible) {
    for device in [self, other] { try device.state.requireUnlocked() }
    try other.restore(backup(encrypted: true))
  }
}

/// Backups: events that leave the state as it is, and that the engine can refuse.
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
        "the backup's device and this one are the same, of one seed; give one of them another seed")
    }
    let event = DeviceEvent.restore(backup)
    try apply(event, recording: true)
    defer { told(event) }
    try asking { () throws(KeychainError) in try keychain.restore(backup) }
  }

  /// What the engine does not do, with its status.
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

/// Backups of the store, by the same calls that `security backup` and `security restore` make.
extension DeviceKeychain {
  /// What the person chose when the first encrypted backup was made.
  private static let passphrase = "a simulated passphrase"

  /// - Throws: -25308 while the device is locked (spec/access-control.md 2.3).
  func backUp(isEncrypted: Bool) throws(KeychainError) -> [UInt8] {
    let owner = try owner()
    // Where a locked item is met, the engine says so itself.
    let backup = try owner.backup(under: try Self.wrapping(isEncrypted))
    guard try owner.lockStatus().state == .unlocked else {
      throw KeychainError(.interactionNotAllowed, "a locked device makes no backup")
    }
    return backup.content
  }

  /// - Throws: -26275 for one that only another device opens; -25308 while this one is locked.
  func restore(_ backup: DeviceBackup) throws(KeychainError) {
    _ = try owner().restore(backup.content, under: try Self.wrapping(backup.isEncrypted))
  }

  private static func wrapping(_ isEncrypted: Bool) throws(KeychainError) -> BackupWrapping {
    isEncrypted ? .passphrase(try Passcode(text: passphrase)) : .device
  }
}
