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

/// What follows from the device key for one store: the unlock key, and what proves the file.
struct KeybagAuthority: Sendable {
  let unlockKey: CipherKey<KeyRole.Unlock>
  /// Over the whole file; derives from the device key alone, so that a locked store can check it.
  let authentication: HMACSHA256
  let keyCheck: [UInt8]
  /// Wraps unlock keys that are held outside the process.
  let holding: CipherKey<KeyRole.Holding>

  private enum FileCode {}
  private enum Check {}

  private enum Attempts {}
  private enum Enrolment {}

  /// What proves the file of wrong tries.
  func attemptsKey() throws(KeybagError) -> HMACSHA256 {
    do {
      let key = try unlockKey.key.derive(Attempts.self, info: "latchkey 1 attempts")
      return try HMACSHA256(key: key.bytes)
    } catch {
      throw KeybagError(error)
    }
  }

  /// What proves the file of the fingers that were seen last.
  func enrolmentKey() throws(KeybagError) -> HMACSHA256 {
    do {
      let key = try unlockKey.key.derive(Enrolment.self, info: "latchkey 1 enrolment")
      return try HMACSHA256(key: key.bytes)
    } catch {
      throw KeybagError(error)
    }
  }

  init(deviceKey: Key<KeyRole.Device>, store: Identifier16) throws(KeybagError) {
    do {
      let unlock = try deviceKey.derive(
        KeyRole.Unlock.self, salt: store.bytes, info: "latchkey 1 unlock key")
      let code = try unlock.derive(FileCode.self, info: "latchkey 1 keybag code")
      let check = try unlock.derive(Check.self, info: "latchkey 1 key check")
      unlockKey = try CipherKey(unlock)
      authentication = try HMACSHA256(key: code.bytes)
      holding = try CipherKey(
        unlock.derive(KeyRole.Holding.self, info: "latchkey 1 holding key"))
      keyCheck = check.bytes.withBytes { bytes in
        (0..<KeybagImage.keyCheckSize).map { bytes[$0] }
      }
    } catch {
      throw KeybagError(error)
    }
  }
}
