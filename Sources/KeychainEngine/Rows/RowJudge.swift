// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes

/// Looks at the attributes of a row where they lie opened: most rows that a plan finds by its
/// digests are the very ones that it means, and of those nothing needs to be taken out.
///
/// It only ever says yes. Whatever it does not know for certain is left to `RowCodec.confirms`.
struct RowJudge {
  /// How many conditions were met so far; each attribute comes once.
  private var met = 0
  private var isVisible = false

  /// Whether a plan has nothing but texts to be compared.
  static func knows(_ plan: Plan) -> Bool { plan.residual.isEmpty && plan.host == nil }

  /// Whether the row is one that the plan means, once all its attributes were shown.
  func accepts(for plan: Plan) -> Bool { isVisible && met == plan.compared.count }

  mutating func look(at attribute: Attribute, _ encoded: Span<UInt8>, for plan: Plan) {
    if attribute == .accessGroup { isVisible = plan.scope.contains(encoded: encoded) }
    for place in plan.compared.indices where plan.compared[place].row.attribute == attribute {
      guard case .text(let text) = plan.compared[place].value else { continue }
      if ItemMetadata.isEncoding(encoded, of: text) { met += 1 }
    }
  }
}

extension Scope {
  /// Whether an item of a group is visible whose name lies there as it was sealed.
  fileprivate func contains(encoded group: Span<UInt8>) -> Bool {
    guard case .groups(let groups) = self else { return true }
    for name in groups where ItemMetadata.isEncoding(group, of: name) { return true }
    return false
  }
}
