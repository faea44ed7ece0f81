// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// A keybag whose keys are still wrapped.
///
/// A locked keybag shows to which store it belongs, but cannot open a row. `unlock` unwraps its
/// keys.
package struct LockedKeybag: Sendable {
  /// The state of the files `keybag` and `keybag.copy` when they were read; `inStep` if both are
  /// equal.
  package enum Condition: Hashable, Sendable {
    case inStep
    /// The bytes of the copy differ from the bytes of the keybag.
    ///
    /// A crash between the writes of the two files leaves this state.
    case copyBehind
    case copyMissing
    case copyDamaged
    /// The keybag was missing, and its copy was read instead.
    case keybagMissing
    /// The keybag was damaged, and its copy was read instead.
    case keybagDamaged
  }

  package let image: KeybagImage
  package let condition: Condition
  private let bytes: [UInt8]

  /// Reads the bytes of a keybag file without checking its authentication code.
  ///
  /// - Throws: `damaged`, or `newerVersion` if a newer version of Latchkey wrote the file.
  package init(
    decoding bytes: [UInt8], condition: Condition = .inStep
  ) throws(KeybagError) {
    image = try KeybagImage(decoding: bytes)
    self.condition = condition
    self.bytes = bytes
  }

  /// Returns the names under which an `UnlockKeyHolder` keeps this keybag's unlock keys.
  ///
  /// Nil if the store has no passcode. The bytes of the keybag are not authenticated yet. So use
  /// the names only to make the holder forget keys.
  package func heldNames() throws(KeybagError) -> HeldNames? {
    try image.passcode?.derivation.map { HeldNames(store: image.store, derivation: $0) }
  }

  /// Returns true if this keybag was written under `deviceKey`.
  ///
  /// Bytes that derive from `deviceKey` are compared with `KeybagImage.keyCheck`.
  func isWrapped(by deviceKey: Key<KeyRole.Device>) throws(KeybagError) -> Bool {
    let authority = try KeybagAuthority(deviceKey: deviceKey, store: image.store)
    return constantTimeEqual(authority.keyCheck.span, image.keyCheck.span)
  }

  /// Unwraps the available keys, if the device key and the keybag's authentication code are right.
  ///
  /// If the store has no passcode, all keys are unwrapped. If the store has a passcode, keys that
  /// need the passcode are unwrapped only if `held` still keeps the unlock key for them.
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

  /// Unwraps all keys of the keybag with the passcode of the store.
  ///
  /// The call takes about half a second.
  ///
  /// - Throws: `wrongPasscode`, `passcode(isSet: false)` if the store has no passcode, and the
  ///   errors of `unlock(with:held:randomness:)`.
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

  /// Returns the keys that derive from the device key, after the keybag's authentication code is
  /// checked.
  ///
  /// - Throws: `wrongDeviceKey`, or `forged` if the authentication code is wrong.
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
