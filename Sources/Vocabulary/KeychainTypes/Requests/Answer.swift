// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The answer of a service to a request.
package struct Answer: Sendable {
  /// In order of insertion; empty for calls that give nothing back, and where the profile makes the
  /// call a success without effect (quirk D2).
  package let matches: [Match]
  /// The class, the returns and the limit of the request, as the service read them.
  package let itemClass: ItemClass
  package let returns: Returns
  package let limit: Limit
  /// Whether the request allows prompts.
  package let interaction: Interaction
  /// The query of a search, without evidence, where this process remembers its searches.
  package let query: Query?
  /// The trail of the service's decision.
  package var trail = Trail()

  /// The answer to Add.
  package init(_ match: Match?, to item: NewItem) {
    matches = match.map { [$0] } ?? []
    (itemClass, returns, limit) = (item.itemClass, item.returns, .one)
    (interaction, query) = (item.interaction, nil)
  }

  /// The answer to a search.
  package init(_ matches: [Match], to query: borrowing Query) {
    self.matches = matches
    (itemClass, returns, limit) = (query.itemClass, query.returns, query.limit)
    interaction = query.interaction
    guard Watchers.isRemembering else {
      self.query = nil
      return
    }
    var kept = copy query
    // Evidence is for this call alone.
    kept.evidence = nil
    self.query = kept
  }

  /// The answer to Update and Delete, which give nothing back.
  package init(doneTo itemClass: ItemClass) {
    self.itemClass = itemClass
    (matches, returns, limit) = ([], Returns(rawValue: 0), .all)
    (interaction, query) = (.allow, nil)
  }

  /// An answer that came from elsewhere.
  init(
    _ matches: [Match], of itemClass: ItemClass, returns: Returns, _ limit: Limit,
    _ interaction: Interaction, _ trail: Trail
  ) {
    (self.matches, self.itemClass, self.returns) = (matches, itemClass, returns)
    (self.limit, self.interaction, self.trail) = (limit, interaction, trail)
    query = nil
  }

  /// An answer to the request of another answer, with other matches.
  package init(_ matches: [Match], like other: Answer) {
    self.matches = matches
    (itemClass, returns, limit) = (other.itemClass, other.returns, other.limit)
    (interaction, query, trail) = (other.interaction, other.query, other.trail)
  }
}
