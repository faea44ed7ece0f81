// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// A keybag without its keys: it says what it is, and opens nothing.
package struct LockedKeybag: Sendable {
  /// How the two files stood to each other when they were read.
  package enum Condition: Hashable, Sendable {
    case inStep
    /// The copy holds other bytes, as after a crash between the two writes.
    case copyBehind
    case copyMissing
    case copyDamaged
    /// The keybag itself was missing and its copy stood in.
    case keybagMissing
    /// The keybag itself was damaged and its copy stood in.
    case keybagDamaged
  }

  package let image: KeybagImage
  package let condition: Condition
  private let bytes: [UInt8]

  /// Reads the bytes of a keybag file.
  ///
  /// - Throws: `damaged`, `newerVersion`.
  package init(
    decoding bytes: [UInt8], condition: Condition = .inStep
  ) throws(KeybagError) {
    image = try KeybagImage(decoding: bytes)
    self.condition = condition
    self.bytes = bytes
  }

  /// The names under which its unlock keys are held, as bytes say that nobody has checked: enough
  /// to forget keys by; nil without a passcode.
  package func heldNames() throws(KeybagError) -> HeldNames? {
    try image.passcode?.derivation.map { HeldNames(store: image.store, derivation: $0) }
  }

  /// Whether the keybag was written under this device key.
  func isWrapped(by deviceKey: Key<KeyRole.Device>) throws(KeybagError) -> Bool {
    let authority = try KeybagAuthority(deviceKey: deviceKey, store: image.store)
    return constantTimeEqual(authority.keyCheck.span, image.keyCheck.span)
  }

  /// Checks that the device key and the bytes are right and takes out the keys: all of them where
  /// there is no passcode, else those that `held` has left of the last unlocking.
  ///
  /// - Throws: `wrongDeviceKey`, `forged`, `damaged`, `newerVersion`, `testKeybag`.
  package func unlock(
    with deviceKey: Key<KeyRole.Device>, held: any UnlockKeyHolder = NoHolder(),
    randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    let authority = try self.authority(deviceKey)
    let passcode = try image.passcode
    var keys = UnlockKeys(device: authority.unlockKey)
    if let derivation = passcode?.derivation {
      let names = HeldNames(store: image.store, derivation: derivation)
      keys = try authority.keys(heldBy: held, under: names, for: image)
    }
    return try UnlockedKeybag(
      image: image, condition: condition, authority: authority, unlockKeys: keys,
      randomness: randomness)
  }

  /// The keybag with all keys, by its passcode; for about half a second of work.
  ///
  /// - Throws: `wrongPasscode`, `passcode` where none is set, and as the other.
  package func unlock(
    with deviceKey: Key<KeyRole.Device>, passcode: Passcode, randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    let authority = try self.authority(deviceKey)
    guard let derivation = try image.passcode?.derivation else { throw .passcode(isSet: false) }
    let key = try Key<KeyRole.Unlock>.derive(
      from: passcode, derivation, deviceKey: deviceKey, store: image.store)
    let keys = try UnlockKeys(device: authority.unlockKey, unlock: key)
    guard try keys.fit(image) else { throw .wrongPasscode }
    return try UnlockedKeybag(
      image: image, condition: condition, authority: authority, unlockKeys: keys,
      randomness: randomness)
  }

  /// The keys of the file's own, once it is proved to be the one that was written.
  func authority(
    _ deviceKey: Key<KeyRole.Device>
  ) throws(KeybagError) -> KeybagAuthority {
    let authority = try KeybagAuthority(deviceKey: deviceKey, store: image.store)
    guard constantTimeEqual(authority.keyCheck.span, image.keyCheck.span) else {
      throw .wrongDeviceKey
    }
    do {
      let end = bytes.count - KeybagImage.codeSize
      let code = try authority.authentication.code(bytes.span.extracting(..<end)).bytes
      guard constantTimeEqual(code.span, bytes.span.extracting(end...)) else {
        throw KeybagError.forged
      }
    } catch {
      throw KeybagError(error)
    }
    return authority
  }
}
