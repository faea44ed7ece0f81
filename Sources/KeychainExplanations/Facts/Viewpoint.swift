// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Who is told of a call, and when.
package struct Viewpoint: Sendable {
  /// False where a real call is explained.
  package var isDryRun = true
  package var assumptions: [CallFacts.Assumption] = []
  /// Who is told.
  package var level = CallFacts.Level.caller
  /// The calls before it, the oldest first.
  package var earlier: [CallRecord] = []
  /// When it was made; in a rehearsal, when it was asked about.
  package var moment: MonotonicTime?
  /// Whether nobody listened to the call, so that what it met is not known.
  package var isUnobserved = false

  package init() {}
}

extension CallFacts {
  /// What may be told (spec/diagnostics.md 8.1).
  package enum Level: String, Sendable {
    /// What the program's own calls could tell.
    case caller
    /// What the store's owner may know: other programs' groups and names, no values.
    case owner
  }

  /// A state that is assumed in place of the real one (`--if`).
  package enum Assumption: String, Hashable, Sendable, CaseIterable {
    case unlocked
    case locked
    case beforeFirstUnlock = "before-first-unlock"
    case background
    case headless
    case noPasscode = "no-passcode"
  }
}
