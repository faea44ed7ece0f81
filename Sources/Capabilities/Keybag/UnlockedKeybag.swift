// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// A keybag with the keys that could be unwrapped: the keys of a locked protection class are
/// missing.
///
/// An `UnlockedKeybag` is a value: each function that changes a keybag returns a changed copy. To
/// make the copy durable, pass it to `KeybagFiles.save`.
package struct UnlockedKeybag: Sendable {
  package private(set) var image: KeybagImage
  package private(set) var condition: LockedKeybag.Condition
  /// Seals and opens rows with the keys of this keybag.
  package private(set) var sealer: ItemSealer
  /// The epochs (generations of keys) under which rows of the database may be sealed.
  ///
  /// A keybag that was just opened has only the newest epoch of the keybag file. A copy that
  /// `using(_:)` returns has the epochs that the database names.
  package private(set) var epochs: KeyEpochs
  /// True if the file `device.key.next` exists, because a crash interrupted a change of the device
  /// key.
  package internal(set) var hasNextDeviceKey = false
  private var current: EpochKeys
  private var older: EpochKeys?
  let authority: KeybagAuthority
  /// The unlock keys that are available now; each of them wraps some of the class keys.
  private(set) var unlockKeys: UnlockKeys
  /// The passcode record of the keybag file.
  ///
  /// The record says how the passcode's key is derived. The record also says which rows can never
  /// be opened again, because an earlier passcode was removed. Nil if no passcode was ever set.
  package private(set) var passcode: PasscodeRecord?

  /// Makes a keybag from the decoded keybag file (`image`), whose authentication code was already
  /// checked.
  ///
  /// Unwraps each key that an unlock key in `unlockKeys` wraps. All other keys are missing in the
  /// new keybag.
  ///
  /// - Parameters:
  ///   - condition: How the file `keybag` and its copy `keybag.copy` compare.
  ///   - authority: The keys that derive from the device key alone, for example the key that
  ///     authenticates the keybag file.
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

  /// True if a passcode is set.
  package var hasPasscode: Bool { passcode?.derivation != nil }

  /// A number that differs for each passcode of the store.
  ///
  /// 0 if no passcode is set.
  package var passcodeVersion: UInt64 {
    // A new salt is drawn for each passcode.
    passcode?.derivation?.salt.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } ?? 0
  }

  /// The lock state of the store, which follows from the available unlock keys.
  package var lockState: LockState {
    guard hasPasscode, unlockKeys.unlock == nil else { return .unlocked }
    return unlockKeys.firstUnlock == nil ? .beforeFirstUnlock : .locked
  }

  /// Makes the digests of attribute values with the current epoch's keys.
  package var digests: DigestMaker { current.digests }

  /// Authenticates the change history with the current epoch's keys.
  package var history: HistoryHead { current.history }

  /// Returns the keys of one epoch that make digests and authenticate the change history.
  ///
  /// Nil if no row of the database has this epoch.
  package func keys(of epoch: UInt32) -> EpochKeys? {
    if epoch == current.number { return current }
    return older.flatMap { $0.number == epoch ? $0 : nil }
  }

  /// Returns a copy of the keybag for a database whose rows are sealed under the keys of `epochs`.
  ///
  /// Nil if the database cannot be used with this keybag, because the keys of an epoch are missing.
  /// Also nil if the keybag keeps the keys of an epoch only for the table `aside`. Queries do not
  /// read the rows in this table, for example damaged rows.
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

  /// Makes the keybag of a new store without a passcode.
  ///
  /// The new keybag has fresh keys for each protection except `akpu`, which needs a passcode.
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

  /// Returns the bytes of the keybag file.
  package func encode() throws(KeybagError) -> [UInt8] {
    do {
      return try image.encode(authenticatedBy: authority.authentication)
    } catch {
      throw KeybagError(error)
    }
  }

  /// Returns a copy of the keybag that has only the class and metadata keys of `protections`.
  ///
  /// Use it to lock the other protections. The keys for digests and for the change history stay
  /// available, because deleting an item needs no class key.
  package func keeping(_ protections: Set<Protection>) -> UnlockedKeybag {
    var copy = self
    copy.sealer = sealer.keeping(protections)
    copy.unlockKeys = unlockKeys.keeping(protections)
    return copy
  }

  /// A copy of the keybag as if its passcode had been removed.
  ///
  /// Use it to preview the removal.
  package var withoutPasscode: UnlockedKeybag {
    guard hasPasscode else { return self }
    var copy = self
    copy.sealer = sealer.without(.whenPasscodeSetThisDeviceOnly)
    copy.passcode = PasscodeRecord(nil, lostWrite: .max)
    return copy
  }

  /// Returns a copy of the keybag that records `state`: whether the store's database was already
  /// made.
  package func with(state: KeybagImage.State) -> UnlockedKeybag {
    var copy = self
    copy.image.state = state
    return copy
  }

  /// Returns a copy of the keybag with a new random identifier of the store's incarnation.
  ///
  /// The incarnation changes if the store is copied, restored or repaired, because write numbers
  /// may then be used again (Specification/sync.md, "Seams", S5).
  package func withNewIncarnation(
    randomness: any RandomnessSource
  ) throws(KeybagError) -> UnlockedKeybag {
    var copy = self
    copy.image.incarnation = try Self.identifier(from: randomness)
    return copy
  }

  /// Returns a copy of the keybag whose counter of passcode changes (lock generation) is raised by
  /// one.
  package func withNextLockGeneration() -> UnlockedKeybag {
    var copy = self
    copy.image.lockGeneration &+= 1
    return copy
  }

  /// Returns a copy of the keybag that records how the files `keybag` and `keybag.copy` compare.
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

  /// Returns whether items of a protection can be opened and added now, or why they cannot.
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

  /// Makes fresh keys of an epoch for all protections of the store, and returns them as keybag
  /// records.
  ///
  /// - Parameter hasPasscode: if false, protection `akpu` has no keys, because it needs a passcode.
  /// - Throws: `locked` if an unlock key that must wrap a class key is not available.
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

  /// Makes a fresh class key and a fresh metadata key for one protection and epoch, and returns
  /// them as keybag records.
  ///
  /// For protection `dk`, also makes the epoch's index key, from which the keys for digests and for
  /// the change history derive.
  ///
  /// - Throws: `locked` if `unlockKeys` lacks the key that must wrap the class key.
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

/// Whether items of a protection can be opened now, with the reason if they cannot.
package enum Availability: Hashable, Sendable {
  case available
  /// The class key exists, but the process does not have it because the store is locked.
  case locked
  /// The protection needs a passcode, but the store has no passcode.
  case noPasscode
}
