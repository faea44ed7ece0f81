// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import KeychainEngine
import KeychainExplaining
import KeychainExplanations
package import KeychainTypes
import SecureMemory

/// What this process does that the store of the user is to remember of the program
/// (spec/diagnostics.md 9): that it is there, which searches found something, and whether it was
/// seen while the device was locked.
///
/// Gathered in memory, as names and digests, and written with the first write of the process or at
/// its end, never on the way of a read.
package enum ProgramMemory {
  /// Searches of a process that are looked at: the first ones, so that later ones cost nothing.
  private static let mostSearches = 32

  private struct State: Sendable {
    /// The engine that has taken notice, by its address: another one is a forked child's, or was
    /// opened on a store that came in the place of the first.
    var engine: UInt = 0
    var left = 0
    var session: Session?
    var searches: [GoodSearch] = []
    var habits: ApplicationHistory.Habits = []
    var process: pid_t = 0
    var endsWithProcess = false
  }

  private static let state = Lock(State())

  /// Has the store take notice of the program when it makes its first call.
  ///
  /// A look behind a lock that nobody holds for longer, for each call but the first.
  static func begin(_ service: ServiceChoice.Service) {
    guard let session = service as? Session else { return }
    let engine = UInt(bitPattern: ObjectIdentifier(session.engine))
    let isNew = state.withLock { (state: inout State) -> Bool in
      // A rehearsal, or a store of tests, is no start of the program.
      guard state.engine != engine, CurrentInstallation.installed == nil else { return false }
      let isLeaving = state.endsWithProcess
      state = State()
      state.engine = engine
      state.process = getpid()
      state.endsWithProcess = isLeaving
      return true
    }
    guard isNew, isOn else { return }
    session.notice()
    StoreList.note(session)
    state.withLock { state in
      guard state.engine == engine else { return }
      state.session = session
      state.left = mostSearches
    }
  }

  /// Whether anything may be remembered.
  private static var isOn: Bool { Settings.ofThisProcess.remembersPrograms }

  /// A search has found something.
  package static func found(_ query: Query) {
    guard let session = state.withLock({ $0.left > 0 ? $0.session : nil }),
      CurrentInstallation.installed == nil, !CallListener.isRehearsing
    else { return }
    guard let shape = session.shape(of: query) else { return }
    state.withLock { state in
      state.left -= 1
      guard !state.searches.contains(where: { $0.hasShape(of: shape) }) else { return }
      state.searches.append(shape)
    }
    writeAtEnd()
  }

  /// A call has met the locked device.
  package static func wasLocked() {
    guard CurrentInstallation.installed == nil, !CallListener.isRehearsing,
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
    guard CurrentInstallation.installed == nil, !CallListener.isRehearsing else { return }
    write()
  }

  /// Has what was gathered be written when the process ends by itself.
  private static func writeAtEnd() {
    let isFirst = state.withLock { state in
      defer { state.endsWithProcess = true }
      return !state.endsWithProcess
    }
    // Registered after libcrypto's own, which so comes later.
    if isFirst { atexit { ProgramMemory.write() } }
  }

  private static func write() {
    // Also where a program ends, beside threads that may fork: a child is not to find a lock held.
    guard ForkBarrier.begin() else { return }
    defer { ForkBarrier.end() }
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
