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
