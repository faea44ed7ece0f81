// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainComposition
import KeychainEngine
package import KeychainTypes
import SecureMemory

/// What this process does that the store of the user is to remember of the program
/// (spec/diagnostics.md 9): that it is there, which searches found something, and whether it was
/// seen while the device was locked.
///
/// Nothing of it is on the way to the first answer of a program: the store takes notice of it with
/// its second call, or at its end. The rest is gathered in memory, as names and digests. It is
/// written with the first write of the process or at its end, never on the way of a read.
package enum ProgramMemory {
  /// Calls of a process that are looked at: the first ones, so that later ones cost nothing.
  private static let mostCalls = 32

  private struct State: Sendable {
    /// The engine that has taken notice, by its address: another one is a forked child's, or was
    /// opened on a store that came in the place of the first.
    var engine: UInt = 0
    /// Whether the store has yet to take notice.
    var isUnnoticed = false
    /// Calls that will be looked at.
    var left = 0
    var session: Session?
    /// The search of the first call, which is looked at after its answer too.
    var first: Query?
    var searches: [GoodSearch] = []
    // Not `[]`, for which the runtime looks through all conformances of the program.
    var habits = ApplicationHistory.Habits(rawValue: 0)
    var process: pid_t = 0
    var endsWithProcess = false
  }

  private static let state = Lock(State())

  /// A call begins: at the first one it is noted that there is a program to take notice of.
  ///
  /// Where calls are followed the store takes notice at once, so that the first can be told of.
  package static func begin(_ service: ServiceChoice.Service) {
    // A rehearsal, or a store of tests, is no start of the program.
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

  /// Has the store take notice of the program, where it has not yet.
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

  /// A search has found something.
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

  /// A call has met the locked device.
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

  /// Something was written into the store: what was gathered goes after it.
  package static func wrote() {
    guard Watchers.isRemembering || Watchers.hasGathered, CurrentInstallation.installed == nil
    else { return }
    write()
  }

  /// Has what was gathered be written with the next write, or when the process ends by itself.
  private static func writeAtEnd() {
    Watchers.noteGathered()
    let isFirst = state.withLock { state in
      defer { state.endsWithProcess = true }
      return !state.endsWithProcess
    }
    // Where the host program has used libcrypto, that has a handler too, which so comes later.
    if isFirst { atexit { ProgramMemory.write() } }
  }

  private static func write() {
    // Also where a program ends, beside threads that may fork: a child is not to find a lock held.
    guard ForkBarrier.begin() else { return }
    defer { ForkBarrier.end() }
    // Before the look, so that what comes meanwhile is not missed.
    Watchers.endGathered()
    notice()
    let (session, searches, seen) = state.withLock { state in
      // A forked child ends without what its parent gathered.
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
