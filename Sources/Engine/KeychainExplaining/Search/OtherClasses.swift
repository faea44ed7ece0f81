// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Searches the items of other classes for the values of a query that found nothing
/// (Specification/diagnostics.md, "Mapped classes").
struct OtherClasses {
  let search: NearMissSearch

  /// The number of items of a class at which counting ends.
  ///
  /// The report then says that there are more than five items.
  private static let counted = 6

  /// The greatest number of attributes in the query that another class may lack.
  ///
  /// If more attributes were left out, the items found would rarely be the wanted items.
  private static let leftOut = 1

  /// Returns the other classes to search, each with the attributes that have another name in that
  /// class.
  ///
  /// Attributes that are not listed have equal names in both classes.
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

  /// Counts the items of other classes that have the values of the query.
  ///
  /// Attributes that the other class does not have are left out of the comparison.
  ///
  /// - Returns: the number of items for each other class, with the attributes that were left out or
  ///   renamed.
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
