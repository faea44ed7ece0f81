// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A service that can say why it answers what it answers.
package protocol Explaining: KeychainService {
  /// The same service for the same caller, whose verbs tell the listener what they meet, and in a
  /// rehearsal keep no change.
  ///
  /// - Parameter state: the lock state to assume; nil for the one of now. One with more keys than
  ///   there are now cannot be assumed.
  func listening(
    to listener: CallListener, assuming state: LockState?
  ) -> any Explaining & Administration

  /// What else bears on the call that the listener has heard: the lock state, the items that match,
  /// and those that nearly do.
  ///
  /// - Parameter effort: how far to look.
  func lookUp(_ facts: CallFacts, _ asked: CallListener.Readings, _ effort: SearchEffort)
    throws(KeychainError) -> CallFacts

  /// What each item of a class has where values are looked for, in the order of the values; the
  /// items of the caller's groups, local and synchronizable, locked ones too.
  func compare(
    _ itemClass: ItemClass, with wanted: [Predicate]
  ) throws(KeychainError) -> [Identifier16: [ItemComparison]]

  /// The number of the store's last change; nil where it cannot be read.
  func changeNumber() -> Int64?
}

/// How far a search for near misses goes (spec/diagnostics.md 4.2, 7.4).
package struct SearchEffort: Sendable {
  /// Candidate rows of one condition.
  package var candidates = 5_000
  /// Rows that are opened.
  package var openings = 20
  /// Milliseconds.
  package var milliseconds: Int

  /// Within a program, after a call that failed.
  package static let inProcess = SearchEffort(milliseconds: 50)
  /// For a person who waits.
  package static let commandLine = SearchEffort(milliseconds: 2_000)

  init(milliseconds: Int) { self.milliseconds = milliseconds }
}
