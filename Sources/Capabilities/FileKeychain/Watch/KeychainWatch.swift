// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory
import UserFiles

/// Notices changes of keychain files, of their locks, of the lists of keychains and of trust
/// settings, by this process and by others (Documentation/Decisions/keychain-events.md).
///
/// A listener is a function of the program that is told of changes. While there is a listener, a
/// thread looks for changes by other processes.
///
/// This process tells the watch of each change that it makes, with the content before and after.
/// So each change is reported once, and in order.
///
/// The holder of keys (`KeyHolder`) keeps the master key of each unlocked keychain. The watch asks
/// the holder whether a keychain is unlocked.
///
/// A `KeychainSurroundings` has one watch.
package final class KeychainWatch: Sendable {
  /// The keychains and trust settings that are watched, and the function to which changes are
  /// reported.
  struct Subject: Sendable {
    let keychains: Keychains
    /// The paths of the files with trust settings.
    let trust: [String]
    let report: @Sendable (KeychainChange) -> Void

    /// Returns the first state of a file that the watch does not know yet.
    ///
    /// - Parameter isPresent: false if the file counts as missing until now; nil if nothing is
    ///   known about the file.
    func file(_ path: String, isPresent: Bool? = nil) -> WatchedFile {
      WatchedFile(
        keychains.watched(path) ?? Keychain(path, keychains.surroundings), isPresent: isPresent)
    }
  }

  /// Counters for one file, by which a look notices that this process has changed the file.
  struct Turn: Sendable {
    /// The number of changes by this process that have begun and not yet ended.
    var running = 0
    /// The number of times that the watch has stored a new state of the file.
    ///
    /// A look is outdated if this number has risen since the look began.
    var taken = 0
    /// True if a look has left the file out because this process was changing it.
    var wasPassedOver = false
  }

  struct State: Sendable {
    /// The listeners by their numbers; true for a listener that hears of locks and unlocks.
    var listeners: [Int: Bool] = [:]
    /// The number of the listener that was added last.
    var last = 0
    var subject: Subject?
    var thread: WatchThread?
    /// The value of `ForkBarrier.generation` when the watch began.
    ///
    /// In a forked child, `ForkBarrier.generation` has another value.
    var forks: UInt32 = 0
    var files: [String: WatchedFile] = [:]
    var lists: [PreferenceDomain: WatchedLists] = [:]
    var trust: [String: FileGeneration?] = [:]
    var turns: [String: Turn] = [:]

    /// True if the watch runs in this process.
    ///
    /// A forked child has a copy of its parent's state, but no thread of the watch. In the child,
    /// the watch does not run.
    var isActive: Bool { thread != nil && forks == ForkBarrier.generation }
  }

  let state = Lock(State())

  package init() {}

  /// Adds a listener, and starts the watch with the first listener.
  ///
  /// The function reads the files. Changes after its return are reported.
  ///
  /// - Parameters:
  ///   - hearsLocks: true if the listener wants to know when a keychain is locked or unlocked. The
  ///     watch then looks at the locks once a second.
  ///   - trust: the paths of the files with trust settings.
  ///   - report: called once for each change, on behalf of all listeners. Only the function of the
  ///     first listener is used. The watch holds its lock during the call: `report` must return
  ///     soon, and must not call the watch.
  /// - Returns: the number of the listener, by which `stop` removes it.
  package func start(
    hearingLocks hearsLocks: Bool, of keychains: Keychains, trust: [String],
    _ report: @escaping @Sendable (KeychainChange) -> Void
  ) -> Int {
    let (number, thread, isNew) = state.withLock { state -> (Int, WatchThread, isNew: Bool) in
      if !state.isActive {
        let last = state.last
        state = State()
        state.last = last
      }
      state.last += 1
      if hearsLocks, !state.listeners.values.contains(true) {
        for path in state.files.keys { state.files[path]?.forgetLock() }
      }
      state.listeners[state.last] = hearsLocks
      if let thread = state.thread {
        thread.directories.wake()
        return (state.last, thread, false)
      }
      let thread = WatchThread(self)
      state.subject = Subject(keychains: keychains, trust: trust, report: report)
      (state.thread, state.forks) = (thread, ForkBarrier.generation)
      return (state.last, thread, true)
    }
    if isNew {
      look(thread)
      thread.start()
    } else {
      judgeLocks(thread)
    }
    return number
  }

  /// Removes the listener with a number; the thread ends when no listener is left.
  package func stop(_ number: Int) {
    let ended = state.withLock { state -> WatchThread? in
      guard state.listeners.removeValue(forKey: number) != nil, state.listeners.isEmpty else {
        return nil
      }
      let (ended, last) = (state.thread, state.last)
      state = State()
      state.last = last
      return ended
    }
    ended?.directories.wake()
  }

  /// True if the watch has a listener in this process.
  package var isActive: Bool { state.withLock { $0.isActive } }

  /// Returns the subject that a thread has to watch, and true if a listener hears of locks and
  /// unlocks.
  ///
  /// Nil if the watch has ended or uses another thread; the given thread then has to end.
  func subject(of thread: WatchThread) -> (Subject, hearsLocks: Bool)? {
    state.withLock { state in
      guard state.thread === thread, let subject = state.subject else { return nil }
      return (subject, state.listeners.values.contains(true))
    }
  }
}

/// The functions by which this process tells the watch of its own changes of files, lists and
/// locks.
extension KeychainWatch {
  /// Announces that this process begins to change a file; looks leave the file out until `end`.
  ///
  /// - Returns: true if the watch runs and has counted the change. The caller passes the value to
  ///   `end` as `isCounted`.
  func begin(_ path: String) -> Bool {
    state.withLock { state in
      guard state.isActive else { return false }
      state.turns[path, default: Turn()].running += 1
      return true
    }
  }

  /// Ends a change of a keychain file by this process, and reports it.
  ///
  /// The caller still holds the file lock. The content before the change may show changes by other
  /// processes, which are reported first.
  ///
  /// - Parameter isCounted: the result of `begin`.
  func end(_ path: String, isCounted: Bool, _ change: OwnChange) {
    end(path, isCounted: isCounted) { state, subject in
      var file = state.files[path] ?? subject.file(path)
      var (others, own): ([KeychainChange.Kind], [KeychainChange.Kind]) = ([], [])
      switch change {
      case .none: return
      case .replaced(let old, let new):
        others = file.take(.image(old))
        own = file.take(.image(new))
      case .created(let new):
        others = file.take(.missing)
        own = file.take(.image(new))
      case .removed:
        file.isPresent = true
        own = file.take(.missing)
      }
      state.files[path] = file
      Self.report(others, of: file, subject)
      Self.report(own, of: file, subject, isOwn: true)
    }
  }

  /// Ends a change of a preference file by this process, and reports it.
  ///
  /// The caller still holds the file lock.
  ///
  /// - Parameters:
  ///   - isCounted: the result of `begin`.
  ///   - lists: the lists before and after the change; nil if the file was not changed.
  func end(
    _ path: String, isCounted: Bool, _ domain: PreferenceDomain,
    _ lists: (before: WatchedLists, after: WatchedLists)?
  ) {
    end(path, isCounted: isCounted) { state, subject in
      guard let lists else { return }
      Self.take(lists.before, of: domain, &state, subject, isOwn: false)
      Self.take(lists.after, of: domain, &state, subject, isOwn: true)
    }
  }

  private func end(
    _ path: String, isCounted: Bool, _ body: (inout State, Subject) -> Void
  ) {
    state.withLock { state in
      guard state.isActive, let subject = state.subject else { return }
      var turn = state.turns[path] ?? Turn()
      turn.taken += 1
      if isCounted {
        turn.running -= 1
        body(&state, subject)
      }
      if turn.running <= 0, turn.wasPassedOver || !isCounted {
        turn.wasPassedOver = false
        state.thread?.directories.wake()
      }
      state.turns[path] = turn
    }
  }

  /// Calls `change`, which locks or unlocks a keychain, and reports the lock or unlock.
  ///
  /// - Parameters:
  ///   - held: the access to the keychain's master key in the key holder.
  ///   - isUnlocked: true if `change` unlocks the keychain, false if it locks the keychain.
  ///   - isQuiet: true if the lock or unlock is part of another change, such as a new password.
  ///     Then it is not reported.
  func changingLock<E: Error>(
    of path: String, _ held: HeldMaster, to isUnlocked: Bool, isQuiet: Bool = false,
    _ change: () throws(E) -> Void
  ) throws(E) {
    try state.withLock { (state) throws(E) in
      guard state.isActive, let subject = state.subject else { return try change() }
      var file = state.files[path] ?? subject.file(path)
      let others = file.prepareLock(held)
      Self.report(others, of: file, subject)
      let before = file.isUnlocked
      try change()
      file.setLock(isUnlocked)
      state.files[path] = file
      if before != isUnlocked, !isQuiet {
        Self.report([isUnlocked ? .unlocked : .locked], of: file, subject, isOwn: true)
      }
    }
  }

  /// Calls `change`, which locks all keychains, and reports each keychain that was unlocked before.
  ///
  /// - Parameter known: the keychains of the search list with the access to their master keys. The
  ///   watch may not know all of them.
  func lockingAll(_ known: [(Keychain, HeldMaster)], _ change: () -> Void) {
    state.withLock { state in
      guard state.isActive, let subject = state.subject else { return change() }
      for (keychain, held) in known where state.files[keychain.path] == nil {
        var file = WatchedFile(keychain)
        _ = file.prepareLock(held)
        state.files[keychain.path] = file
      }
      for (path, file) in state.files {
        var file = file
        let others = file.judgeLock()
        state.files[path] = file
        Self.report(others, of: file, subject)
      }
      change()
      for path in state.files.keys.sorted() {
        guard var file = state.files[path], file.isUnlocked == true else { continue }
        file.setLock(false)
        state.files[path] = file
        Self.report([.locked], of: file, subject, isOwn: true)
      }
    }
  }

  /// Reports each file of trust settings that has changed since the last look.
  ///
  /// - Parameter isOwn: true if this process has just changed the trust settings, false to find
  ///   changes by other processes.
  package func lookAtTrust(isOwn: Bool = false) {
    state.withLock { state in
      guard state.isActive, let subject = state.subject else { return }
      for path in subject.trust {
        var status = stat()
        let found = unsafe lstat(path, &status) == 0 ? FileGeneration(status) : nil
        let known = state.trust.updateValue(found, forKey: path)
        guard let known, known != found else { continue }
        subject.report(KeychainChange(.trustSettingsChanged, of: nil, isOwn: isOwn))
      }
    }
  }

  static func report(
    _ kinds: [KeychainChange.Kind], of file: WatchedFile, _ subject: Subject, isOwn: Bool = false
  ) {
    for kind in kinds {
      subject.report(KeychainChange(kind, of: .file(file.keychain), isOwn: isOwn))
    }
  }
}
