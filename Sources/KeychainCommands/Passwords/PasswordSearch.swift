// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// The search that find-, delete- and `add -U` share (spec/security-cli.md 4.2).
///
/// Local and synchronizable items both count, in all groups that the caller sees; the first match
/// is the one added first.
struct PasswordSearch {
  let attributes: PasswordAttributes
  let group: RequestedGroup

  /// The group that `--access-group` names.
  static func group(_ options: OptionReader) -> RequestedGroup {
    options.value(.long("access-group")).map { .named(String(decoding: $0, as: UTF8.self)) }
      ?? .absent
  }

  /// The first match.
  func first(_ given: AttributeSet, returns: Returns, in service: StoreAccess.Service)
    throws(KeychainError) -> Match
  {
    var query = Query(attributes.itemClass, attributes.predicates(given), limit: .one)
    query.sync = .any
    query.returns = returns
    // There is nobody who could show evidence yet.
    query.interaction = .fail
    guard let match = try service.copyMatching(query, group: group).first else {
      throw KeychainError(.itemNotFound, "nothing matches")
    }
    return match
  }

  /// Exactly the item of a match.
  func only(_ match: Match) -> Query {
    var query = Query(match.itemClass)
    query.references = [.identifier(match.itemClass, match.identifier)]
    query.interaction = .fail
    return query
  }

  /// Tells why a search gave nothing.
  ///
  /// "Not found" has Apple's words. What is there but may not be opened now is told by the status
  /// alone, as scripts expect; everything else is a refusal with its reason.
  static func report(_ error: KeychainError, in invocation: Invocation) -> Int32 {
    switch error.code {
    case .interactionNotAllowed, .authorizationFailed, .userCancelled: error.code.rawValue
    case .authorizationRequired: KeychainError.Code.interactionNotAllowed.rawValue
    default: Refusal.report(error, of: "SecKeychainSearchCopyNext", in: invocation)
    }
  }
}
