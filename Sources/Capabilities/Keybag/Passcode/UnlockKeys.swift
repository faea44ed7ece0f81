// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// What a class key is wrapped by; the byte in its record, never reused.
enum Wrapper: UInt8, Sendable {
  /// The key that the device key alone gives.
  case device = 1
  /// The unlock key, which needs the passcode and goes at each lock.
  case unlock = 2
  /// The key derived from it that stays after the first unlock.
  case firstUnlock = 3

  /// Where the key of a protection is wrapped, by whether there is a passcode
  /// (spec/secitem.md 10.1).
  static func of(_ protection: Protection, hasPasscode: Bool) -> Wrapper {
    guard hasPasscode else { return .device }
    switch protection {
    case .always, .alwaysThisDeviceOnly: return .device
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: return .firstUnlock
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: return .unlock
    }
  }
}

/// The keys that open class keys, as far as they are there.
struct UnlockKeys: Sendable {
  let device: CipherKey<KeyRole.Unlock>
  /// Nil while locked and where there is no passcode.
  let unlock: CipherKey<KeyRole.Unlock>?
  /// Nil before the first unlock and where there is no passcode.
  let firstUnlock: CipherKey<KeyRole.Unlock>?

  subscript(wrapper: Wrapper) -> CipherKey<KeyRole.Unlock>? {
    switch wrapper {
    case .device: device
    case .unlock: unlock
    case .firstUnlock: firstUnlock
    }
  }

  /// Without a passcode, or before its first entry.
  init(device: CipherKey<KeyRole.Unlock>) {
    self.init(device: device, unlock: nil, firstUnlock: nil)
  }

  /// With the unlock key: all.
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

  /// While locked: what the first unlock has left.
  init(
    device: CipherKey<KeyRole.Unlock>, firstUnlock: Key<KeyRole.Unlock>
  ) throws(KeybagError) {
    do {
      self.init(device: device, unlock: nil, firstUnlock: try CipherKey(firstUnlock))
    } catch {
      throw KeybagError(error)
    }
  }

  /// Those that class keys of these protections are wrapped by, where there is a passcode.
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
  /// The unlock key of a passcode: neither the passcode nor the disk alone gives it
  /// (spec/access-control.md 4.1).
  ///
  /// Takes half a second and 128 MiB for the standard cost.
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
