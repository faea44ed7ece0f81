// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// New keys beside the old ones, and the old ones away (Documentation/Formats/keybag.md 7).
extension UnlockedKeybag {
  /// The same keybag with fresh keys of one more epoch, which nothing is sealed under yet.
  ///
  /// Under a passcode that an older version has set they are the first that were never without one.
  ///
  /// - Throws: `locked` where the keys that they are wrapped by are not there.
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

  /// Whether rows of these epochs are sealed under keys that a keybag of before the passcode opens
  /// too; never without a passcode.
  package func hasKeysFromBeforePasscode(of epochs: KeyEpochs) -> Bool {
    guard let passcode, passcode.derivation != nil else { return false }
    return passcode.firstEpoch == 0 || epochs.oldest < passcode.firstEpoch
  }

  /// The same keybag with the keys of other epochs forgotten.
  package func keeping(epochs: Set<UInt32>) throws(KeybagError) -> UnlockedKeybag {
    var image = self.image
    image.records.removeAll()
    for record in self.image.records {
      if let epoch = try record.epoch, !epochs.contains(epoch) { continue }
      image.records.append(record)
    }
    return try with(image)
  }

  /// Whether keys that only rows set aside need would open other rows, if the store named them.
  package func isOpenTo(older epochs: KeyEpochs) throws(KeybagError) -> Bool {
    guard epochs.isSettled, try image.oldestOfRows < epochs.current else { return false }
    return allEpochs.contains { $0 < epochs.current }
  }

  /// The same keybag, in which keys older than an epoch open only rows that were set aside.
  package func settled(at epoch: UInt32) throws(KeybagError) -> UnlockedKeybag {
    var image = self.image
    image.replace(oldestOfRows: epoch)
    return try with(image)
  }

  /// The same keybag with other records.
  func with(
    _ image: KeybagImage, unlockKeys other: UnlockKeys? = nil
  ) throws(KeybagError) -> UnlockedKeybag {
    try UnlockedKeybag(
      image: image, condition: condition, authority: authority, unlockKeys: other ?? unlockKeys,
      randomness: sealer.randomness)
  }

  /// The epochs that the keybag has keys of.
  package var allEpochs: Set<UInt32> {
    Set(image.records.compactMap { record in (try? record.epoch) ?? nil })
  }

  /// The same keys wrapped by another device key: class keys anew, what they wrap as it is, and
  /// records of a newer version byte for byte (spec/sync.md S12).
  ///
  /// For a keybag without a passcode, whose unlock key follows from the device key alone.
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

  /// The image with every class key wrapped by other keys, and nothing else changed.
  ///
  /// - Throws: `locked` where a key is not there.
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
  /// The protection of the key in the record; nil for records of other kinds.
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

  /// The epoch of the key in the record; nil for records of other kinds.
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
