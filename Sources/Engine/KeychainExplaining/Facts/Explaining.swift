// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A keychain service that can explain why a call returned its status.
package protocol Explaining: KeychainService {
  /// Looks up the state of the store and the device that explains the status of a call.
  ///
  /// The state includes the lock state, the items that match the query, and the items that nearly
  /// match. The result depends on the facts of the call and on the present state of the store. The
  /// store may have changed since the call.
  ///
  /// - Parameters:
  ///   - facts: the facts of the call, with the trail (record of the service's decisions).
  ///   - rehearsal: the assumptions of a rehearsed call, or nil for a real call.
  ///   - effort: the limits of the search for items.
  func explain(
    _ facts: CallFacts, rehearsing rehearsal: Request.Rehearsal?, _ effort: SearchEffort
  ) throws(KeychainError) -> StoreFacts

  /// Compares the stored values of the items of a class with wanted values.
  ///
  /// All items in the caller's groups are compared: local, synchronizable and locked items.
  ///
  /// - Returns: for each persistent identifier of an item, the comparisons with the wanted values,
  ///   in the order of `wanted`.
  func compare(
    _ itemClass: ItemClass, with wanted: [Predicate]
  ) throws(KeychainError) -> [Identifier16: [ItemComparison]]

  /// Returns the number of the last change of the store, or nil if the number cannot be read.
  func changeNumber() -> Int64?
}

/// The limits of a search for near misses: items that nearly match a query.
///
/// Specification/diagnostics.md, "Algorithm of near misses", "Limits of explanations".
package struct SearchEffort: Sendable {
  /// The greatest number of rows that the search reads for one condition of the query.
  package var candidates = 5_000
  /// The greatest number of rows that the search decrypts although their digests do not match a
  /// condition of the query.
  package var openings = 20
  /// The longest time of the search, in milliseconds.
  package var milliseconds: Int

  /// The limits of a search within a program, after a call that failed.
  package static let inProcess = SearchEffort(milliseconds: 50)
  /// The limits of a search by the `security` command, whose user waits for the result.
  package static let commandLine = SearchEffort(milliseconds: 2_000)

  init(milliseconds: Int) { self.milliseconds = milliseconds }
}
