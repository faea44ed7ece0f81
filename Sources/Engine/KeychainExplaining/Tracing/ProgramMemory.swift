// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainComposition
import KeychainEngine
package import KeychainTypes
import SecureMemory

/// Gathers facts about the running program for the application history in the user's store.
///
/// Specification/diagnostics.md, "Application history". The store remembers that the program
/// exists, which searches found something, and if the program was seen while the device was locked.
///
/// Gathering does not delay the result of the program's first call. The store records the program
/// with its second call, or at its end. Further facts are gathered in memory, as names and digests.
/// These facts are written after the first write of the process or at its end, never during a read.
package enum ProgramMemory {
  /// The number of calls of a process from which facts are gathered for the application history.
  ///
  /// Later calls cost nothing.
  private static let mostCalls = 32

  private struct State: Sendable {
    /// The address of the engine (the open store) to which this state belongs; 0 before the first
    /// call of the program.
    ///
    /// A call on an engine with another address begins a new state. That engine belongs to a forked
    /// child process, or to a store that replaced the first store.
    var engine: UInt = 0
    /// True from the program's first call until the store has recorded the program.
    var isUnnoticed = false
    /// The number of further calls from which facts will be gathered.
    var left = 0
    var session: Session?
    /// The query of the program's first call, if that call was a search that found something.
    ///
    /// The query is examined only after the program has the result of the call. The property is nil
    /// after the examination, and for any other first call.
    var first: Query?
    var searches: [GoodSearch] = []
    // Not `[]`: for that literal, the runtime searches all conformances of the program.
    var habits = ApplicationHistory.Habits(rawValue: 0)
    var process: pid_t = 0
    var endsWithProcess = false
  }

  private static let state = Lock(State())

  /// Notes that the program begins a keychain call.
  ///
  /// The first call on an engine (the open store) prepares to record the program.
  ///
  /// If calls are reported, the store records the program at once, so that the first call can be
  /// reported.
  package static func begin(_ service: ServiceChoice.Service) {
    // A rehearsal, or a call on a store of tests, does not count as a start of the program.
    guard Watchers.isRemembering, let session = service as? Session,
      CurrentInstallation.installed == nil
    else { return }
    let engine = UInt(bitPattern: ObjectIdentifier(session.engine))
    let isFirst = state.withLock { (state: inout State) -> Bool in
      guard state.engine != engine else {
        state.left -= 1
        if state.left <= 0 { Watchers.endRemembering() }
        return false
      }
      let isLeaving = state.endsWithProcess
      state = State()
      state.engine = engine
      state.isUnnoticed = true
      state.left = mostCalls
      state.session = session
      state.process = getpid()
      state.endsWithProcess = isLeaving
      return true
    }
    if isFirst, !Watchers.isAny { writeAtEnd() } else { notice() }
  }

  /// Makes the store record the program, if the store has not recorded it yet.
  private static func notice() {
    let session = state.withLock { (state: inout State) -> Session? in
      guard state.isUnnoticed, state.process == getpid() else { return nil }
      state.isUnnoticed = false
      return state.session
    }
    guard let session else { return }
    guard Settings.ofThisProcess.remembersPrograms else {
      state.withLock { state in
        state.session = nil
        state.first = nil
        state.searches = []
        Watchers.endRemembering()
      }
      return
    }
    session.notice()
    StoreList.note(session)
    let first = state.withLock { state in
      defer { state.first = nil }
      return state.first
    }
    if let first { gather(first, session) }
  }

  /// Notes a search of the program that has found something.
  package static func found(_ query: Query) {
    guard Watchers.isRemembering, CurrentInstallation.installed == nil else { return }
    let known = state.withLock { (state: inout State) -> Session? in
      guard state.isUnnoticed else { return state.session }
      state.first = query
      return nil
    }
    if let known { gather(query, known) }
  }

  private static func gather(_ query: Query, _ session: Session) {
    guard let shape = session.shape(of: query) else { return }
    state.withLock { state in
      guard !state.searches.contains(where: { $0.hasShape(of: shape) }) else { return }
      state.searches.append(shape)
    }
    writeAtEnd()
  }

  /// Notes that a call has failed because the device is locked.
  package static func wasLocked() {
    guard CurrentInstallation.installed == nil,
      let session = state.withLock({ $0.session })
    else { return }
    let habit: ApplicationHistory.Habits
    switch session.lockState {
    case .unlocked: return
    case .locked: habit = .locked
    case .beforeFirstUnlock: habit = .beforeFirstUnlock
    }
    let isNew = state.withLock { $0.habits.insert(habit).inserted }
    if isNew { writeAtEnd() }
  }

  /// Notes that the program has written to the store, and writes the gathered facts.
  package static func wrote() {
    guard Watchers.isRemembering || Watchers.hasGathered, CurrentInstallation.installed == nil
    else { return }
    write()
  }

  /// Schedules the gathered facts to be written after the next write, or at the end of the process.
  private static func writeAtEnd() {
    Watchers.noteGathered()
    let isFirst = state.withLock { state in
      defer { state.endsWithProcess = true }
      return !state.endsWithProcess
    }
    // Exit handlers run in reverse order. If the program has used libcrypto, libcrypto's handler
    // runs after this handler.
    if isFirst { atexit { ProgramMemory.write() } }
  }

  private static func write() {
    // This function also runs at the end of a program, beside threads that may fork. A forked child
    // must not find a lock held.
    guard ForkBarrier.begin() else { return }
    defer { ForkBarrier.end() }
    // The mark is removed before the events are taken, so that later events are not missed.
    Watchers.endGathered()
    notice()
    let (session, searches, seen) = state.withLock { state in
      // A forked child ends without the events that its parent gathered.
      guard let session = state.session, state.process == getpid(),
        !state.searches.isEmpty || !state.habits.isEmpty
      else { return (Session?.none, [GoodSearch](), ApplicationHistory.Habits()) }
      defer {
        state.searches = []
        state.habits = []
      }
      return (session, state.searches, state.habits)
    }
    guard let session else { return }
    var habits = seen
    if !AuthenticatorChoice.current(for: session).factsWithoutReader.isInteractive {
      habits.insert(.background)
    }
    session.learn(searches, habits)
  }
}
