// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Looks for the values of a query among the items of other classes (spec/diagnostics.md 4.4).
struct OtherClasses {
  let search: NearMissSearch

  /// Each more counts as "more".
  private static let counted = 6

  /// So many attributes may be left out that the other class does not have: more would find what
  /// nobody meant.
  private static let leftOut = 1

  /// Which attribute of another class stands for one of this class, beside those that both have.
  private static func maps(from itemClass: ItemClass) -> [(ItemClass, [Attribute: Attribute])] {
    switch itemClass {
    case .genericPassword:
      return [
        (.internetPassword, [.service: .server]),
        (.key, [.account: .applicationTag, .generic: .applicationTag]),
      ]
    case .internetPassword: return [(.genericPassword, [.server: .service])]
    case .certificate: return [(.key, [.publicKeyHash: .applicationLabel])]
    case .key:
      return [
        (.genericPassword, [.applicationTag: .account]),
        (.certificate, [.applicationLabel: .publicKeyHash]),
      ]
    case .identity: return [(.certificate, [:]), (.key, [.publicKeyHash: .applicationLabel])]
    }
  }

  /// How many items of each class agree in all that the class has.
  func counts(within scope: Scope) throws(KeychainError) -> [ItemClass: AbsenceFact.OtherClass] {
    var counts: [ItemClass: AbsenceFact.OtherClass] = [:]
    for (itemClass, map) in Self.maps(from: search.plan.itemClass) {
      let schema = Schema.of(itemClass)
      var query = Query(itemClass)
      query.sync = .any
      var leftOut: [Attribute] = []
      var renamed: [Attribute: Attribute] = [:]
      for condition in search.plan.compared {
        let attribute = condition.row.attribute
        let other = map[attribute] ?? attribute
        if let row = schema[other], row.roles.contains(.sealed),
          row.kind == condition.row.kind || row.kind == .blob
        {
          query.predicates.append(Predicate(other, condition.value))
          if other != attribute { renamed[attribute] = other }
        } else {
          leftOut.append(attribute)
        }
      }
      let isNamed = query.predicates.contains { $0.attribute != .label }
      guard isNamed || leftOut.isEmpty, !query.predicates.isEmpty, leftOut.count <= Self.leftOut
      else { continue }
      let plan = try search.session.planner.plan(query, within: scope, reading: [])
      var uncounted = AbsenceFact()
      let rows = try search.rows(plan.store, limit: Self.counted, &uncounted)
      if !rows.isEmpty {
        counts[itemClass] = AbsenceFact.OtherClass(
          count: rows.count, leftOut: leftOut, renamed: renamed)
      }
    }
    return counts
  }
}
