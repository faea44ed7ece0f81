// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// Searches the store for the commands about keys, certificates and identities.
///
/// A search finds local and synchronizable items. The search looks in a single access group, or in
/// all groups that the caller may see.
struct ObjectSearch {
  private(set) var group: RequestedGroup
  private let store: StoreAccess
  /// The proofs (such as the passcode) by which the user has authenticated in this command.
  ///
  /// Later calls of the command use these proofs, so that the user is not asked twice.
  private let context = AuthenticationContext()

  init(_ options: OptionReader, _ invocation: Invocation) {
    group = PasswordSearch.group(options)
    store = invocation.store
  }

  /// A copy of this search that looks in all access groups which the caller may see.
  var inAllGroups: ObjectSearch {
    var search = self
    search.group = .absent
    return search
  }

  /// Returns all items that match, in the order in which they were added to the store.
  ///
  /// Empty if no item matches.
  func all(
    _ itemClass: ItemClass, _ predicates: [Predicate] = [], returns: Returns = .attributes
  ) throws(KeychainError) -> [Match] {
    var query = Query(itemClass, predicates)
    query.returns = returns
    return try found(&query)
  }

  /// Returns an item that an earlier search has found, with its attributes and its secret.
  ///
  /// - Throws: -25300 if the item no longer exists; -25316 if the content of the item cannot be
  ///   read.
  func content(of match: Match) throws(KeychainError) -> Match {
    var query = Query(match.itemClass)
    query.references = [.identifier(match.itemClass, match.identifier)]
    query.returns = .attributesAndSecret
    guard let match = try found(&query).first else {
      throw KeychainError(.itemNotFound, "the item no longer exists")
    }
    return match
  }

  /// Deletes the item that an earlier search has found, and no other item.
  func delete(_ match: Match) throws(KeychainError) {
    var query = Query(match.itemClass)
    query.references = [.identifier(match.itemClass, match.identifier)]
    try store.answer(StoreCall(.delete(query)), in: context)
  }

  /// Signs, or computes a shared secret, with a private key of the secure element that an earlier
  /// search has found.
  ///
  /// - Throws: -4 if there is no secure element; the errors of `ElementService.use`.
  func use(
    _ key: ElementKey, for operation: ElementOperation
  ) throws(KeychainError) -> SecretBytes {
    try store.use(key, for: operation, in: context)
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
