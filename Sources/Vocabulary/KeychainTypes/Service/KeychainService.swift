// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// What answers requests, for one caller.
///
/// Embedded engine, daemon client and file keychains are services.
/// Calls are synchronous and may come from any thread. A call that returned is durable; a call
/// that threw changed nothing (DESIGN promise 1).
package protocol KeychainService: Sendable {
  /// Answers a request.
  ///
  /// - Returns: of Add what is to be returned of the item, and no match where the profile makes the
  ///   call a success without effect (quirk D2); of CopyMatching the items in order of insertion,
  ///   never none; no match of Update and Delete, which act on all that matches in one transaction.
  /// - Throws: the refusal; `itemNotFound` where nothing matches. As in the answer, `trail` is how
  ///   the call was decided.
  func answer(_ request: Request) throws(KeychainError) -> Answer
}

extension KeychainService {
  /// Adds an item given as a value.
  ///
  /// - Returns: nil when the profile makes the call a success without effect.
  package func add(
    _ item: NewItem, group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) -> Match? {
    try answer(Request(adding: item, to: group, profile: profile)).matches.first
  }

  /// Finds items by a query given as a value.
  package func copyMatching(
    _ query: Query, group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) -> [Match] {
    try answer(Request(.copyMatching, query, in: group, profile: profile)).matches
  }

  /// Changes items by a query given as a value.
  package func update(
    _ query: Query, setting changes: Changes, group: RequestedGroup = .absent,
    newGroup: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) {
    _ = try answer(
      Request(updating: query, in: group, setting: changes, movingTo: newGroup, profile: profile))
  }

  /// Removes items by a query given as a value.
  package func delete(
    _ query: Query, group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) throws(KeychainError) {
    _ = try answer(Request(.delete, query, in: group, profile: profile))
  }
}

extension ForkBarrier {
  /// Begins a call of this thread, which `end` must end.
  ///
  /// - Throws: -25291 in a child that was forked while another thread of its parent was in the
  ///   middle of a call, or that was not made by fork(2); then nothing has begun.
  package static func beginCall() throws(KeychainError) {
    guard begin() else {
      throw KeychainError(
        .notAvailable, "the process was forked in the middle of a call to the keychain",
        advice: "fork when no call is under way, or start a program in the child")
    }
  }
}
