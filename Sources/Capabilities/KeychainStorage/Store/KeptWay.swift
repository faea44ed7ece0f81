// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// An access path and its prepared statement, which a connection keeps for later plans.
///
/// All plans of one shape (the properties on which the access path depends) share the path and the
/// statement.
final class KeptWay {
  let path: AccessPath
  let statement: Statement
  /// The digest columns that the statement looks up in an index by their first eight bytes, as a
  /// mask with one bit for each column.
  private let prefixed: UInt64
  /// The digest columns of which the statement compares only the first eight bytes, as a mask with
  /// one bit for each column.
  private let halved: UInt64

  /// Keeps an access path with the statement that was prepared for it.
  ///
  /// - Parameter plan: Any plan that has this access path.
  init(_ path: AccessPath, _ statement: Statement, _ plan: StorePlan, _ layout: TableLayout) {
    self.path = path
    self.statement = statement
    prefixed = layout.bits(of: path.prefixed(layout))
    halved = layout.bits(of: path.halved(plan, layout)[...])
  }

  /// Sets the parameters of the statement to the values of a plan, in the order of
  /// `AccessPath.text`.
  ///
  /// - Parameters:
  ///   - columns: The digest columns that the terms of the plan compare, as a mask with one bit for
  ///     each column.
  ///   - reference: The persistent reference to find. Nil if the statement does not search by
  ///     reference.
  ///   - group: The only access group to search. Nil if the statement does not search by group.
  ///   - sync: True to search only synchronizable items, false to search only the other items.
  ///     Ignored unless `AccessPath.bindsSync` is true.
  func bind(
    _ plan: StorePlan, _ layout: TableLayout, _ columns: UInt64, reference: Identifier16?,
    group: Identifier16?, sync: Bool?
  ) {
    var place: Int32 = 1
    if let reference {
      statement.bind(reference, at: place)
      place += 1
    }
    if path.bindsGroup, let group {
      statement.bind(prefix: group, at: place)
      place += 1
    }
    if path.bindsSync {
      statement.bind(sync == true ? 1 : 0, at: place)
      place += 1
    }
    // The digests are bound in column order. A plan has a handful of terms at most.
    var rest = columns
    while rest != 0 {
      let column = rest.trailingZeroBitCount
      rest &= rest - 1
      guard let digest = plan.digest(of: layout.digests[column]) else { continue }
      if prefixed & 1 << UInt64(column) != 0 {
        statement.bind(prefix: digest, at: place)
        place += 1
        if halved & 1 << UInt64(column) != 0 { continue }
      }
      statement.bind(digest, at: place)
      place += 1
    }
    statement.bind(plan.after, at: place)
  }
}
