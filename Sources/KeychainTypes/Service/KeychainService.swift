// SPDX-License-Identifier: Apache-2.0

/// The four verbs, for one caller.
///
/// Embedded engine, daemon client and file keychains are services.
/// Calls are synchronous and may come from any thread. A call that returned is durable; a call
/// that threw changed nothing (DESIGN promise 1).
package protocol KeychainService: Sendable {
  /// Adds one item and answers what its `returns` ask for.
  ///
  /// - Returns: nil when the profile makes the call a success without effect (quirk D2).
  func add(_ item: Reading<NewItem>) throws(KeychainError) -> Match?

  /// The items that match, in order of insertion; never empty.
  ///
  /// - Throws: `itemNotFound` when nothing matches.
  func copyMatching(_ query: Reading<Query>) throws(KeychainError) -> [Match]

  /// Changes every item that matches, in one transaction.
  func update(_ query: Reading<Query>, setting changes: Reading<Changes>) throws(KeychainError)

  /// Removes every item that matches, in one transaction.
  func delete(_ query: Reading<Query>) throws(KeychainError)
}

extension KeychainService {
  /// Adds an item given as a value.
  package func add(_ item: NewItem, group: RequestedGroup = .absent) throws(KeychainError)
    -> Match?
  {
    try add(Reading(item, group: group))
  }

  /// Finds items by a query given as a value.
  package func copyMatching(_ query: Query, group: RequestedGroup = .absent)
    throws(KeychainError) -> [Match]
  {
    try copyMatching(Reading(query, group: group))
  }

  /// Changes items by a query given as a value.
  package func update(
    _ query: Query, setting changes: Changes, group: RequestedGroup = .absent,
    newGroup: RequestedGroup = .absent
  ) throws(KeychainError) {
    try update(Reading(query, group: group), setting: Reading(changes, group: newGroup))
  }

  /// Removes items by a query given as a value.
  package func delete(_ query: Query, group: RequestedGroup = .absent) throws(KeychainError) {
    try delete(Reading(query, group: group))
  }
}
