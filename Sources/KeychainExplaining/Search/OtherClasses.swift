// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainExplanations
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Looks for the values of a query among the items of other classes (spec/diagnostics.md 4.4).
struct OtherClasses {
  let search: NearMissSearch

  /// Each more counts as "more".
  private static let counted = 6

  /// Which attribute of another class stands for one of this class.
  private static func maps(from itemClass: ItemClass) -> [(ItemClass, [Attribute: Attribute])] {
    let same: [Attribute: Attribute] = [.label: .label]
    switch itemClass {
    case .genericPassword:
      return [
        (.internetPassword, [.service: .server, .account: .account, .label: .label]),
        (.key, [.account: .applicationTag, .generic: .applicationTag, .label: .label]),
      ]
    case .internetPassword:
      return [(.genericPassword, [.server: .service, .account: .account, .label: .label])]
    case .certificate:
      return [(.key, [.label: .label, .publicKeyHash: .applicationLabel])]
    case .key:
      return [
        (.genericPassword, [.applicationTag: .account, .label: .label]),
        (.certificate, [.label: .label, .applicationLabel: .publicKeyHash]),
      ]
    case .identity: return [(.certificate, same), (.key, same)]
    }
  }

  /// How many items of each class agree in all that the class has.
  func counts(within scope: Scope) throws(KeychainError) -> [ItemClass: Int] {
    var counts: [ItemClass: Int] = [:]
    for (itemClass, map) in Self.maps(from: search.plan.itemClass) {
      var query = Query(itemClass)
      query.sync = .any
      query.predicates = search.plan.compared.compactMap { condition in
        guard let other = map[condition.row.attribute],
          let row = Schema.of(itemClass)[other], row.kind == condition.row.kind || row.kind == .blob
        else { return nil }
        return Predicate(other, condition.value)
      }
      guard !query.predicates.isEmpty, query.predicates.count == search.plan.compared.count else {
        continue
      }
      let plan = try search.session.planner.plan(query, within: scope, reading: [])
      var uncounted = AbsenceFact()
      let rows = try search.rows(plan.store, limit: Self.counted, &uncounted)
      if !rows.isEmpty { counts[itemClass] = rows.count }
    }
    return counts
  }
}
