// SPDX-License-Identifier: Apache-2.0

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
