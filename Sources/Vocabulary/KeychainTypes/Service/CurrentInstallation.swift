// SPDX-License-Identifier: Apache-2.0

import SecureMemory

/// What the process's calls go to when somebody has installed something (DESIGN section 5).
///
/// The only global of the library. What is bound to a task wins over what is installed for the
/// process; with neither, `Security` chooses by itself.
package enum CurrentInstallation {
  /// Set for the duration of a task by `KeychainTesting`.
  @TaskLocal package static var scoped: Installation?

  private static let state = Lock(State())

  private struct State: Sendable {
    var installed: Installation?
    var isolations = 0
    var missed = 0
    var witnesses: [UInt64: @Sendable () -> Void] = [:]
    var lastWitness: UInt64 = 0
  }

  /// The installation in reach, or nil; looked for only if one was ever made in this process.
  package static var installed: Installation? {
    guard Watchers.hasInstallation else { return nil }
    guard let scoped else { return processWide }
    return scoped.renewal?() ?? scoped
  }

  /// What is installed for the whole process, if anything.
  package static var processWide: Installation? {
    state.withLock { $0.installed }
  }

  /// Installs for the whole process; nil takes it away.
  package static func install(_ installation: Installation?) {
    state.withLock { $0.installed = installation }
  }

  /// Installs for the whole process where nothing is installed.
  ///
  /// - Returns: false where something is.
  package static func installFirst(_ installation: Installation) -> Bool {
    state.withLock { state in
      guard state.installed == nil else { return false }
      state.installed = installation
      return true
    }
  }

  /// While at least one isolation is on, a call without an installed service must not fall through
  /// to the real store (DESIGN section 5).
  package static func beginIsolation() {
    Watchers.noteInstallation()
    Watchers.begin()
    state.withLock { $0.isolations += 1 }
  }

  /// Ends one isolation.
  package static func endIsolation() {
    state.withLock { $0.isolations = max(0, $0.isolations - 1) }
    Watchers.end()
  }

  /// Tells somebody of every call that is refused so, on the thread that makes it.
  ///
  /// - Returns: a number for `endWitness`.
  package static func witness(_ witness: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      state.lastWitness += 1
      state.witnesses[state.lastWitness] = witness
      return state.lastWitness
    }
  }

  /// Ends what `witness` began.
  package static func endWitness(_ number: UInt64) {
    state.withLock { $0.witnesses[number] = nil }
  }

  /// Whether tests isolate the process; counts nothing.
  package static var isIsolated: Bool {
    Watchers.hasInstallation && state.withLock { $0.isolations > 0 }
  }

  /// Whether a call without an installed service has to be refused; counts it if so.
  package static func refusesUnscopedCall() -> Bool {
    guard Watchers.hasInstallation else { return false }
    let witnesses = state.withLock { (state: inout State) -> [@Sendable () -> Void]? in
      guard state.isolations > 0 else { return nil }
      state.missed += 1
      return Array(state.witnesses.values)
    }
    guard let witnesses else { return false }
    for witness in witnesses { witness() }
    return true
  }

  /// How many calls were refused so far.
  package static var refusedCalls: Int { state.withLock { $0.missed } }
}
