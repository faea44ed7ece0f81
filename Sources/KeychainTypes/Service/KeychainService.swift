// SPDX-License-Identifier: Apache-2.0

/// The four verbs, for one caller.
///
/// Embedded engine, daemon client and file keychains are services.
/// Calls are synchronous and may come from any thread. A call that returned is durable; a call
/// that threw changed nothing (DESIGN promise 1).
package protocol KeychainService: Sendable {
  /// Adds one item and answers what is to be returned of it.
  ///
  /// - Returns: no match when the profile makes the call a success without effect (quirk D2).
  func add(_ request: Request) throws(KeychainError) -> Answer

  /// The items that match, in order of insertion; never none.
  ///
  /// - Throws: `itemNotFound` when nothing matches.
  func copyMatching(_ request: Request) throws(KeychainError) -> Answer

  /// Changes every item that matches, in one transaction.
  func update(_ request: Request) throws(KeychainError)

  /// Removes every item that matches, in one transaction.
  func delete(_ request: Request) throws(KeychainError)
}

extension KeychainService {
  /// Adds an item given as a value.
  ///
  /// - Returns: nil when the profile makes the call a success without effect.
  package func add(
    _ item: NewItem, group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) -> Match? {
    try add(Request(adding: item, to: group, profile: profile)).matches.first
  }

  /// Finds items by a query given as a value.
  package func copyMatching(
    _ query: Query, group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) -> [Match] {
    try copyMatching(Request(.copyMatching, query, in: group, profile: profile)).matches
  }

  /// Changes items by a query given as a value.
  package func update(
    _ query: Query, setting changes: Changes, group: RequestedGroup = .absent,
    newGroup: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) {
    try update(
      Request(updating: query, in: group, setting: changes, movingTo: newGroup, profile: profile))
  }

  /// Removes items by a query given as a value.
  package func delete(
    _ query: Query, group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) {
    try delete(Request(.delete, query, in: group, profile: profile))
  }
}
