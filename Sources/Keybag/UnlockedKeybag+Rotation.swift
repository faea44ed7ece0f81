// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
package import SecureMemory

/// New keys beside the old ones, and the old ones away (Documentation/Formats/keybag.md 7).
extension UnlockedKeybag {
  /// The same keybag with fresh keys of one more epoch, which nothing is sealed under yet.
  package func withNextEpoch(
    randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    var image = self.image
    image.epoch += 1
    for protection in Protection.allCases where protection != .whenPasscodeSetThisDeviceOnly {
      image.records += try Self.records(
        for: protection, store: image.store, epoch: image.epoch, under: authority.unlockKey,
        randomness: randomness)
    }
    return try UnlockedKeybag(
      image: image, condition: condition, authority: authority, randomness: randomness)
  }

  /// The same keybag with the keys of other epochs forgotten.
  package func keeping(epochs: Set<UInt32>) throws(KeybagError) -> UnlockedKeybag {
    var image = self.image
    image.records.removeAll()
    for record in self.image.records {
      if let epoch = try record.epoch, !epochs.contains(epoch) { continue }
      image.records.append(record)
    }
    return try UnlockedKeybag(
      image: image, condition: condition, authority: authority, randomness: sealer.randomness)
  }

  /// The epochs that the keybag has keys of.
  package var allEpochs: Set<UInt32> {
    Set(image.records.compactMap { record in (try? record.epoch) ?? nil })
  }

  /// The same keys wrapped by another device key: class keys anew, what they wrap as it is, and
  /// records of a newer version byte for byte (spec/sync.md S12).
  func wrapped(
    by deviceKey: Key<KeyRole.Device>, randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    let next = try KeybagAuthority(deviceKey: deviceKey, store: image.store)
    var image = self.image
    image.keyCheck = next.keyCheck
    image.records = try image.records.map { (record) throws(KeybagError) in
      guard record.kind == KeybagRecord.Kind.classKey else { return record }
      let entry = try KeyRecord<KeyRole.Class>(decoding: record)
      let binding = KeyBinding(
        store: image.store, protection: entry.protection, epoch: entry.epoch)
      let key = try authority.unlockKey.unwrap(entry.wrapped, binding: binding)
      return KeyRecord(
        protection: entry.protection, wrapper: entry.wrapper, epoch: entry.epoch,
        wrapped: try next.unlockKey.wrap(key, binding: binding, randomness: randomness)
      ).encode(kind: record.kind)
    }
    return try UnlockedKeybag(
      image: image, condition: condition, authority: next, randomness: randomness)
  }
}

extension KeybagRecord {
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
