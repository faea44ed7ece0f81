// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The search for a password item of the store by the `find-` and `delete-` commands and by
/// `add -U` (Specification/security-cli.md, "find-generic-password / find-internet-password").
///
/// The search finds local and synchronizable items. The search looks in a single access group, or
/// in all groups that the caller may see. The first match is the item that was added first.
struct PasswordSearch {
  let attributes: PasswordAttributes
  let group: RequestedGroup
  /// The proofs (such as the passcode) by which the user has authenticated in this command.
  ///
  /// Later calls of the command use these proofs, so that the user is not asked twice.
  let context = AuthenticationContext()

  /// Returns the access group from the option `--access-group`, or `absent` if the option is not
  /// given.
  static func group(_ options: OptionReader) -> RequestedGroup {
    options.value(.long("access-group")).map { .named(String(decoding: $0, as: UTF8.self)) }
      ?? .absent
  }

  /// Returns the item that was added first among the items with the given attributes.
  ///
  /// - Parameter mayFindNothing: True if the command also works without a match. A search without a
  ///   match is then neither explained (`LATCHKEY_EXPLAIN`) nor kept as a failure
  ///   (`last-failures`).
  /// - Throws: -25300 if no item matches.
  func first(
    _ given: AttributeSet, returns: Returns, in store: StoreAccess, mayFindNothing: Bool = false
  ) throws(KeychainError) -> Match {
    var query = Query(attributes.itemClass, attributes.predicates(given), limit: .one)
    query.sync = .any
    query.returns = returns
    let call = StoreCall(.search(query), group: group, mayFindNothing: mayFindNothing)
    guard let match = try store.answer(call, in: context).matches.first else {
      throw KeychainError(.itemNotFound, "nothing matches")
    }
    return match
  }

  /// Changes the item that an earlier search has found, and no other item.
  func update(
    _ match: Match, setting changes: Changes, in store: StoreAccess
  ) throws(KeychainError) {
    try store.answer(StoreCall(.update(Self.query(for: match), changes)), in: context)
  }

  /// Deletes the item that an earlier search has found, and no other item.
  func delete(_ match: Match, in store: StoreAccess) throws(KeychainError) {
    try store.answer(StoreCall(.delete(Self.query(for: match))), in: context)
  }

  private static func query(for match: Match) -> Query {
    var query = Query(match.itemClass)
    query.references = [.identifier(match.itemClass, match.identifier)]
    return query
  }

  /// Prints why a search has failed, and returns the status of the error.
  ///
  /// If no item matches, Apple's message is printed. If a keychain file could not be searched, a
  /// second line has the path and the reason.
  ///
  /// If the user cancels a prompt or fails to authenticate, nothing is printed, as scripts expect.
  /// If no prompt is possible, nothing is printed unless the store is locked: a note then says so.
  /// Any other error is printed with its reason.
  static func report(_ error: KeychainError, in invocation: Invocation) -> Int32 {
    switch error.code {
    case .interactionNotAllowed, .authorizationRequired:
      // An error with advice comes from a keychain file, so the lock of the store does not matter.
      if "\(error.advice)".isEmpty { LockedNote.tell(in: invocation) }
      return KeychainError.Code.interactionNotAllowed.rawValue
    case .authorizationFailed, .userCancelled: return error.code.rawValue
    case .itemNotFound where error.pathOfFile != nil:
      let status = error.code.rawValue
      invocation.terminal.complain("SecKeychainSearchCopyNext: \(StatusText.message(status))")
      for line in Refusal.reasons(of: error) { invocation.terminal.complain(line) }
      return status
    default: return Refusal.report(error, of: "SecKeychainSearchCopyNext", in: invocation)
    }
  }
}

extension Returns {
  /// The set of results that requests the attributes and the secret of an item.
  ///
  /// The set is computed from raw values, because an array literal would make the run-time library
  /// search all conformances of the program. That costs 130,000 of the three million instructions
  /// of a command.
  static let attributesAndSecret = Returns(
    rawValue: Returns.attributes.rawValue | Returns.secret.rawValue)
}
