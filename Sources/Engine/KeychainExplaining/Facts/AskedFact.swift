// SPDX-License-Identifier: Apache-2.0
import KeychainRequests
package import KeychainTypes

/// The query, item or changes of a request, read once more by the service's reader.
///
/// It is empty where the request was refused before the caller's groups mattered.
package struct AskedFact: Sendable {
  /// Nil for Add, and where the dictionary was refused.
  package var query: Query?
  /// The item to be added, without its secret: facts may be kept, and no finding needs the secret.
  package var item: NewItem?
  package var changes: Changes?
  package var group = RequestedGroup.absent
  package var newGroup = RequestedGroup.absent

  package init() {}

  /// Of a call of which no more is known than the group that it names.
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

  /// These facts without evidence and without keys, to be kept.
  var withoutEvidence: AskedFact {
    var kept = self
    kept.query?.evidence = nil
    kept.item?.evidence = nil
    kept.item?.element = nil
    return kept
  }

  /// Of an exchange; nothing where no service has read its request.
  package init(_ exchange: Exchange) {
    if exchange.trail != nil, let request = exchange.request {
      self.init(request)
    } else {
      self.init()
    }
  }

  package var itemClass: ItemClass? { query?.itemClass ?? item?.itemClass }
}
