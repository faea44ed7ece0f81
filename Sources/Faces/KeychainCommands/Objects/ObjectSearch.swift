// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The search that the commands for keys, certificates and identities share: local and
/// synchronizable items, in all groups that the caller sees or in the one that is named.
struct ObjectSearch {
  private(set) var group: RequestedGroup
  private let store: StoreAccess
  /// What the command's calls have proved so far, so that nobody is asked twice.
  private let context = AuthenticationContext()

  init(_ options: OptionReader, _ invocation: Invocation) {
    group = PasswordSearch.group(options)
    store = invocation.store
  }

  /// The same search in all groups that the caller sees.
  var inAllGroups: ObjectSearch {
    var search = self
    search.group = .absent
    return search
  }

  /// All that match, in the order in which they were added; nothing is no error.
  func all(
    _ itemClass: ItemClass, _ predicates: [Predicate] = [], returns: Returns = .attributes
  ) throws(KeychainError) -> [Match] {
    var query = Query(itemClass, predicates)
    query.returns = returns
    return try found(&query)
  }

  /// The content of one item.
  ///
  /// - Throws: -25300 where it has gone, -25316 where it has none that can be read.
  func content(of match: Match) throws(KeychainError) -> Match {
    var query = Query(match.itemClass)
    query.references = [.identifier(match.itemClass, match.identifier)]
    query.returns = .attributesAndSecret
    guard let match = try found(&query).first else {
      throw KeychainError(.itemNotFound, "the item has gone")
    }
    return match
  }

  /// Deletes exactly the item of a match.
  func delete(_ match: Match) throws(KeychainError) {
    var query = Query(match.itemClass)
    query.references = [.identifier(match.itemClass, match.identifier)]
    try store.answer(StoreCall(.delete(query)), in: context)
  }

  private func found(_ query: inout Query) throws(KeychainError) -> [Match] {
    query.sync = .any
    do {
      return try store.answer(StoreCall(.search(query), group: group), in: context).matches
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }
}
