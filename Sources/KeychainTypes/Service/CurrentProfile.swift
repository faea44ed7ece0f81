// SPDX-License-Identifier: Apache-2.0

import SecureMemory

/// The profile that a test has chosen together with its service (DESIGN section 6).
///
/// The face asks here before it looks at `LATCHKEY_PROFILE`.
package enum CurrentProfile {
  /// Set for the duration of a task by `KeychainTesting`.
  @TaskLocal package static var scoped: Profile?

  private static let state = Lock<Profile?>(nil)

  /// The chosen profile, if any.
  package static var chosen: Profile? { scoped ?? state.withLock { $0 } }

  /// Chooses a profile for the whole process; nil takes the choice back.
  package static func install(_ profile: Profile?) {
    state.withLock { $0 = profile }
  }
}
