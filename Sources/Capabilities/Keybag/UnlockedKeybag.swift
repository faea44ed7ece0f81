// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// A keybag with its keys.
///
/// A value: what changes it gives back another one, which `KeybagFiles.save` makes durable.
package struct UnlockedKeybag: Sendable {
  package private(set) var image: KeybagImage
  package private(set) var condition: LockedKeybag.Condition
  /// Seals and opens rows with these keys.
  package private(set) var sealer: ItemSealer
  /// The epochs that rows may have; the newest of the file until `using` says what the store says.
  package private(set) var epochs: KeyEpochs
  /// Whether a key that was to be the device key lies beside it, as after a crash.
  package internal(set) var hasNextDeviceKey = false
  private var current: EpochKeys
  private var older: EpochKeys?
  let authority: KeybagAuthority
  /// What class keys are wrapped by, as far as it is there.
  private(set) var unlockKeys: UnlockKeys
  /// How its passcode is derived, and what went with an earlier one; nil where there never was one.
  package private(set) var passcode: PasscodeRecord?

  /// Takes the keys out of an image whose code was checked.
  init(
    image: KeybagImage, condition: LockedKeybag.Condition, authority: KeybagAuthority,
    unlockKeys: UnlockKeys, randomness: any RandomnessSource
  ) throws(KeybagError) {
    self.unlockKeys = unlockKeys
    passcode = try image.passcode
    self.image = image
    self.condition = condition
    self.authority = authority
    let ring = try KeyRing(image: image, unlockKeys: unlockKeys)
    guard let keys = try EpochKeys(image.epoch, in: ring, store: image.store) else {
      throw .damaged
    }
    current = keys
    epochs = .only(image.epoch)
    sealer = ItemSealer(ring: ring, epoch: image.epoch, randomness: randomness)
  }

  /// Whether a passcode is set.
  package var hasPasscode: Bool { passcode?.derivation != nil }

  /// Another number for each passcode that is set; 0 where there is none.
  package var passcodeVersion: UInt64 {
    // The salt is drawn anew with each.
    passcode?.derivation?.salt.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } ?? 0
  }

  /// Which keys are there.
  package var lockState: LockState {
    guard hasPasscode, unlockKeys.unlock == nil else { return .unlocked }
    return unlockKeys.firstUnlock == nil ? .beforeFirstUnlock : .locked
  }

  /// Makes the digests of attribute values.
  package var digests: DigestMaker { current.digests }

  /// Authenticates the change history.
  package var history: HistoryHead { current.history }

  /// What the index key of an epoch gives; nil for an epoch that no row of the store has.
  package func keys(of epoch: UInt32) -> EpochKeys? {
    if epoch == current.number { return current }
    return older.flatMap { $0.number == epoch ? $0 : nil }
  }

  /// The same keybag for a store whose rows have these epochs; nil when it lacks keys of one, or
  /// keeps them for rows set aside alone.
  package func using(_ epochs: KeyEpochs) throws(KeybagError) -> UnlockedKeybag? {
    guard try epochs.oldest >= image.oldestOfRows else { return nil }
    let ring = sealer.ring
    guard let keys = try EpochKeys(epochs.current, in: ring, store: image.store) else {
      return nil
    }
    var copy = self
    copy.older = nil
    if let number = epochs.older {
      guard let old = try EpochKeys(number, in: ring, store: image.store) else { return nil }
      copy.older = old
    }
    copy.current = keys
    copy.epochs = epochs
    copy.sealer = ItemSealer(
      ring: ring, epoch: epochs.current, randomness: sealer.randomness)
    return copy
  }

  /// A new keybag: fresh keys for every protection but the one that needs a passcode.
  package static func generate(
    deviceKey: Key<KeyRole.Device>, randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    let store = try identifier(from: randomness)
    let authority = try KeybagAuthority(deviceKey: deviceKey, store: store)
    var image = KeybagImage(
      store: store, incarnation: try identifier(from: randomness), keyCheck: authority.keyCheck,
      records: [])
    let unlockKeys = UnlockKeys(device: authority.unlockKey)
    image.records = try records(
      of: image.epoch, store: store, hasPasscode: false, under: unlockKeys, randomness: randomness)
    return try UnlockedKeybag(
      image: image, condition: .inStep, authority: authority, unlockKeys: unlockKeys,
      randomness: randomness)
  }

  /// The file's bytes.
  package func encode() throws(KeybagError) -> [UInt8] {
    do {
      return try image.encode(authenticatedBy: authority.authentication)
    } catch {
      throw KeybagError(error)
    }
  }

  /// The same keybag with the keys of all other protections forgotten, as at a lock.
  ///
  /// Digests and history stay possible: deleting needs no class key.
  package func keeping(_ protections: Set<Protection>) -> UnlockedKeybag {
    var copy = self
    copy.sealer = sealer.keeping(protections)
    copy.unlockKeys = unlockKeys.keeping(protections)
    return copy
  }

  /// The same keybag as it would be had its passcode been removed, to see what would come of that.
  package var withoutPasscode: UnlockedKeybag {
    guard hasPasscode else { return self }
    var copy = self
    copy.sealer = sealer.without(.whenPasscodeSetThisDeviceOnly)
    copy.passcode = PasscodeRecord(nil, lostWrite: .max)
    return copy
  }

  /// The same keybag in another state.
  package func with(state: KeybagImage.State) -> UnlockedKeybag {
    var copy = self
    copy.image.state = state
    return copy
  }

  /// The same keybag with a new incarnation: after restore, migration, erase (spec/sync.md S5).
  package func withNewIncarnation(
    randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    var copy = self
    copy.image.incarnation = try Self.identifier(from: randomness)
    return copy
  }

  /// The same keybag, one lock generation later.
  package func withNextLockGeneration() -> UnlockedKeybag {
    var copy = self
    copy.image.lockGeneration &+= 1
    return copy
  }

  /// The same keybag once it is known how its two files are.
  func with(condition: LockedKeybag.Condition) -> UnlockedKeybag {
    var copy = self
    copy.condition = condition
    return copy
  }

  func withNextSequence() -> UnlockedKeybag {
    var copy = self
    copy.image.sequence &+= 1
    return copy
  }

  /// Whether items of a protection can be opened and made now.
  package func availability(of protection: Protection) -> Availability {
    sealer.availability(of: protection)
  }

  private static func identifier(
    from randomness: any RandomnessSource
  ) throws(KeybagError) -> Identifier16 {
    do {
      return Identifier16(try randomness.bytes(count: 16)) ?? .zero
    } catch {
      throw KeybagError(error)
    }
  }

  /// Fresh keys of an epoch for every protection that the store can have now.
  static func records(
    of epoch: UInt32, store: Identifier16, hasPasscode: Bool, under unlockKeys: UnlockKeys,
    randomness: any RandomnessSource
  ) throws(KeybagError) -> [KeybagRecord] {
    var records: [KeybagRecord] = []
    for protection in Protection.allCases
    where hasPasscode || protection != .whenPasscodeSetThisDeviceOnly {
      records += try self.records(
        for: KeyBinding(store: store, protection: protection, epoch: epoch),
        wrapper: .of(protection, hasPasscode: hasPasscode), under: unlockKeys,
        randomness: randomness)
    }
    return records
  }

  /// A class key, its metadata key, and under `dk` the index key.
  static func records(
    for binding: KeyBinding, wrapper: Wrapper, under unlockKeys: UnlockKeys,
    randomness: any RandomnessSource
  ) throws(KeybagError) -> [KeybagRecord] {
    guard let unlockKey = unlockKeys[wrapper] else { throw .locked }
    let (protection, epoch) = (binding.protection, binding.epoch)
    do {
      let classKey = try CipherKey(Key<KeyRole.Class>.generate(from: randomness))
      let wrapped = try unlockKey.wrap(classKey.key, binding: binding, randomness: randomness)
      var records = [
        KeyRecord(
          protection: protection, wrapper: wrapper.rawValue, epoch: epoch, wrapped: wrapped
        ).encode(kind: KeybagRecord.Kind.classKey)
      ]
      let metadata = try classKey.wrap(
        Key<KeyRole.Metadata>.generate(from: randomness), binding: binding,
        randomness: randomness)
      records.append(
        KeyRecord(protection: protection, epoch: epoch, wrapped: metadata)
          .encode(kind: KeybagRecord.Kind.metadataKey))
      guard protection == .always else { return records }
      let index = try classKey.wrap(
        Key<KeyRole.Index>.generate(from: randomness), binding: binding, randomness: randomness)
      records.append(
        KeyRecord(protection: protection, epoch: epoch, wrapped: index)
          .encode(kind: KeybagRecord.Kind.indexKey))
      return records
    } catch {
      throw KeybagError(error)
    }
  }
}

/// Whether items of a protection class can be opened now, and if not, why.
package enum Availability: Hashable, Sendable {
  case available
  /// The class key exists and was forgotten at the lock.
  case locked
  /// The protection needs a passcode, and none is set.
  case noPasscode
}
