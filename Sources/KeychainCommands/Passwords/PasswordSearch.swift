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
  func first(_ given: AttributeSet, returns: Returns, in store: StoreAccess)
    throws(KeychainError) -> Match
  {
    var query = Query(attributes.itemClass, attributes.predicates(given), limit: .one)
    query.sync = .any
    query.returns = returns
    let found = try store.withEvidence(in: context) {
      (service, evidence, interaction) throws(KeychainError) in
      query.evidence = evidence
      query.interaction = interaction
      return try service.copyMatching(query, group: group)
    }
    guard let match = found.first else {
      throw KeychainError(.itemNotFound, "nothing matches")
    }
    return match
  }

  /// Acts on exactly the item of a match.
  func act(
    on match: Match, in store: StoreAccess,
    _ act: (StoreAccess.Service, Query) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    var query = Query(match.itemClass)
    query.references = [.identifier(match.itemClass, match.identifier)]
    try store.withEvidence(in: context) {
      (service, evidence, interaction) throws(KeychainError) in
      query.evidence = evidence
      query.interaction = interaction
      try act(service, query)
    }
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
