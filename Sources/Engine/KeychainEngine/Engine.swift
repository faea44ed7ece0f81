// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainRows
package import KeychainStorage
package import KeychainTypes
import SecureMemory

/// The embedded service: one store with its keys, for any number of callers.
///
/// Immutable once open and safe to use from any thread. A forked child gets `notAvailable` from
/// every call and opens an engine of its own (DESIGN section 5).
package final class Engine: Sendable {
  package let environment: Environment
  package let files: StoreFiles
  package let store: ItemStore
  /// Raised when the lock state or the passcode changes, here or in another process.
  let generation: LockGeneration
  /// The passcode that was wrong last, in this process.
  let lastWrong: LastWrongPasscode
  private let live: Lock<LiveKeys>
  let watcher = LockWatcher()
  /// When a call last looked whether a passcode was set.
  let lastLook = Lock(MonotonicTime.now)
  /// When a call last looked whether the file that tells of locks is in its place.
  let lastPlace = Lock(MonotonicTime.now)
  /// How often the keybag was read.
  let readings = Lock<UInt64>(0)
  /// The protections that are not locked; nil for all.
  private let kept: Set<Protection>?
  private let notify: @Sendable (ChangeEvent) -> Void
  /// Told when the keys of an unlocked store go, after they are gone.
  private let locking = Lock<(@Sendable () -> Void)?>(nil)
  /// Told by the watcher when the lock generation has changed; nil where nobody wants to know.
  private let observing = Lock<(@Sendable () -> Void)?>(nil)

  /// - Parameter notify: told once per transaction, after it is durable, on the calling thread
  ///   (spec/sync.md S14).
  init(
    environment: Environment, files: StoreFiles, store: ItemStore, keys: LiveKeys,
    generation: LockGeneration, lastWrong: LastWrongPasscode,
    kept: Set<Protection>? = nil, notify: @escaping @Sendable (ChangeEvent) -> Void
  ) {
    self.environment = environment
    self.files = files
    self.store = store
    self.kept = kept
    self.generation = generation
    self.lastWrong = lastWrong
    live = Lock(keys)
    self.notify = notify
  }

  /// The engine for one caller.
  package func session(as caller: Caller) -> Session {
    Session(engine: self, caller: caller)
  }

  /// What seals and opens rows by the keys of now; a call takes it once and keeps to it.
  package var codec: RowCodec { keys.codec }

  /// The keys that were read last.
  var keys: LiveKeys { live.withLock { $0 } }

  /// Works with other keys from now on, unless another thread has seen more.
  func take(_ fresh: LiveKeys) {
    let fresh = kept.map { fresh.keeping($0) } ?? fresh
    let isLocked = live.withLock { keys in
      guard !fresh.isOlder(than: keys) else { return false }
      let former = keys.lockState
      keys = fresh
      return former == .unlocked && fresh.lockState != .unlocked
    }
    if isLocked { locking.withLock { $0 }?() }
    watchLocks()
  }

  /// Names who is told of a lock, whichever process locks; the last one named counts.
  ///
  /// It takes no lock of the engine's and does not wait.
  func whenLocked(_ body: @escaping @Sendable () -> Void) {
    locking.withLock { $0 = body }
  }

  /// Names who is told of every change of the lock generation; the last one named counts.
  func whenChanged(_ body: (@Sendable () -> Void)?) {
    // What cannot be waited for is heard of by who looks.
    guard body == nil || generation.makeRoom() else { return }
    observing.withLock { $0 = body }
    // A thread that has nothing else to watch ends.
    if body == nil { generation.wake() } else { watchLocks() }
  }

  /// Tells who wants to know; in no call, so that he may make some.
  func tellOfChange() { observing.withLock { $0 }?() }

  /// Whether there is something to wait for: keys that a lock takes away, or somebody to be told.
  var isWatched: Bool { keys.canBeLocked || observing.withLock { $0 != nil } }

  /// Has a thread wait for the lock while there is something to wait for.
  func watchLocks() {
    guard environment.watchesLocks, isWatched else { return }
    // A file that a copy or an exchange has left empty cannot be waited for.
    generation.makeRoom()
    watcher.watch(self)
  }

  /// Drops what a lock would take, for good: nobody would hear of one.
  func deafen() {
    watcher.becomeDeaf()
    live.withLock { $0 = $0.keeping([.always, .alwaysThisDeviceOnly]) }
    locking.withLock { $0 }?()
  }

  deinit { generation.wake() }

  /// Whether this process is a child of the one that opened the engine.
  package var hasForked: Bool { store.hasForked }

  /// Whether the store is still where it was opened, and hears of locks there.
  ///
  /// Where a flaw of that file kept it from hearing, not once it is gone.
  package var isInPlace: Bool { store.isInPlace && !watcher.isDeaf && !isMended }

  /// Whether the file that tells of locks had a flaw when it was opened, and has none any more.
  private var isMended: Bool {
    guard let flaw = generation.flaw else { return false }
    let look = LockGeneration.look(files.lockFile)
    if case .unreadable = flaw { return look.flaw == nil && !look.isMissing }
    return look.flaw == nil
  }

  /// Whether calls of this process may go to it.
  var isUsable: Bool { !hasForked && isInPlace }

  /// Wakes who waits for the lock, as another process would.
  package func testOnlyWake() { generation.wake() }

  /// Whether a thread waits for the lock.
  package var testOnlyIsWatched: Bool { watcher.isWatching }

  /// The same store as it is while all other protections are locked.
  package func testOnlyLocked(keeping protections: Set<Protection>) -> Engine {
    Engine(
      environment: environment, files: files, store: store, keys: keys.keeping(protections),
      generation: generation, lastWrong: lastWrong, kept: protections, notify: notify)
  }

  /// The rows of a plan, in order of insertion.
  func rows(_ plan: StorePlan) throws(KeychainError) -> [SealedRow] {
    try storing { () throws(StorageError) in try store.fetch(plan) }
  }

  /// Runs changes as one transaction with history and event; maybe on another writer's thread.
  ///
  /// - Parameters:
  ///   - time: when the verb was called; now, if nothing was prepared for it.
  ///   - prepare, refusesFirst: see `ItemStore.write`; `prepare` is told whose changes they are.
  ///   - isRehearsal: whether what was changed is undone and told to nobody.
  /// - Throws: with the context `renewedKeys`, before the body runs, where the store's rows have
  ///   other generations of keys than the codec's, or that is not the newest.
  func changing<R>(
    by caller: Caller, with keys: LiveKeys, at time: Instant? = nil,
    preparing prepare: ((Int64, ChangeOrigin) -> Void)? = nil, refusesFirst: Bool = false,
    isRehearsal: Bool = false, _ body: @escaping (inout ChangeRecorder) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    let codec = keys.codec
    // The store names an older generation of keys than the newest: a renewal was cut off, or
    // somebody has written there. Nothing new is sealed under what it was to replace.
    guard keys.areNewest || isRehearsal else {
      _ = try KeyRenewal(engine: self).begin()
      throw KeychainError(StorageError.rekeyed)
    }
    let sealedCaller = try sealing { () throws(SealError) in
      try codec.keybag.sealer.sealCaller(caller.identifier)
    }
    let origin = ChangeOrigin(caller: sealedCaller, time: time ?? environment.clock.now())
    let ahead = prepare.map { prepare in { (write: Int64) in prepare(write, origin) } }
    var outcome: Result<R, KeychainError>?
    var event: ChangeEvent?
    try storing { () throws(StorageError) in
      try store.run(preparing: ahead, refusesFirst: refusesFirst) {
        [randomness = environment.randomness, generation] transaction in
        do throws(KeychainError) {
          guard transaction.keyEpochs == codec.keybag.epochs,
            generation.read() == keys.generation
          else {
            throw KeychainError(StorageError.rekeyed)
          }
          var change = try ChangeRecorder(
            transaction, codec: codec, randomness: randomness, origin: origin)
          outcome = .success(try body(&change))
          event = isRehearsal ? nil : change.event
          return !isRehearsal
        } catch {
          outcome = .failure(error)
          return false
        }
      }
    }
    guard let outcome else { preconditionFailure("a write that was answered has run") }
    let result = try outcome.get()
    if let event { notify(event) }
    return result
  }
}
