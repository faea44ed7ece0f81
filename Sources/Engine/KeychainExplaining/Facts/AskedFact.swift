// SPDX-License-Identifier: Apache-2.0
import KeychainRequests
package import KeychainTypes

/// The query, the item or the changes of a request, as the keychain service understands them.
///
/// The facts are read from the request by `RequestReader`, which the service uses too. The facts
/// are empty if the request was refused before the service checked the caller's access groups.
package struct AskedFact: Sendable {
  /// The query of the request.
  ///
  /// Nil if the request adds an item, or if the service refused the dictionary.
  package var query: Query?
  /// The item to add, without its secret.
  ///
  /// Nil if the request adds no item, or if the service refused the dictionary. The secret is left
  /// out, because these facts may be kept after the call and no finding needs a secret.
  package var item: NewItem?
  package var changes: Changes?
  package var group = RequestedGroup.absent
  package var newGroup = RequestedGroup.absent

  package init() {}

  /// Creates the facts about a call if only the access group that the call names is known.
  package init(group: String) { self.group = .named(group) }

  package init(_ request: Request) {
    guard request.verb != .add else {
      guard let reading = try? RequestReader.item(request) else { return }
      group = reading.group
      guard case .success(var item) = reading.outcome, !item.lacksObject else {
        if case .success = reading.outcome { group = .absent }
        return
      }
      item.secret = nil
      self.item = item
      return
    }
    guard let reading = try? RequestReader.query(request) else { return }
    if request.verb == .update {
      guard let changes = try? RequestReader.changes(request, for: reading) else { return }
      newGroup = changes.group
      self.changes = try? changes.outcome.get()
      self.changes?.secret = nil
    }
    group = reading.group
    query = try? reading.outcome.get()
  }

  /// A copy of these facts that may be kept after the call.
  ///
  /// The copy has no authentication evidence (proof that the user authenticated), and no key of the
  /// secure element.
  var withoutEvidence: AskedFact {
    var kept = self
    kept.query?.evidence = nil
    kept.item?.evidence = nil
    kept.item?.element = nil
    return kept
  }

  /// Creates the facts about the request that a call sent to the keychain service.
  ///
  /// The facts are empty if no service has read the request.
  package init(_ exchange: Exchange) {
    if exchange.trail != nil, let request = exchange.request {
      self.init(request)
    } else {
      self.init()
    }
  }

  package var itemClass: ItemClass? { query?.itemClass ?? item?.itemClass }
}
