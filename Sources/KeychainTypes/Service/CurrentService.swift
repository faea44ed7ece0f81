// SPDX-License-Identifier: Apache-2.0

import SecureMemory

/// The service that the process's calls go to when somebody has installed one (DESIGN section 5).
///
/// The only global of the library. A service bound to a task wins over one installed for the
/// process; with neither, `Security` chooses by itself.
package enum CurrentService {
  /// Set for the duration of a task by `KeychainTesting`.
  @TaskLocal package static var scoped: (any KeychainService & Administration)?

  private static let state = Lock(State())

  private struct State: Sendable {
    var installed: (any KeychainService & Administration)?
    var isolations = 0
    var missed = 0
  }

  /// The installed service, if any.
  package static var installed: (any KeychainService & Administration)? {
    scoped ?? processWide
  }

  /// The service installed for the whole process, if any.
  package static var processWide: (any KeychainService & Administration)? {
    state.withLock { $0.installed }
  }

  /// Installs a service for the whole process; nil takes it away.
  package static func install(_ service: (any KeychainService & Administration)?) {
    state.withLock { $0.installed = service }
  }

  /// While at least one isolation is on, a call without an installed service must not fall through
  /// to the real store (DESIGN section 5).
  package static func beginIsolation() {
    state.withLock { $0.isolations += 1 }
  }

  /// Ends one isolation.
  package static func endIsolation() {
    state.withLock { $0.isolations = max(0, $0.isolations - 1) }
  }

  /// Whether a call without an installed service has to be refused; counts it if so.
  package static func refusesUnscopedCall() -> Bool {
    state.withLock { state in
      guard state.isolations > 0 else { return false }
      state.missed += 1
      return true
    }
  }

  /// How many calls were refused so far.
  package static var refusedCalls: Int { state.withLock { $0.missed } }
}
