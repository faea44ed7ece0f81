// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// A thread that makes this process drop its keys when the store is locked, even if the process is
/// idle.
///
/// The thread waits until another process locks the store, or until the time limit of an unlock is
/// over (Specification/design.md, "Embedded or daemon"). The thread runs only while a lock would
/// take keys away, or while `Engine.whenChanged` has set a function. The thread does not keep its
/// engine alive.
final class LockWatcher: Sendable {
  private struct State: Sendable {
    var isWatching = false
    /// True if the file `lock` was exchanged, or if the thread cannot wait for its changes.
    var isDeaf = false
  }

  /// The longest sleep of the thread in milliseconds, so that a missed wake-up has no lasting
  /// effect.
  private static let longestSleep: Int64 = 60_000
  /// The longest sleep of the thread in milliseconds while a lock would take keys away.
  ///
  /// If the file `lock` is removed or exchanged, the thread is not woken, and the keys must still
  /// be dropped within a second.
  private static let longestDoubt: Int64 = 900

  private let state = Lock(State())

  /// True if this process would not notice a lock of the store.
  ///
  /// The store then has to be opened again.
  var isDeaf: Bool { state.withLock { $0.isDeaf } }

  var isWatching: Bool { state.withLock { $0.isWatching } }

  /// Starts a thread that notices when the store of `engine` is locked, unless a thread is already
  /// running.
  ///
  /// If no thread can be started, each call checks the lock state itself.
  func watch(_ engine: Engine) {
    let isFirst = state.withLock { (state: inout State) -> Bool in
      defer { state.isWatching = true }
      return !state.isWatching
    }
    guard isFirst else { return }
    let watch = Watch(engine: engine, watcher: self)
    if !BackgroundThread.start({ watch.run() }) {
      // Without a thread, each call checks the lock itself, which is sufficient.
      state.withLock { $0.isWatching = false }
    }
  }

  /// The value that is passed to the new thread, and the code that the thread runs.
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

    /// Returns the lock generation whose change the thread waits for, and the time limit of the
    /// wait.
    ///
    /// The lock generation is a number that rises with each lock, unlock and change of passcode.
    /// Nil if there is nothing to watch, so that the thread can end.
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

  func becomeDeaf() { state.withLock { $0.isDeaf = true } }

  /// A weak reference to an engine.
  private final class WeakEngine: @unchecked Sendable {
    // The reference is written once, before another thread sees it. Weak references are read
    // atomically.
    private weak let engine: Engine?

    init(_ engine: Engine) { self.engine = engine }

    var value: Engine? { engine }
  }
}

extension Engine {
  /// Reads the lock state and the keys again after the thread of `LockWatcher` was woken.
  ///
  /// If the state cannot be read, or if the thread cannot wait for changes, the keys are dropped
  /// that a lock would take away.
  ///
  /// - Parameter isHeard: true if the thread can wait for changes of the file `lock`.
  fileprivate func hear(_ isHeard: Bool) {
    guard ForkBarrier.begin() else { return }
    defer { ForkBarrier.end() }
    guard generation.isInPlace else { return loseLockFile() }
    if isHeard, (try? currentKeys()) != nil { return }
    deafen()
  }

  /// Drops the keys that a lock would take away, because the file `lock` was removed or replaced.
  ///
  /// This process would not notice a lock by another process. Therefore the whole store is locked,
  /// for every process. If the store has no passcode, no key is dropped, and the next call opens
  /// the store again.
  func loseLockFile() {
    // Without a passcode there are no keys to drop, and the store is opened again.
    guard keys.hasPasscode else { return watcher.becomeDeaf() }
    deafen()
    guard LockGeneration.look(files.lockFile).isMissing else {
      try? Engine.lockAfterLoss(in: files, environment)
      return
    }
    // The next opening of the store makes the file again. Do not make it here: the directory may be
    // about to be deleted, and a new file in it would prevent that.
    _ = try? Engine.drop(in: files, all: true, sweeping: true, environment)
  }
}
