// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
package import KeychainStorage
package import KeychainTypes
import SecureMemory

/// The keys that an engine works with at one time, with what seals and opens by them.
///
/// Never changed: when a rotation has moved on, or the store was locked or unlocked, here or in
/// another process, others take their place and calls that began with these begin again.
final class LiveKeys: Sendable {
  let codec: RowCodec
  /// The lock generation that was read before the keybag.
  let generation: UInt32
  /// When the store locks itself, in microseconds since boot; nil where it does not.
  let end: Int64?

  /// Whether there is a passcode, so that a lock could take some of them away.
  let hasPasscode: Bool
  /// Another number for another passcode.
  let passcodeVersion: UInt64
  let lockState: LockState
  /// Whether the store names the newest generation of the keybag.
  let areNewest: Bool
  /// Which reading of the keybag they come from: one that began later has seen no less.
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

  /// The keys of a keybag that was read after the lock generation had been `number`.
  ///
  /// - Parameter reading: counts the readings of one engine, by when they began.
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

  /// Whether a lock would take some of them away.
  var canBeLocked: Bool {
    hasPasscode && lockState != .beforeFirstUnlock
  }

  /// Whether the reading of these began before that of others.
  func isOlder(than other: LiveKeys) -> Bool { reading < other.reading }

  /// The same as if the passcode had been removed.
  var withoutPasscode: LiveKeys {
    LiveKeys(
      RowCodec(keybag: codec.keybag.withoutPasscode), generation: generation, end: end,
      reading: reading)
  }

  /// The same while all other protections are locked.
  func keeping(_ protections: Set<Protection>) -> LiveKeys {
    LiveKeys(
      RowCodec(keybag: codec.keybag.keeping(protections)), generation: generation, end: end,
      reading: reading)
  }
}

extension Session {
  /// Renewals come one at a time and take long; a call that meets so many is told to try again.
  private static let renewalLimit = 8

  /// Runs a call with one state of the keys from its beginning to its end, and once more with the
  /// new ones when they were renewed meanwhile; nothing has been changed then.
  ///
  /// Inlined, as the body would have a copy of what it was asked, which has many parts.
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

  /// Runs changes as one transaction, unless the store's keys are others than this call's.
  ///
  /// - Parameters:
  ///   - time: when the verb was called; now, if nothing was prepared for it.
  ///   - prepare, refusesFirst, isRehearsal: see `Engine.changing`.
  func changing<R>(
    at time: Instant? = nil, preparing prepare: ((Int64, ChangeOrigin) -> Void)? = nil,
    refusesFirst: Bool = false, isRehearsal: Bool = false,
    _ body: @escaping (inout ChangeRecorder) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    try engine.changing(
      by: caller, with: current, at: time, preparing: prepare, refusesFirst: refusesFirst,
      isRehearsal: isRehearsal || isRehearsing, body)
  }

  /// Reads one state of the store, unless its keys are others than this call's.
  package func reading<R>(
    _ body: (StoreReader) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    try engine.store.read { (reader) throws(KeychainError) in
      // A store that cannot say is for the body to judge.
      if let epochs = try? reader.keyEpochs(), epochs != codec.keybag.epochs {
        throw KeychainError(StorageError.rekeyed)
      }
      return try body(reader)
    }
  }
}

extension Engine {
  /// The keys of now: what was read last, unless something was locked or unlocked since.
  ///
  /// - Throws: where they cannot be read; the old ones are not used then, as they may be locked.
  func currentKeys() throws(KeychainError) -> LiveKeys {
    let keys = self.keys
    // Without a passcode nothing is locked: that one was set may be noticed a moment later.
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

  /// Lets the store go on with the newest keys where it names older ones: a renewal was cut off, or
  /// somebody has set the store back, where nothing new is found under older keys.
  ///
  /// Where that is not possible now a write refuses to go on.
  func catchUp() {
    guard !keys.areNewest else { return }
    _ = try? KeyRenewal(engine: self).begin()
  }

  /// Whether so many milliseconds have passed since somebody looked.
  private func isDue(_ look: Lock<MonotonicTime>, after milliseconds: Int) -> Bool {
    let now = MonotonicTime.now
    return look.withLock { (last: inout MonotonicTime) -> Bool in
      guard now >= last.advanced(byMilliseconds: milliseconds) else { return false }
      last = now
      return true
    }
  }

  /// Reads the keys that the store's rows have now, where nobody else has done so.
  func renewKeys(after used: LiveKeys) throws(KeychainError) {
    guard keys === used else { return }
    // Before the keybag, so that a change while it is read shows later.
    let reading = readings.withLock { (count: inout UInt64) -> UInt64 in
      count += 1
      return count
    }
    let number = generation.read()
    let keybag = try Engine.keybag(of: store, files, environment)
    take(LiveKeys(keybag, since: number, reading: reading, environment))
  }

  /// The keybag with the keys that the store's rows were made with.
  ///
  /// - Parameter first: what was read before; read again where it is too old.
  static func keybag(
    of store: ItemStore, _ files: StoreFiles, _ environment: Environment,
    first: UnlockedKeybag? = nil
  ) throws(KeychainError) -> UnlockedKeybag {
    let keys = environment.keys(in: files.directory)
    var candidate = first
    // The store names keys only once they are in the keybag, and the keybag forgets them only once
    // the store does not name them: who reads them in this order misses at most a step at a time.
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

  /// The keybag as it lies there, with the keys that are held for it.
  ///
  /// Held keys that outlive a lock are dropped here: where the kernel refuses its keyring to a
  /// process, that one takes no keys from others when it locks, nor they from it. Under the lock,
  /// so that nobody drops what was held by an unlocking since.
  static func openedKeybag(
    _ keys: KeybagFiles, _ files: StoreFiles, _ environment: Environment
  ) throws(KeybagError) -> UnlockedKeybag {
    let found = try foundKeybag(keys, files, environment)
    guard let names = found.heldNames, environment.holder.canOutliveLocks,
      LockGeneration.lastAct(files.lockFile).hasLocked(found.lockState)
    else { return found }
    do throws(KeychainError) {
      // Not as long as others may work on the files: a lock is heard within a second.
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

  /// The keybag as it lies there, once more under the lock where the device key does not fit it:
  /// somebody may be renewing the one and then the other just now.
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

  /// Whether keybag and copy are equal now, once nobody is between the two writes.
  ///
  /// - Throws: where the files cannot be read now, which says nothing about them.
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

  /// The keybag as it lies in a store's directory.
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
  /// Whether a store that is in this state now cannot be, after this was done last.
  fileprivate func hasLocked(_ state: LockState) -> Bool {
    switch self {
    case .other: false
    case .lock: state == .unlocked
    case .lockAll, .fileLost: state != .beforeFirstUnlock
    }
  }
}
