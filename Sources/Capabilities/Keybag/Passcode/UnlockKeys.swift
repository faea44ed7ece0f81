// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The unlock keys that are available now; they unwrap class keys.
struct UnlockKeys: Sendable {
  let device: CipherKey<KeyRole.Unlock>
  /// The unlock key that derives from the passcode.
  ///
  /// Nil if the store is locked or has no passcode.
  let unlock: CipherKey<KeyRole.Unlock>?
  /// The unlock key that stays available after the first unlock since boot, even if the store is
  /// locked.
  ///
  /// Nil if the store was not unlocked since boot, or has no passcode.
  let firstUnlock: CipherKey<KeyRole.Unlock>?

  subscript(wrapper: Wrapper) -> CipherKey<KeyRole.Unlock>? {
    switch wrapper {
    case .device: device
    case .unlock: unlock
    case .firstUnlock: firstUnlock
    }
  }

  /// Makes the unlock keys of a store without a passcode, or of a store not yet unlocked since
  /// boot.
  init(device: CipherKey<KeyRole.Unlock>) {
    self.init(device: device, unlock: nil, firstUnlock: nil)
  }

  /// Makes the unlock keys of an unlocked store with a passcode.
  ///
  /// The key `firstUnlock` is derived from `unlock`.
  init(
    device: CipherKey<KeyRole.Unlock>, unlock: Key<KeyRole.Unlock>
  ) throws(KeybagError) {
    do {
      let first = try unlock.derive(KeyRole.Unlock.self, info: "latchkey 1 first unlock")
      self.init(
        device: device, unlock: try CipherKey(unlock), firstUnlock: try CipherKey(first))
    } catch {
      throw KeybagError(error)
    }
  }

  /// Makes the unlock keys of a store that is locked now, but was unlocked before since boot.
  init(
    device: CipherKey<KeyRole.Unlock>, firstUnlock: Key<KeyRole.Unlock>
  ) throws(KeybagError) {
    do {
      self.init(device: device, unlock: nil, firstUnlock: try CipherKey(firstUnlock))
    } catch {
      throw KeybagError(error)
    }
  }

  /// Returns a copy with only the unlock keys that wrap the class keys of `protections`.
  ///
  /// The call is only for a store with a passcode. The key `device` is always kept.
  func keeping(_ protections: Set<Protection>) -> UnlockKeys {
    let wrappers = Set(protections.map { Wrapper.of($0, hasPasscode: true) })
    return UnlockKeys(
      device: device, unlock: wrappers.contains(.unlock) ? unlock : nil,
      firstUnlock: wrappers.contains(.firstUnlock) ? firstUnlock : nil)
  }

  private init(
    device: CipherKey<KeyRole.Unlock>, unlock: CipherKey<KeyRole.Unlock>?,
    firstUnlock: CipherKey<KeyRole.Unlock>?
  ) {
    self.device = device
    self.unlock = unlock
    self.firstUnlock = firstUnlock
  }
}

extension Key where Role == KeyRole.Unlock {
  /// Derives the unlock key from a passcode and the device key (Specification/access-control.md,
  /// "Derivation").
  ///
  /// Neither the passcode alone nor the store's files alone are enough. At the standard cost, the
  /// derivation takes half a second and 128 MiB.
  static func derive(
    from passcode: Passcode, _ derivation: PasscodeRecord.Derivation,
    deviceKey: Key<KeyRole.Device>, store: Identifier16
  ) throws(KeybagError) -> Key<KeyRole.Unlock> {
    do {
      let stretched = try KeyDerivation.scrypt(
        passcode: passcode.bytes, salt: derivation.salt, cost: derivation.cost.parameters(),
        count: 64)
      let material = SecretBytes(count: 64 + Key<KeyRole.Device>.size) {
        (output: inout MutableSpan<UInt8>) in
        var place = 0
        for part in [stretched, deviceKey.bytes] {
          part.withBytes { bytes in
            for index in bytes.indices {
              output[place] = bytes[index]
              place += 1
            }
          }
        }
      }
      let info =
        Array("latchkey passcode".utf8) + store.bytes
        + Canonical.littleEndian(KeybagImage.versionWithPasscode)
      let bytes = try KeyDerivation.hkdf(key: material, salt: [], info: info, count: Self.size)
      guard let key = Key(bytes: bytes) else { throw CryptoError.wrongLength }
      return key
    } catch {
      throw KeybagError(error)
    }
  }
}

extension KeybagAuthority {
  /// Returns the available unlock keys: the key of the device, and the keys that the holder still
  /// keeps.
  ///
  /// A held key that does not unwrap the class keys of `image` is ignored.
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
  /// Returns true if these unlock keys unwrap the class keys of a keybag.
  ///
  /// One class key is tried for each unlock key that needs the passcode. False if there is no class
  /// key to try.
  ///
  /// The authentication code of `image` must have been checked. Then a record that cannot be
  /// unwrapped proves that the key is wrong, not that the record is damaged.
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
