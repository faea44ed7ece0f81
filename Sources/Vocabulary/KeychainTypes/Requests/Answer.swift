// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The answer of a service to a request for items: the matches, and the options with which to form
/// the caller's result.
package struct Answer: Sendable {
  /// The items that the call returns, in the order in which they were added to the store.
  ///
  /// The list is empty for Update and Delete. The list is also empty for an Add that succeeds
  /// without storing an item, in the profile `quirks` (Specification/secitem.md, "Discrepancies
  /// between documents and source", D2).
  package let matches: [Match]
  /// The item class that the request names.
  package let itemClass: ItemClass
  package let returns: Returns
  package let limit: Limit
  /// The caller's choice for items that need a prompt.
  package let interaction: Interaction
  /// The query of a search (CopyMatching), without the user's proofs, for the application history
  /// of the store.
  ///
  /// The value is nil for other calls, and if this process gathers no facts for the application
  /// history.
  package let query: Query?
  /// The record of the steps in which the service decided the call.
  package var trail = Trail()

  /// Makes the answer to Add; the match is nil if nothing was stored.
  package init(_ match: Match?, to item: NewItem) {
    matches = match.map { [$0] } ?? []
    (itemClass, returns, limit) = (item.itemClass, item.returns, .one)
    (interaction, query) = (item.interaction, nil)
  }

  /// Makes the answer to a search for items (CopyMatching).
  package init(_ matches: [Match], to query: borrowing Query) {
    self.matches = matches
    (itemClass, returns, limit) = (query.itemClass, query.returns, query.limit)
    interaction = query.interaction
    guard Watchers.isRemembering else {
      self.query = nil
      return
    }
    var kept = copy query
    // The evidence was given for this call only, so the recorded query does not keep it.
    kept.evidence = nil
    self.query = kept
  }

  /// Makes the answer to Update or Delete, which contains no match.
  package init(doneTo itemClass: ItemClass) {
    self.itemClass = itemClass
    (matches, returns, limit) = ([], Returns(rawValue: 0), .all)
    (interaction, query) = (.allow, nil)
  }

  /// Makes an answer of the decoded parts of an answer that another process sent.
  init(
    _ matches: [Match], of itemClass: ItemClass, returns: Returns, _ limit: Limit,
    _ interaction: Interaction, _ trail: Trail
  ) {
    (self.matches, self.itemClass, self.returns) = (matches, itemClass, returns)
    (self.limit, self.interaction, self.trail) = (limit, interaction, trail)
    query = nil
  }

  /// Makes a copy of an answer with other matches.
  package init(_ matches: [Match], like other: Answer) {
    self.matches = matches
    (itemClass, returns, limit) = (other.itemClass, other.returns, other.limit)
    (interaction, query, trail) = (other.interaction, other.query, other.trail)
  }
}
