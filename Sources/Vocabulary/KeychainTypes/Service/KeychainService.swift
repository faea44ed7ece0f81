// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// A service that answers the keychain requests of one caller.
///
/// The engine in this process and file keychains are services, and the client of a daemon will be
/// a service. Calls are synchronous and may come from any thread. When a call returns, its changes
/// are on the disk. A call that throws has changed nothing, with one exception. If fsync(2) fails,
/// the changes are complete or absent (Specification/design.md, "Promises", 1).
package protocol KeychainService: Sendable {
  /// Carries out a request to add, find, change or delete items.
  ///
  /// - Returns: the answer, with these matches:
  ///   - Add: the parts of the item that the caller wants. No match if the profile `quirks` lets
  ///     the call succeed without storing the item (Specification/secitem.md, "Discrepancies
  ///     between documents and source", D2).
  ///   - CopyMatching: at least one item, in the order in which the items were added.
  ///   - Update and Delete: no match. These calls act on all matching items in one transaction.
  /// - Throws: the error that refuses the request; `itemNotFound` if no item matches. Like an
  ///   answer, an error has a `trail`, the record of how the service decided the call.
  func answer(_ request: Request) throws(KeychainError) -> Answer
}

extension KeychainService {
  /// Adds an item to the access group `group`, or to the caller's default access group.
  ///
  /// - Returns: the match for the item; nil if the profile `quirks` lets the call succeed without
  ///   storing the item.
  package func add(
    _ item: NewItem, group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) -> Match? {
    try answer(Request(adding: item, to: group, profile: profile)).matches.first
  }

  /// Returns the items that a query finds; throws `itemNotFound` if the query finds no item.
  package func copyMatching(
    _ query: Query, group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) -> [Match] {
    try answer(Request(.copyMatching, query, in: group, profile: profile)).matches
  }

  /// Changes all items that a query finds; throws `itemNotFound` if the query finds no item.
  ///
  /// - Parameters:
  ///   - group: the access group in which the query searches; `absent` for all access groups of the
  ///     caller.
  ///   - newGroup: the access group to which the items are moved; `absent` to leave them in their
  ///     access groups.
  package func update(
    _ query: Query, setting changes: Changes, group: RequestedGroup = .absent,
    newGroup: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) {
    _ = try answer(
      Request(updating: query, in: group, setting: changes, movingTo: newGroup, profile: profile))
  }

  /// Deletes all items that a query finds; throws `itemNotFound` if the query finds no item.
  package func delete(
    _ query: Query, group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) {
    _ = try answer(Request(.delete, query, in: group, profile: profile))
  }
}

extension ForkBarrier {
  /// Begins a keychain call on this thread; after the call, `end` must be called.
  ///
  /// - Throws: -25291 in a child process that must not use the keychain; the call has not begun
  ///   then. This child was forked while its parent was in a keychain call, or was made without the
  ///   C library's fork(2), for example by clone(2).
  package static func beginCall() throws(KeychainError) {
    guard begin() else {
      throw KeychainError(
        .notAvailable, "the process was forked during a call to the keychain",
        advice: "fork while no call is running, or start a program in the child")
    }
  }
}
