// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Sets, replaces and removes the passcode of a keybag by wrapping its class keys again
/// (Documentation/Formats/keybag.md, section 8).
extension UnlockedKeybag {
  /// Returns a copy of this keybag with a passcode, if the keybag has no passcode so far.
  ///
  /// The copy has fresh keys for items that need a passcode (protection `akpu`). The copy also has
  /// keys of a new epoch (generation of keys), under which no row is sealed yet. No keybag without
  /// the passcode ever contained the keys of this epoch.
  ///
  /// - Throws: `passcode(isSet: true)` if a passcode is set already.
  package func settingPasscode(
    _ passcode: Passcode, cost: PasscodeCost, deviceKey: Key<KeyRole.Device>,
    randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    guard !hasPasscode else { throw .passcode(isSet: true) }
    let next = try fresh(passcode, cost, deviceKey, randomness)
    var image = try rewrapped(by: next.keys, hasPasscode: true, randomness: randomness)
    for epoch in allEpochs.sorted() {
      image.records += try Self.records(
        for: KeyBinding(
          store: image.store, protection: .whenPasscodeSetThisDeviceOnly, epoch: epoch),
        wrapper: .unlock, under: next.keys, randomness: randomness)
    }
    image.epoch += 1
    image.records += try Self.records(
      of: image.epoch, store: image.store, hasPasscode: true, under: next.keys,
      randomness: randomness)
    image.replace(
      PasscodeRecord(
        next.derivation, lostWrite: self.passcode?.lostWrite ?? 0, firstEpoch: image.epoch))
    return try with(image, unlockKeys: next.keys)
  }

  /// Returns a copy of this keybag with its class keys wrapped under another passcode and a new
  /// salt.
  ///
  /// - Throws: `passcode(isSet: false)` if no passcode is set. `locked` unless the keybag was
  ///   opened with its passcode.
  package func changingPasscode(
    to passcode: Passcode, cost: PasscodeCost, deviceKey: Key<KeyRole.Device>,
    randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    guard let record = self.passcode, hasPasscode else { throw .passcode(isSet: false) }
    let next = try fresh(passcode, cost, deviceKey, randomness)
    var image = try rewrapped(by: next.keys, hasPasscode: true, randomness: randomness)
    image.replace(
      PasscodeRecord(
        next.derivation, lostWrite: record.lostWrite, firstEpoch: record.firstEpoch))
    return try with(image, unlockKeys: next.keys)
  }

  /// Returns this keybag without a passcode, and without the keys of items that need one.
  ///
  /// Items of the protection `akpu`, which need a passcode, can never be opened again.
  ///
  /// - Parameter lastWrite: the number of the store's last write operation.
  /// - Throws: `passcode(isSet: false)` if no passcode is set. `locked` unless the keybag was
  ///   opened with its passcode.
  package func removingPasscode(
    lastWrite: Int64, randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    guard hasPasscode else { throw .passcode(isSet: false) }
    let keys = UnlockKeys(device: authority.unlockKey)
    var image = try removingPasscodeClass().rewrapped(
      by: keys, hasPasscode: false, randomness: randomness)
    image.replace(PasscodeRecord(nil, lostWrite: lastWrite))
    return try with(image, unlockKeys: keys)
  }

  /// The names under which an `UnlockKeyHolder` keeps the unlock keys of this keybag's passcode.
  ///
  /// Nil if no passcode is set.
  package var heldNames: HeldNames? {
    passcode?.derivation.map { HeldNames(store: image.store, derivation: $0) }
  }

  /// Gives the unlock keys of this keybag to a holder.
  ///
  /// So the store is unlocked for all processes that share the holder's keys. The call does nothing
  /// if the store has no passcode or is locked.
  ///
  /// - Parameter limit: the time after which the store locks itself again.
  package func hold(
    in holder: any UnlockKeyHolder, for limit: UnlockLimit, randomness: any RandomnessSource
  ) throws(KeybagError) {
    guard let names = heldNames, let unlock = unlockKeys.unlock,
      let first = unlockKeys.firstUnlock
    else { return }
    let store = image.store
    let (one, other) = (
      try authority.holding.wrap(
        unlock.key, as: .heldUnlockKey, of: store, randomness: randomness),
      try authority.holding.wrap(
        first.key, as: .heldFirstUnlockKey, of: store, randomness: randomness)
    )
    holder.hold(other, as: names.firstUnlock, for: nil)
    holder.hold(one, as: names.unlock, for: limit.seconds)
  }

  private func removingPasscodeClass() throws(KeybagError) -> UnlockedKeybag {
    var image = self.image
    image.records.removeAll()
    for record in self.image.records {
      if try record.protection != .whenPasscodeSetThisDeviceOnly { image.records.append(record) }
    }
    return try with(image)
  }

  private func fresh(
    _ passcode: Passcode, _ cost: PasscodeCost, _ deviceKey: Key<KeyRole.Device>,
    _ randomness: any RandomnessSource
  ) throws(KeybagError) -> (keys: UnlockKeys, derivation: PasscodeRecord.Derivation) {
    guard PasscodeCost.opensTestKeybags || !cost.isForTests else { throw .testKeybag }
    do {
      let salt = try randomness.bytes(count: PasscodeRecord.saltSize)
      let derivation = PasscodeRecord.Derivation(cost: cost, salt: salt)
      let key = try Key<KeyRole.Unlock>.derive(
        from: passcode, derivation, deviceKey: deviceKey, store: image.store)
      return (try UnlockKeys(device: authority.unlockKey, unlock: key), derivation)
    } catch {
      throw KeybagError(error)
    }
  }
}
