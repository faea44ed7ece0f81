// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// The rotation of keys: new keys are added, rows are sealed under them, and old keys are removed
/// (Documentation/Formats/keybag.md, section 7).
extension UnlockedKeybag {
  /// Returns a copy of the keybag with fresh keys of a new epoch (generation of keys).
  ///
  /// No row is sealed under the new keys yet. If an older version of Latchkey set the passcode, all
  /// present class keys existed before the passcode protected them. The new keys are then the first
  /// keys that the passcode protects from the start.
  ///
  /// - Throws: `locked` if an unlock key that must wrap the new keys is not available.
  package func withNextEpoch(
    randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    var image = self.image
    image.epoch += 1
    image.records += try Self.records(
      of: image.epoch, store: image.store, hasPasscode: hasPasscode, under: unlockKeys,
      randomness: randomness)
    if let record = passcode, let derivation = record.derivation, record.firstEpoch == 0 {
      image.replace(
        PasscodeRecord(derivation, lostWrite: record.lostWrite, firstEpoch: image.epoch))
    }
    return try with(image)
  }

  /// Returns true if keys of one of these epochs existed before the passcode was set.
  ///
  /// An attacker with an old copy of the keybag could then open rows of these epochs without the
  /// passcode. False if no passcode is set.
  package func hasKeysFromBeforePasscode(of epochs: KeyEpochs) -> Bool {
    guard let passcode, passcode.derivation != nil else { return false }
    return passcode.firstEpoch == 0 || epochs.oldest < passcode.firstEpoch
  }

  /// Returns a copy of the keybag with only the keys of the given epochs (generations of keys).
  package func keeping(epochs: Set<UInt32>) throws(KeybagError) -> UnlockedKeybag {
    var image = self.image
    image.records.removeAll()
    for record in self.image.records {
      if let epoch = try record.epoch, !epochs.contains(epoch) { continue }
      image.records.append(record)
    }
    return try with(image)
  }

  /// Returns true if this keybag still accepts a database that names an older epoch of keys.
  ///
  /// After a rotation, older keys remain only for the table `aside`, which has rows that could not
  /// be opened. A forged database could name the epoch of the older keys, which would then open
  /// rows of other tables. The keybag that `settled` returns refuses the forged database.
  ///
  /// The result is false while a rotation is under way, because the database then has to name an
  /// older epoch.
  ///
  /// - Parameter epochs: the epochs that the database names.
  package func isOpenTo(older epochs: KeyEpochs) throws(KeybagError) -> Bool {
    guard epochs.isSettled, try image.oldestOfRows < epochs.current else { return false }
    return allEpochs.contains { $0 < epochs.current }
  }

  /// Returns a copy of the keybag whose keys older than `epoch` open only rows of the table
  /// `aside`.
  ///
  /// The table `aside` has rows that could not be opened and were moved out of the way.
  package func settled(at epoch: UInt32) throws(KeybagError) -> UnlockedKeybag {
    var image = self.image
    image.replace(oldestOfRows: epoch)
    return try with(image)
  }

  /// Returns a copy of the keybag with the content `image`.
  ///
  /// - Parameter other: the unlock keys of the copy; nil for the unlock keys of this keybag.
  func with(
    _ image: KeybagImage, unlockKeys other: UnlockKeys? = nil
  ) throws(KeybagError) -> UnlockedKeybag {
    try UnlockedKeybag(
      image: image, condition: condition, authority: authority, unlockKeys: other ?? unlockKeys,
      randomness: sealer.randomness)
  }

  /// The epochs (generations of keys) of all keys in the keybag.
  package var allEpochs: Set<UInt32> {
    Set(image.records.compactMap { record in (try? record.epoch) ?? nil })
  }

  /// Returns the keybag with its class keys wrapped under another device key
  /// (Specification/sync.md, "Seams", S12).
  ///
  /// All other records are copied byte for byte. The keybag must have no passcode: otherwise unlock
  /// keys derive from the passcode too, and not from the device key alone.
  func wrapped(
    by deviceKey: Key<KeyRole.Device>, randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    precondition(!hasPasscode, "the unlock key needs the passcode too")
    let next = try KeybagAuthority(deviceKey: deviceKey, store: image.store)
    let keys = UnlockKeys(device: next.unlockKey)
    var image = try rewrapped(by: keys, hasPasscode: false, randomness: randomness)
    image.keyCheck = next.keyCheck
    return try UnlockedKeybag(
      image: image, condition: condition, authority: next, unlockKeys: keys,
      randomness: randomness)
  }

  /// Returns the content of this keybag with every class key wrapped by an unlock key in `next`.
  ///
  /// All other records stay as they are.
  ///
  /// - Parameter hasPasscode: true if the store has a passcode afterwards. This value decides which
  ///   unlock key wraps a class key.
  /// - Throws: `locked` if an unlock key that unwraps or wraps a class key is not available.
  func rewrapped(
    by next: UnlockKeys, hasPasscode: Bool, randomness: any RandomnessSource
  ) throws(KeybagError) -> KeybagImage {
    var image = self.image
    image.records = try image.records.map { (record) throws(KeybagError) in
      guard record.kind == KeybagRecord.Kind.classKey else { return record }
      let entry = try KeyRecord<KeyRole.Class>(decoding: record)
      let binding = KeyBinding(
        store: image.store, protection: entry.protection, epoch: entry.epoch)
      let wrapper = Wrapper.of(entry.protection, hasPasscode: hasPasscode)
      guard let old = Wrapper(rawValue: entry.wrapper).flatMap({ unlockKeys[$0] }),
        let new = next[wrapper]
      else { throw .locked }
      let key = try old.unwrap(entry.wrapped, binding: binding)
      return KeyRecord(
        protection: entry.protection, wrapper: wrapper.rawValue, epoch: entry.epoch,
        wrapped: try new.wrap(key, binding: binding, randomness: randomness)
      ).encode(kind: record.kind)
    }
    return image
  }
}

extension KeybagRecord {
  /// The protection of the key in the record; nil if the record contains no key.
  var protection: Protection? {
    get throws(KeybagError) {
      switch kind {
      case Kind.classKey: try KeyRecord<KeyRole.Class>(decoding: self).protection
      case Kind.metadataKey: try KeyRecord<KeyRole.Metadata>(decoding: self).protection
      case Kind.indexKey: try KeyRecord<KeyRole.Index>(decoding: self).protection
      default: nil
      }
    }
  }

  /// The epoch (generation of keys) of the key in the record; nil if the record contains no key.
  var epoch: UInt32? {
    get throws(KeybagError) {
      switch kind {
      case Kind.classKey: try KeyRecord<KeyRole.Class>(decoding: self).epoch
      case Kind.metadataKey: try KeyRecord<KeyRole.Metadata>(decoding: self).epoch
      case Kind.indexKey: try KeyRecord<KeyRole.Index>(decoding: self).epoch
      default: nil
      }
    }
  }
}
