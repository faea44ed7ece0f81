// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A service that can say why it answers what it answers.
package protocol Explaining: KeychainService {
  /// Looks up the state of store and device that bears on a call: the lock state, the items that
  /// match, and those that nearly do.
  ///
  /// A function of the call's facts, its trail among them, and of one state of the store, which is
  /// the one of now: what the call met a moment ago may be gone.
  ///
  /// - Parameters:
  ///   - rehearsal: what is assumed, where the call was only rehearsed.
  ///   - effort: how far to look.
  func explain(
    _ facts: CallFacts, rehearsing rehearsal: Request.Rehearsal?, _ effort: SearchEffort
  ) throws(KeychainError) -> StoreFacts

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
