// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
package import KeychainStorage
package import KeychainTypes
import SecureMemory

/// The keys that an engine uses at one time, with the codec that encrypts and decrypts rows with
/// these keys.
///
/// The object never changes. After a rotation, a lock or an unlock in any process, the engine uses
/// a new object. A call that began with the old keys then starts again.
final class LiveKeys: Sendable {
  let codec: RowCodec
  /// The lock generation directly before the keybag with these keys was read.
  ///
  /// The lock generation is a number that rises with each lock, unlock and change of passcode in
  /// any process. If it has risen since, these keys may be out of date.
  let generation: UInt32
  /// The time at which the store will lock itself, in microseconds since boot, or nil if it will
  /// not.
  let end: Int64?

  /// True if the store has a passcode, so that a lock could take some of the keys away.
  let hasPasscode: Bool
  /// The version of the passcode, a number that changes with the passcode.
  let passcodeVersion: UInt64
  let lockState: LockState
  /// True if the store uses the newest generation of keys in the keybag.
  let areNewest: Bool
  /// The number of the reading of the keybag that found these keys.
  ///
  /// Of two objects, the object with the larger number has keys that are equal or newer.
  private let reading: UInt64

  private init(_ codec: RowCodec, generation: UInt32, end: Int64?, reading: UInt64) {
    self.codec = codec
    self.reading = reading
    hasPasscode = codec.keybag.hasPasscode
    passcodeVersion = codec.keybag.passcodeVersion
    lockState = codec.keybag.lockState
    areNewest = codec.keybag.image.epoch == codec.keybag.epochs.current
    self.generation = generation
    self.end = end
  }

  /// Makes the keys of a keybag that was just read.
  ///
  /// - Parameters:
  ///   - number: the lock generation (a number that rises with each lock, unlock and change of
  ///     passcode), read before the keybag.
  ///   - reading: the number of this reading, in the order in which the engine's readings of the
  ///     keybag began.
  convenience init(
    _ keybag: UnlockedKeybag, since number: UInt32, reading: UInt64 = 0,
    _ environment: Environment
  ) {
    let end =
      keybag.lockState == .unlocked
      ? keybag.heldNames.flatMap { environment.holder.end(of: $0.unlock) } : nil
    self.init(RowCodec(keybag: keybag), generation: number, end: end, reading: reading)
  }

  var epochs: KeyEpochs { codec.keybag.epochs }

  /// True if the store has a passcode and was unlocked since the boot, so that a lock would take
  /// some keys away.
  var canBeLocked: Bool {
    hasPasscode && lockState != .beforeFirstUnlock
  }

  /// Returns true if these keys were read before the keys in `other`.
  func isOlder(than other: LiveKeys) -> Bool { reading < other.reading }

  /// A copy of these keys, changed to the state after the removal of the passcode.
  var withoutPasscode: LiveKeys {
    LiveKeys(
      RowCodec(keybag: codec.keybag.withoutPasscode), generation: generation, end: end,
      reading: reading)
  }

  /// Returns a copy of these keys for which all protection classes except the given classes are
  /// locked.
  func keeping(_ protections: Set<Protection>) -> LiveKeys {
    LiveKeys(
      RowCodec(keybag: codec.keybag.keeping(protections)), generation: generation, end: end,
      reading: reading)
  }
}

extension Session {
  /// The number of attempts after which a call fails, if the keys are renewed again during each
  /// attempt.
  ///
  /// Renewals are rare and take long, so more of them mean an error.
  private static let renewalLimit = 8

  /// Runs the body of a call with a session whose keys do not change until the body returns.
  ///
  /// If another thread or process renews the keys meanwhile, the body throws before it changes
  /// anything. The body then runs again with the new keys. The function is inlined, because
  /// otherwise the body would copy its captured request, which is large.
  @inline(__always)
  package func withKeys<R>(_ body: (Session) throws(KeychainError) -> R) throws(KeychainError) -> R
  {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    var renewals = 0
    while true {
      let keys = try engine.currentKeys()
      do throws(KeychainError) {
        return try body(Session(self, with: keys))
      } catch {
        renewals += 1
        guard error.context == .renewedKeys, renewals < Self.renewalLimit else { throw error }
        try engine.renewKeys(after: keys)
        engine.catchUp()
      }
    }
  }

  /// Runs changes in one transaction, if the store's rows are sealed under the keys of this call.
  ///
  /// - Parameters:
  ///   - time: the time when the SecItem function was called. Nil for the current time.
  ///   - prepare, refusesFirst, isRehearsal: see `Engine.changing`.
  /// - Throws: An error with the context `renewedKeys` if the keys were renewed.
  func changing<R>(
    at time: Instant? = nil, preparing prepare: ((Int64, ChangeOrigin) -> Void)? = nil,
    refusesFirst: Bool = false, isRehearsal: Bool = false,
    _ body: @escaping (inout ChangeRecorder) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    try engine.changing(
      by: caller, with: current, at: time, preparing: prepare, refusesFirst: refusesFirst,
      isRehearsal: isRehearsal || isRehearsing, body)
  }

  /// Runs a body that reads one consistent state of the store, if the store's rows are sealed under
  /// the keys of this call.
  ///
  /// - Throws: An error with the context `renewedKeys` if the keys were renewed.
  package func reading<R>(
    _ body: (StoreReader) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    try engine.store.read { (reader) throws(KeychainError) in
      // If the store is too damaged to name its generations of keys, the body finds the damage
      // itself.
      if let epochs = try? reader.keyEpochs(), epochs != codec.keybag.epochs {
        throw KeychainError(StorageError.rekeyed)
      }
      return try body(reader)
    }
  }
}

extension Engine {
  /// Returns the current keys, and reads them again if the store was locked or unlocked since the
  /// last reading.
  ///
  /// - Throws: An error if the keys cannot be read. The old keys must then not be used, because
  ///   they may be locked.
  func currentKeys() throws(KeychainError) -> LiveKeys {
    let keys = self.keys
    // Without a passcode nothing is locked, so a new passcode may be noticed a moment later.
    if !keys.hasPasscode, !isDue(lastLook, after: 1) { return keys }
    if generation.flaw == nil, isDue(lastPlace, after: 250), !generation.isInPlace {
      loseLockFile()
      return self.keys
    }
    if generation.read() == keys.generation,
      keys.end.map({ environment.clock.sinceBoot() < $0 }) ?? true
    {
      return keys
    }
    try renewKeys(after: keys)
    return self.keys
  }

  /// Makes the store use the newest keys of the keybag, if it still uses older keys.
  ///
  /// The store uses older keys after an interrupted renewal, or if an old copy of the store was put
  /// back. Nothing new may be sealed under the older keys. Therefore all writes are refused if the
  /// store cannot use the newest keys.
  func catchUp() {
    guard !keys.areNewest else { return }
    _ = try? KeyRenewal(engine: self).begin()
  }

  /// Returns true if a check that is made every `milliseconds` is due, and records it as made now.
  ///
  /// - Parameter look: the time when the check was last made.
  private func isDue(_ look: Lock<MonotonicTime>, after milliseconds: Int) -> Bool {
    let now = MonotonicTime.now
    return look.withLock { (last: inout MonotonicTime) -> Bool in
      guard now >= last.advanced(byMilliseconds: milliseconds) else { return false }
      last = now
      return true
    }
  }

  /// Reads the keybag again, and gives this engine the keys under which the store's rows are sealed
  /// now.
  ///
  /// Does nothing if another thread has already replaced the keys in `used`.
  ///
  /// - Parameter used: the keys with which the call has failed.
  func renewKeys(after used: LiveKeys) throws(KeychainError) {
    guard keys === used else { return }
    // The two numbers are taken before the keybag is read, so that a change during the reading is
    // noticed later.
    let reading = readings.withLock { (count: inout UInt64) -> UInt64 in
      count += 1
      return count
    }
    let number = generation.read()
    let keybag = try Engine.keybag(of: store, files, environment)
    take(LiveKeys(keybag, since: number, reading: reading, environment))
  }

  /// Returns the keybag, set to the generations of keys under which the store's rows are sealed.
  ///
  /// - Parameter first: a keybag that was already read, or nil. If this keybag lacks the keys of
  ///   the rows, the function reads the keybag again.
  static func keybag(
    of store: ItemStore, _ files: StoreFiles, _ environment: Environment,
    first: UnlockedKeybag? = nil
  ) throws(KeychainError) -> UnlockedKeybag {
    let keys = environment.keys(in: files.directory)
    var candidate = first
    // The keybag has keys before the store names them, and drops them after the store has stopped
    // naming them. Reading in this order misses at most one step each time.
    for _ in 0..<8 {
      let epochs = try storing { () throws(StorageError) in try store.keyEpochs() }
      let keybag: UnlockedKeybag
      if let known = candidate {
        keybag = known
      } else {
        keybag = try keying(files) { () throws(KeybagError) in
          try openedKeybag(keys, files, environment)
        }
      }
      let fitting = try keying(files) { () throws(KeybagError) in try keybag.using(epochs) }
      if let fitting { return fitting }
      candidate = nil
    }
    throw KeychainError(
      .notAvailable, "the keybag lacks keys that the database was written with",
      context: .path(files.directory + "/keybag"),
      advice: "bring back the keybag that belongs to the database")
  }

  /// Returns the current keybag, opened with the unlock keys that this process can find.
  ///
  /// First drops unlock keys that should have been dropped when the store was locked. If the kernel
  /// refuses a shared keyring, each process holds its own unlock keys. The process that locked the
  /// store could not drop the keys that this process holds.
  ///
  /// While keys are dropped, the store's files are locked. So no process can unlock the store
  /// meanwhile and lose its new keys.
  static func openedKeybag(
    _ keys: KeybagFiles, _ files: StoreFiles, _ environment: Environment
  ) throws(KeybagError) -> UnlockedKeybag {
    let found = try foundKeybag(keys, files, environment)
    guard let names = found.heldNames, environment.holder.canOutliveLocks,
      LockGeneration.lastAct(files.lockFile).hasLocked(found.lockState)
    else { return found }
    do throws(KeychainError) {
      // Do not wait long for other processes: a lock takes effect within a second.
      try files.locked(within: min(500, environment.store.busyLimit), environment.calls) {
        let act = LockGeneration.lastAct(files.lockFile)
        if act != .other { environment.holder.drop(names.unlock) }
        if act == .lockAll || act == .fileLost { environment.holder.drop(names.firstUnlock) }
      }
    } catch {
      return try keys.withoutHolder.open(randomness: environment.randomness)
    }
    return try keys.open(randomness: environment.randomness)
  }

  /// Returns the current keybag.
  ///
  /// If the device key does not fit the keybag, another process may be renewing them one after the
  /// other. Both files are then read again under the lock on the store's files.
  private static func foundKeybag(
    _ keys: KeybagFiles, _ files: StoreFiles, _ environment: Environment
  ) throws(KeybagError) -> UnlockedKeybag {
    do throws(KeybagError) {
      return try keys.open(randomness: environment.randomness)
    } catch .wrongDeviceKey {
      let settled = try? files.locked(within: environment.store.busyLimit, environment.calls) {
        () throws(KeychainError) in
        try keying(files) { () throws(KeybagError) in
          try keys.open(randomness: environment.randomness)
        }
      }
      guard let settled else { throw .wrongDeviceKey }
      return settled
    }
  }

  /// Returns true if the two files of the keybag, the keybag and its copy, are equal.
  ///
  /// If they differ, they are compared again under the lock on the store's files, because another
  /// process may be writing them one after the other.
  ///
  /// - Throws: An error if the files cannot be read now. The error does not mean that they differ.
  func isKeybagInStep() throws(KeychainError) -> Bool {
    let keys = environment.keys(in: files.directory)
    if (try? keys.readBoth())?.condition == .inStep { return true }
    return try files.locked(within: environment.store.busyLimit, environment.calls) {
      () throws(KeychainError) in
      do throws(KeybagError) {
        return try keys.readBoth()?.condition == .inStep
      } catch .damaged {
        return false
      } catch {
        throw KeychainError(error, directory: files.directory)
      }
    }
  }

  /// Returns the current keybag in a store's directory, with the unlock keys that are available for
  /// it.
  static func openedKeybag(
    in files: StoreFiles, _ environment: Environment
  ) throws(KeychainError) -> UnlockedKeybag {
    let keys = environment.keys(in: files.directory)
    return try keying(files) { () throws(KeybagError) in
      try openedKeybag(keys, files, environment)
    }
  }

  static func keying<R>(
    _ files: StoreFiles, _ body: () throws(KeybagError) -> R
  ) throws(KeychainError) -> R {
    do throws(KeybagError) {
      return try body()
    } catch {
      throw KeychainError(error, directory: files.directory)
    }
  }
}

extension LockGeneration.Act {
  /// Returns true if the last action on the store was a lock after which `state` is impossible.
  ///
  /// `self` is the last action. If a keybag is in this state nevertheless, this process still holds
  /// unlock keys that the lock should have dropped.
  fileprivate func hasLocked(_ state: LockState) -> Bool {
    switch self {
    case .other: false
    case .lock: state == .unlocked
    case .lockAll, .fileLost: state != .beforeFirstUnlock
    }
  }
}
