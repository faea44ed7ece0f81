// SPDX-License-Identifier: Apache-2.0

import SecureMemory

/// The installation that the calls of this process use: a test's service, caller and profile
/// (Specification/design.md, "Embedded or daemon").
///
/// An installation for a task wins over the installation for the process. If no installation is
/// set, `Security` chooses the service by itself.
package enum CurrentInstallation {
  /// The installation (a test's service and caller) for the calls of the current task; nil if
  /// `KeychainTesting` has set no installation for the task.
  @TaskLocal package static var scoped: Installation?

  private static let state = Lock(State())

  private struct State: Sendable {
    var installed: Installation?
    var isolations = 0
    var missed = 0
    var witnesses: [UInt64: @Sendable () -> Void] = [:]
    var lastWitness: UInt64 = 0
  }

  /// The installation (a test's service and caller) that a call from the current task uses; nil if
  /// no test has set an installation.
  ///
  /// The look-up is skipped if this process never made an installation.
  package static var installed: Installation? {
    guard Watchers.hasInstallation else { return nil }
    guard let scoped else { return processWide }
    return scoped.renewal?() ?? scoped
  }

  /// The installation (a test's service and caller) for all tasks of the process that have no
  /// separate installation; nil if no test has set it.
  package static var processWide: Installation? {
    state.withLock { $0.installed }
  }

  /// Sets the installation (a test's service and caller) for the whole process; nil removes the
  /// installation.
  package static func install(_ installation: Installation?) {
    state.withLock { $0.installed = installation }
  }

  /// Sets the installation (a test's service and caller) for the whole process, unless an
  /// installation for the process is set already.
  ///
  /// - Returns: true if the installation was set, false if another installation is set already.
  package static func installFirst(_ installation: Installation) -> Bool {
    state.withLock { state in
      guard state.installed == nil else { return false }
      state.installed = installation
      return true
    }
  }

  /// Begins to refuse every call of this process that has no installed test service, until
  /// `endIsolation`.
  ///
  /// During tests, a call must not reach the user's real store by accident
  /// (Specification/design.md, "Embedded or daemon").
  package static func beginIsolation() {
    Watchers.noteInstallation()
    Watchers.begin()
    state.withLock { $0.isolations += 1 }
  }

  /// Ends one isolation that `beginIsolation` began; calls are refused until every isolation has
  /// ended.
  package static func endIsolation() {
    state.withLock { $0.isolations = max(0, $0.isolations - 1) }
    Watchers.end()
  }

  /// Adds a function that is called for each call that is refused because no test service is
  /// installed for it.
  ///
  /// Calls without a test service are refused between `beginIsolation` and `endIsolation`. The
  /// function is called on the thread of the refused call.
  ///
  /// - Returns: the number to pass to `endWitness`.
  package static func witness(_ witness: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { state in
      state.lastWitness += 1
      state.witnesses[state.lastWitness] = witness
      return state.lastWitness
    }
  }

  /// Removes the function for which `witness` returned the number.
  package static func endWitness(_ number: UInt64) {
    state.withLock { $0.witnesses[number] = nil }
  }

  /// True if calls of this process are refused unless a test service is installed for them.
  ///
  /// Reading this property does not change the count of refused calls.
  package static var isIsolated: Bool {
    Watchers.hasInstallation && state.withLock { $0.isolations > 0 }
  }

  /// True if a call without an installed service must be refused, because tests isolate the process
  /// (`beginIsolation`).
  ///
  /// If true, the call is counted as refused, and the functions that `witness` added are called.
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

  /// The number of calls that were refused so far because tests isolate the process.
  package static var refusedCalls: Int { state.withLock { $0.missed } }
}
