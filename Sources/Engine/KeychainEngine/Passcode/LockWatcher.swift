// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// A thread that sleeps until another process locks the store, or its time is over, and makes this
/// one drop its keys, however idle it is (DESIGN section 5).
///
/// It is there only while keys are held that a lock takes away, or somebody wants to know of
/// changes, and keeps no engine alive.
final class LockWatcher: Sendable {
  private struct State: Sendable {
    var isWatching = false
    /// The file that would tell is another one, or cannot be waited for.
    var isDeaf = false
  }

  /// No sleep is longer, so that a waking that came too early is not missed for ever.
  private static let longestSleep: Int64 = 60_000
  /// No sleep is longer while keys are held that a lock takes away: a file that was removed or
  /// exchanged wakes nobody, and they are gone within a second all the same.
  private static let longestDoubt: Int64 = 900
  private static let stackSize = 256 << 10

  private let state = Lock(State())

  /// Whether nobody would hear of a lock: the store has to be opened anew.
  var isDeaf: Bool { state.withLock { $0.isDeaf } }

  var isWatching: Bool { state.withLock { $0.isWatching } }

  /// Begins to watch for an engine, unless somebody does.
  func watch(_ engine: Engine) {
    let isFirst = state.withLock { (state: inout State) -> Bool in
      defer { state.isWatching = true }
      return !state.isWatching
    }
    guard isFirst else { return }
    let watch = Watch(engine: engine, watcher: self)
    if !Self.start(watch) {
      // Without a thread each call looks, and that has to do.
      state.withLock { $0.isWatching = false }
    }
  }

  /// What a thread is given.
  private final class Watch: Sendable {
    private let engine: WeakEngine
    let watcher: LockWatcher
    let generation: LockGeneration

    init(engine: Engine, watcher: LockWatcher) {
      self.engine = WeakEngine(engine)
      self.watcher = watcher
      generation = engine.generation
    }

    func run() {
      var told = engine.value?.keys.generation
      while let sleep = nextSleep() {
        let isHeard = generation.wait(while: sleep.value, milliseconds: sleep.milliseconds)
        guard let engine = engine.value else { return }
        engine.hear(isHeard)
        let number = engine.keys.generation
        guard number != told else { continue }
        told = number
        engine.tellOfChange()
      }
    }

    /// How long to wait for which number to change; nil where there is nothing to watch any more.
    private func nextSleep() -> (value: UInt32, milliseconds: UInt32)? {
      guard let engine = engine.value else { return nil }
      return watcher.state.withLock { state in
        let keys = engine.keys
        guard engine.isWatched, !state.isDeaf else {
          state.isWatching = false
          return nil
        }
        var sleep = keys.canBeLocked ? LockWatcher.longestDoubt : LockWatcher.longestSleep
        if let end = keys.end {
          sleep = min(sleep, max(0, (end - engine.environment.clock.sinceBoot()) / 1000) + 1)
        }
        return (keys.generation, UInt32(sleep))
      }
    }
  }

  private static func start(_ watch: Watch) -> Bool {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // The program's signals are its own: none is handled here.
    var (all, former) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(watch)
    let number = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Watch>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    if number != 0 { unsafe argument.release() }
    return number == 0
  }

  func becomeDeaf() { state.withLock { $0.isDeaf = true } }

  /// An engine that may be gone.
  private final class WeakEngine: @unchecked Sendable {
    // Written once, before another thread sees it; weak references are read atomically.
    private weak let engine: Engine?

    init(_ engine: Engine) { self.engine = engine }

    var value: Engine? { engine }
  }
}

extension Engine {
  /// Looks at the lock again, and drops the keys where nothing can be heard or read.
  ///
  /// - Parameter isHeard: whether the file that tells of locks can be waited for.
  fileprivate func hear(_ isHeard: Bool) {
    guard ForkBarrier.begin() else { return }
    defer { ForkBarrier.end() }
    guard generation.isInPlace else { return loseLockFile() }
    if isHeard, (try? currentKeys()) != nil { return }
    deafen()
  }

  /// The file that tells of locks is gone, or another one has its name: whoever locks is not heard
  /// here, so it is as if everything had been locked, for everybody.
  func loseLockFile() {
    // Without a passcode there is nothing to lose, and the store is opened anew.
    guard keys.hasPasscode else { return watcher.becomeDeaf() }
    deafen()
    guard LockGeneration.look(files.lockFile).isMissing else {
      try? Engine.lockAfterLoss(in: files, environment)
      return
    }
    // Who opens the store next makes the file anew. Here the whole directory may be on its way out,
    // and a file that appeared in it would keep it there.
    _ = try? Engine.drop(in: files, all: true, sweeping: true, environment)
  }
}
