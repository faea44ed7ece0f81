// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

extension KeybagAuthority {
  /// The keys that a holder has left of the last unlocking.
  func keys(
    heldBy holder: any UnlockKeyHolder, under names: HeldNames, for image: KeybagImage
  ) throws(KeybagError) -> UnlockKeys {
    if let key = held(by: holder, names.unlock, as: .heldUnlockKey, of: image.store) {
      let keys = try UnlockKeys(device: unlockKey, unlock: key)
      if try keys.fit(image) { return keys }
    }
    if let key = held(by: holder, names.firstUnlock, as: .heldFirstUnlockKey, of: image.store) {
      let keys = try UnlockKeys(device: unlockKey, firstUnlock: key)
      if try keys.fit(image) { return keys }
    }
    return UnlockKeys(device: unlockKey)
  }

  private func held(
    by holder: any UnlockKeyHolder, _ name: String, as purpose: KeyPurpose, of store: Identifier16
  ) -> Key<KeyRole.Unlock>? {
    holder.held(name).flatMap { holding.unwrap($0, as: purpose, of: store) }
  }
}

extension UnlockKeys {
  /// Whether these are the keys that the class keys of an image are wrapped by; one record of each
  /// kind is tried.
  ///
  /// Only asked of an image whose code was checked: that a record does not open speaks against the
  /// keys, not against the record.
  func fit(_ image: KeybagImage) throws(KeybagError) -> Bool {
    var tried: Set<Wrapper> = []
    for record in image.records where record.kind == KeybagRecord.Kind.classKey {
      let entry = try KeyRecord<KeyRole.Class>(decoding: record)
      guard let wrapper = Wrapper(rawValue: entry.wrapper), wrapper != .device,
        let key = self[wrapper], tried.insert(wrapper).inserted
      else { continue }
      let binding = KeyBinding(
        store: image.store, protection: entry.protection, epoch: entry.epoch)
      do throws(KeybagError) {
        _ = try key.unwrap(entry.wrapped, binding: binding)
      } catch .forged {
        return false
      }
    }
    return !tried.isEmpty
  }
}
