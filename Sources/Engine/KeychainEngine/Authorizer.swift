// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
package import KeychainRows
package import KeychainTypes

/// What a caller may do: visible (groups), permitted now (constraints).
///
/// The third question, whether the protection class is available, is the keybag's. Decisions carry
/// their reasons as values.
package final class Authorizer: Sendable {
  /// The four verbs; Copy alone needs no writable group.
  package enum Verb: Sendable {
    case add, copyMatching, update, delete
  }

  package let caller: Caller
  /// The groups of a query that names none, by whether it writes.
  private let readable: Scope
  private let writable: Scope

  package init(caller: Caller) {
    self.caller = caller
    readable = .groups(Self.unique(caller.groups))
    writable = .groups(Self.unique(caller.writableGroups))
  }

  /// Refuses a caller that has no group to work in (spec/secitem.md 3.1 row 2, 8.2).
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

  /// The groups that a query reaches (spec/secitem.md 8.2).
  ///
  /// - Throws: -34018 when the dictionary names a group that is not in the list.
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

  /// The group that Add stores in: the named one, or the first of the full list (5.2).
  package func destination(_ group: RequestedGroup) throws(KeychainError) -> String {
    switch group {
    case .absent:
      guard let first = caller.groups.first else {
        throw KeychainError(.missingEntitlement, "the program has no access group to add to")
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

  /// The group that Update moves to; nil: items stay where they are.
  package func newGroup(_ group: RequestedGroup) throws(KeychainError) -> String? {
    if case .absent = group { return nil }
    return try destination(group)
  }

  /// Whether an operation on an item may go on now.
  ///
  /// Without evidence all that is constrained needs some: it takes the facts to say more.
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
