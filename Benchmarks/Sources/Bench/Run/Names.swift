// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// What the items are called, on every side of a comparison.
enum Names {
  static func service(_ index: Int) -> String { "service \(index / 4)" }
  static func account(_ index: Int) -> String { "account \(index)" }
  static func secret(_ index: Int) -> String { "correct horse battery \(index)" }

  /// A different item each time, far from the one before.
  static func scattered(_ round: Int, _ count: Int) -> Int { round * 7_919 % count }

  /// An item with a label, which is the service as with `security add-generic-password`.
  static func item(_ index: Int) -> NewItem {
    var item = NewItem(.genericPassword)
    item.attributes[.service] = .text(service(index))
    item.attributes[.account] = .text(account(index))
    item.attributes[.label] = .text(service(index))
    item.secret = SecretBytes(copying: Array(secret(index).utf8))
    return item
  }

  /// An item of the one service that all have, where a store is made to be searched in.
  static func itemOfOneService(_ index: Int) -> NewItem {
    var item = item(index)
    item.attributes[.service] = .text(oneService)
    if index == 0 { item.attributes[.account] = .text(oneAccount) }
    return item
  }

  static let (oneService, oneAccount) = ("one service", "b")

  /// The question for one item by its primary key.
  static func query(_ index: Int) -> Query {
    Query(
      .genericPassword,
      [
        Predicate(.service, .text(service(index))), Predicate(.account, .text(account(index))),
      ], limit: .one)
  }
}
