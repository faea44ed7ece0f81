// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The search that find-, delete- and `add -U` share (spec/security-cli.md 4.2).
///
/// Local and synchronizable items both count, in all groups that the caller sees; the first match
/// is the one added first.
struct PasswordSearch {
  let attributes: PasswordAttributes
  let group: RequestedGroup
  /// What the command's calls have proved so far, so that nobody is asked twice.
  let context = AuthenticationContext()

  /// The group that `--access-group` names.
  static func group(_ options: OptionReader) -> RequestedGroup {
    options.value(.long("access-group")).map { .named(String(decoding: $0, as: UTF8.self)) }
      ?? .absent
  }

  /// The first match.
  ///
  /// - Parameter mayFindNothing: whether the command goes on where nothing matches.
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

  /// Changes exactly the item of a match.
  func update(
    _ match: Match, setting changes: Changes, in store: StoreAccess
  ) throws(KeychainError) {
    try store.answer(StoreCall(.update(Self.query(for: match), changes)), in: context)
  }

  /// Deletes exactly the item of a match.
  func delete(_ match: Match, in store: StoreAccess) throws(KeychainError) {
    try store.answer(StoreCall(.delete(Self.query(for: match))), in: context)
  }

  private static func query(for match: Match) -> Query {
    var query = Query(match.itemClass)
    query.references = [.identifier(match.itemClass, match.identifier)]
    return query
  }

  /// Tells why a search gave nothing.
  ///
  /// "Not found" has Apple's words. What is there but may not be opened now is told by the status
  /// alone, as scripts expect; everything else is a refusal with its reason.
  static func report(_ error: KeychainError, in invocation: Invocation) -> Int32 {
    switch error.code {
    case .interactionNotAllowed, .authorizationRequired:
      LockedNote.tell(in: invocation)
      return KeychainError.Code.interactionNotAllowed.rawValue
    case .authorizationFailed, .userCancelled: return error.code.rawValue
    default: return Refusal.report(error, of: "SecKeychainSearchCopyNext", in: invocation)
    }
  }
}

extension Returns {
  /// Both, by its number: a list would have the run-time library look through all conformances of
  /// the program, 130,000 instructions of a command's three million.
  static let attributesAndSecret = Returns(
    rawValue: Returns.attributes.rawValue | Returns.secret.rawValue)
}
