// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// A way that a connection has chosen and prepared, for all plans of one shape.
final class KeptWay {
  let path: AccessPath
  let statement: Statement
  /// The digest columns whose first eight bytes are bound before the whole digest, as bits.
  private let prefixed: UInt64
  /// Those of them that nothing more is bound for.
  private let halved: UInt64

  /// - Parameter plan: one of those that go this way.
  init(_ path: AccessPath, _ statement: Statement, _ plan: StorePlan, _ layout: TableLayout) {
    self.path = path
    self.statement = statement
    prefixed = layout.bits(of: path.prefixed(layout))
    halved = layout.bits(of: path.halved(plan, layout)[...])
  }

  /// Binds the values of a plan, in the order of `AccessPath.text`.
  ///
  /// - Parameter columns: the digest columns that its terms compare, as bits.
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
    // In the order of the columns; there are a handful of terms at most.
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
