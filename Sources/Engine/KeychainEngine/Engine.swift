// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainRows
package import KeychainStorage
package import KeychainTypes
import SecureMemory

/// The keychain service within this process: an open store with its keys, for any number of
/// callers.
///
/// An engine is safe to use from any thread. In a forked child every call fails with
/// `notAvailable`, and the child opens its own engine (Specification/design.md, "Embedded or
/// daemon").
package final class Engine: Sendable {
  package let environment: Environment
  package let files: StoreFiles
  package let store: ItemStore
  /// The lock generation: a number in the file `lock` that rises with each lock, unlock and change
  /// of passcode.
  ///
  /// Every process of the user sees this number.
  let generation: LockGeneration
  /// The wrong passcode that was tried last in this process, so that its repetition is not counted.
  let lastWrong: LastWrongPasscode
  private let live: Lock<LiveKeys>
  let watcher = LockWatcher()
  /// The time when a call last checked whether another process has set a passcode.
  let lastLook = Lock(MonotonicTime.now)
  /// The time when a call last checked that the file `lock` was not removed or replaced.
  let lastPlace = Lock(MonotonicTime.now)
  /// The number of times that this engine has read the keybag, by which newer keys are recognized
  /// (`LiveKeys.isOlder`).
  let readings = Lock<UInt64>(0)
  /// The only protection classes that this engine may use, or nil if it may use all classes.
  ///
  /// The engine treats all other classes as locked.
  private let kept: Set<Protection>?
  private let notify: @Sendable (ChangeEvent) -> Void
  /// The function that `whenLocked` has set, which the engine calls when an unlocked store has
  /// become locked.
  ///
  /// Nil if no function was set.
  private let locking = Lock<(@Sendable () -> Void)?>(nil)
  /// The function that the thread of `LockWatcher` calls after a lock, an unlock or a change of
  /// passcode in any process.
  ///
  /// Nil if no function was set.
  private let observing = Lock<(@Sendable () -> Void)?>(nil)

  /// Makes the engine of a store that was just opened.
  ///
  /// - Parameter notify: called once per transaction with its changes, after it is durable, on the
  ///   calling thread (Specification/sync.md, "Seams", S14).
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

  /// Returns a session for a caller.
  package func session(as caller: Caller) -> Session {
    Session(engine: self, caller: caller)
  }

  /// The codec that encrypts and decrypts rows with the current keys.
  ///
  /// A call must read this property once and use the same codec until it returns.
  package var codec: RowCodec { keys.codec }

  /// The keys that this engine has read most recently.
  var keys: LiveKeys { live.withLock { $0 } }

  /// Replaces the engine's keys by newly read keys, unless another thread has set keys that were
  /// read later.
  ///
  /// If the store has become locked, also calls the function that `whenLocked` has set.
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

  /// Sets the function to call after any process has locked the store.
  ///
  /// `body` replaces the function that was set before. The function must not wait, and must take no
  /// lock of the engine.
  func whenLocked(_ body: @escaping @Sendable () -> Void) {
    locking.withLock { $0 = body }
  }

  /// Sets the function to call after every lock, unlock or change of passcode by any process.
  ///
  /// If no thread can wait for changes of the file `lock`, the function is not set.
  ///
  /// - Parameter body: the function, or nil to remove the function that was set before.
  func whenChanged(_ body: (@Sendable () -> Void)?) {
    // A file that cannot be waited for has no watcher: callers then check it themselves.
    guard body == nil || generation.makeRoom() else { return }
    observing.withLock { $0 = body }
    // Wake the thread, so that it ends if nothing else is to be watched.
    if body == nil { generation.wake() } else { watchLocks() }
  }

  /// Calls the function that `whenChanged` has set, if a function was set.
  ///
  /// Only the thread of `LockWatcher` calls this method, outside of any keychain call. So the
  /// function may make keychain calls.
  func tellOfChange() { observing.withLock { $0 }?() }

  /// True if the engine needs a thread that waits for changes of the lock generation.
  ///
  /// The lock generation is a number that rises with each lock, unlock and change of passcode. The
  /// engine needs the thread if a lock of the store would take keys away, or if `whenChanged` has
  /// set a function.
  var isWatched: Bool { keys.canBeLocked || observing.withLock { $0 != nil } }

  /// Starts the thread that notices when another process locks the store, if `isWatched` is true.
  func watchLocks() {
    guard environment.watchesLocks, isWatched else { return }
    // A copy or an exchange may have left the file empty, and then it cannot be waited for.
    generation.makeRoom()
    watcher.watch(self)
  }

  /// Permanently drops all keys that a lock of the store would take away.
  ///
  /// Called if this engine cannot notice that another process locks the store.
  func deafen() {
    watcher.becomeDeaf()
    live.withLock { $0 = $0.keeping([.always, .alwaysThisDeviceOnly]) }
    locking.withLock { $0 }?()
  }

  deinit { generation.wake() }

  /// True if this process is a forked child of the process that opened the engine.
  package var hasForked: Bool { store.hasForked }

  /// True if the store was not moved or replaced, and this process notices when another process
  /// locks the store.
  ///
  /// If the value is false, the store has to be opened again. The value is also false if the file
  /// `lock` was unusable when the store was opened, and is usable now.
  package var isInPlace: Bool { store.isInPlace && !watcher.isDeaf && !isMended }

  /// True if the file `lock`, which announces locks to all processes, was unusable at opening and
  /// is usable now.
  private var isMended: Bool {
    guard let flaw = generation.flaw else { return false }
    let look = LockGeneration.look(files.lockFile)
    if case .unreadable = flaw { return look.flaw == nil && !look.isMissing }
    return look.flaw == nil
  }

  /// True if this process may use this engine for its calls.
  ///
  /// False in a forked child, and if the store has to be opened again (`isInPlace`).
  var isUsable: Bool { !hasForked && isInPlace }

  /// Wakes the thread of `LockWatcher`, in the same way as a lock by another process.
  ///
  /// For tests.
  package func testOnlyWake() { generation.wake() }

  /// True if a thread of this engine waits for a lock by another process.
  ///
  /// For tests.
  package var testOnlyIsWatched: Bool { watcher.isWatching }

  /// Returns an engine on this store for which all protection classes except the given classes are
  /// locked.
  ///
  /// For tests.
  package func testOnlyLocked(keeping protections: Set<Protection>) -> Engine {
    Engine(
      environment: environment, files: files, store: store, keys: keys.keeping(protections),
      generation: generation, lastWrong: lastWrong, kept: protections, notify: notify)
  }

  /// Returns the sealed rows that a plan (the store's part of a query) selects, in order of
  /// insertion.
  ///
  /// If the plan has `isNewestFirst`, the order is reversed.
  func rows(_ plan: StorePlan) throws(KeychainError) -> [SealedRow] {
    try storing { () throws(StorageError) in try store.fetch(plan) }
  }

  /// Runs the changes of one call in one transaction, and records them in the change history.
  ///
  /// After the commit, the engine's function `notify` gets one `ChangeEvent`.
  ///
  /// Writers of this process that wait at the same time share a commit. So the body may run on the
  /// thread of another writer.
  ///
  /// - Parameters:
  ///   - time: the time when the SecItem function was called. Nil for the current time.
  ///   - prepare: a function that is called at most once, before the body. Its first argument is
  ///     the write number that the first change of the body will probably have. Its second argument
  ///     is the origin of the changes: the caller and the time (see `ItemStore.write`).
  ///   - refusesFirst: true if an error of the body is normally thrown before the body has made a
  ///     change (see `ItemStore.write`).
  ///   - isRehearsal: true to undo the changes and not to call `notify`.
  /// - Throws: An error with the context `renewedKeys`, before the body runs, if `keys` are out of
  ///   date. They are out of date if the rows of the store have other generations of keys, or if
  ///   the keybag has newer keys. They are also out of date if the store was locked or unlocked,
  ///   or its passcode was changed, since `keys` were read.
  func changing<R>(
    by caller: Caller, with keys: LiveKeys, at time: Instant? = nil,
    preparing prepare: ((Int64, ChangeOrigin) -> Void)? = nil, refusesFirst: Bool = false,
    isRehearsal: Bool = false, _ body: @escaping (inout ChangeRecorder) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    let codec = keys.codec
    // The rows of the store have older keys than the newest keys of the keybag. A renewal was
    // interrupted, or an old copy was put back. Nothing new is sealed under keys that were to be
    // replaced.
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
