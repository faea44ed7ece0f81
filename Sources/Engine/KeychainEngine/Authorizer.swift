// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
package import KeychainRows
package import KeychainTypes

/// Decides which access groups a caller can use, and which operations on items the caller may
/// perform now.
///
/// The keybag, and not this type, decides whether a protection class is unlocked. If an operation
/// is not allowed, the decision says which evidence (proof that the user authenticated) is missing,
/// or why the operation is denied.
package final class Authorizer: Sendable {
  /// The operations of the SecItem API: add, copy, update and delete.
  ///
  /// A caller that has access groups but may write to no group can use only `copyMatching`.
  package enum Verb: Sendable {
    case add, copyMatching, update, delete
  }

  package let caller: Caller
  /// The access groups that `copyMatching` searches if the query names no access group.
  ///
  /// `writable` holds the groups that add, update and delete use if the dictionary names no group.
  private let readable: Scope
  private let writable: Scope

  package init(caller: Caller) {
    self.caller = caller
    readable = .groups(Self.unique(caller.groups))
    writable = .groups(Self.unique(caller.writableGroups))
  }

  /// Throws an error if the caller has no access group for this operation
  /// (Specification/secitem.md, "Order of evaluation" row 2, "Checks of access groups").
  ///
  /// `copyMatching` needs a group that the caller may read. Every other operation needs a group
  /// that the caller may write.
  package func admit(_ verb: Verb) throws(KeychainError) {
    if let refusal = caller.refusal { throw refusal }
    guard !caller.seesAllGroups else { return }
    let usable = verb == .copyMatching ? readable : writable
    guard usable != .groups([]) else {
      throw KeychainError(
        .missingEntitlement,
        verb == .copyMatching
          ? "the program has no access group" : "the program has no access group that it may write",
        advice: "give it keychain-access-groups in an entitlements file beside the executable")
    }
  }

  /// Returns the access groups in which a query searches for items (Specification/secitem.md,
  /// "Checks of access groups").
  ///
  /// - Throws: -34018 if the query names a group that the caller may not use for this operation, or
  ///   if the named group is not a text.
  package func scope(_ verb: Verb, _ group: RequestedGroup) throws(KeychainError) -> Scope {
    switch group {
    case .absent:
      guard !caller.seesAllGroups else { return .all }
      return verb == .copyMatching ? readable : writable
    case .named(let name):
      try require(name, verb)
      return .groups([name])
    case .unusable:
      throw .groupIsNoText
    }
  }

  /// Returns the access group in which SecItemAdd stores an item: the named group, or the caller's
  /// first group (Specification/secitem.md, "Defaults of SecItemAdd").
  package func destination(_ group: RequestedGroup) throws(KeychainError) -> String {
    switch group {
    case .absent:
      guard let first = caller.groups.first else {
        throw KeychainError(
          .missingEntitlement, "the program has no access group to store the item in")
      }
      try require(first, .add)
      return first
    case .named(let name):
      try require(name, .add)
      return name
    case .unusable:
      throw .groupIsNoText
    }
  }

  /// Returns the access group to which SecItemUpdate moves the items, or nil if the changes name no
  /// group.
  ///
  /// If the result is nil, each item stays in its group.
  package func newGroup(_ group: RequestedGroup) throws(KeychainError) -> String? {
    if case .absent = group { return nil }
    return try destination(group)
  }

  /// Decides whether the item's access control allows the operation now.
  ///
  /// If the access control restricts the operation, the caller's evidence (proof that the user
  /// authenticated) must satisfy the access control. If it does not, the result names the
  /// requirement that is not satisfied, or denies the operation. If `evidence` is nil, no
  /// requirement is satisfied.
  package func permit(
    _ operation: ConstrainedOperation, under accessControl: AccessControl?,
    given evidence: Evidence?
  ) -> Decision {
    guard let accessControl, accessControl.isConstrained(operation) else { return .allowed }
    guard let requirement = AuthenticationRequirement(accessControl, for: operation) else {
      return .denied(.noRule)
    }
    guard let evidence else { return .needs(requirement) }
    guard !requirement.isGone(in: evidence.facts) else { return .denied(.enrolmentReplaced) }
    let isProved = evidence.bag.satisfies(requirement, in: evidence.facts)
    return isProved ? .allowed : .needs(requirement)
  }

  private func require(_ group: String, _ verb: Verb) throws(KeychainError) {
    guard verb == .copyMatching ? caller.mayRead(group) : caller.mayWrite(group) else {
      throw KeychainError(
        .missingEntitlement, "the access group is not among the program's groups",
        advice: "list the group in keychain-access-groups")
    }
  }

  private static func unique(_ groups: [String]) -> [String] {
    var result: [String] = []
    for group in groups where !result.contains(where: { $0.hasSameBytes(as: group) }) {
      result.append(group)
    }
    return result
  }
}
