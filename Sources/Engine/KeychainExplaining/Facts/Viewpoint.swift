// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The circumstances of an explanation: its reader, the time of the call, and the program's earlier
/// calls.
package struct Viewpoint: Sendable {
  /// True if the call is only rehearsed (run without changing the store); false if a real call is
  /// explained.
  package var isDryRun = true
  package var assumptions: [CallFacts.Assumption] = []
  /// The amount of detail that the reader of the explanation may see.
  package var level = CallFacts.Level.caller
  /// The calls that the program made before the explained call, oldest first.
  package var earlier: [CallRecord] = []
  /// The time when the call ended, on a clock that never goes back; nil if it is not known.
  ///
  /// For a rehearsal, the time when the rehearsal was requested.
  package var moment: MonotonicTime?
  /// True if the call was not recorded when the program made it, so that details of the call are
  /// unknown.
  package var isUnobserved = false

  package init() {}
}
