// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The names of the items, equal on every side of a comparison.
enum Names {
  static func service(_ index: Int) -> String { "service \(index / 4)" }
  static func account(_ index: Int) -> String { "account \(index)" }
  static func secret(_ index: Int) -> String { "correct horse battery \(index)" }

  /// Returns another item's number each time, far from the number before.
  static func scattered(_ round: Int, _ count: Int) -> Int { round * 7_919 % count }

  /// Returns an item with a label, which is its service as with `security add-generic-password`.
  static func item(_ index: Int) -> NewItem {
    var item = NewItem(.genericPassword)
    item.attributes[.service] = .text(service(index))
    item.attributes[.account] = .text(account(index))
    item.attributes[.label] = .text(service(index))
    item.secret = SecretBytes(copying: Array(secret(index).utf8))
    return item
  }

  /// Returns an item of the service that all items of a store for searches have.
  static func itemOfOneService(_ index: Int) -> NewItem {
    var item = item(index)
    item.attributes[.service] = .text(oneService)
    if index == 0 { item.attributes[.account] = .text(oneAccount) }
    return item
  }

  static let (oneService, oneAccount) = ("one service", "b")

  /// Returns a query for one item by its primary key.
  static func query(_ index: Int) -> Query {
    Query(
      .genericPassword,
      [
        Predicate(.service, .text(service(index))), Predicate(.account, .text(account(index))),
      ], limit: .one)
  }
}
