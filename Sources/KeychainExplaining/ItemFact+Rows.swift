// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainExplanations
package import KeychainRows
package import KeychainStorage
package import KeychainTypes

extension ItemFact {
  /// A row as it opened, with what may be done to it.
  ///
  /// - Parameter decision: of an opened item's access control; what needs a person first tells no
  ///   attribute but its group (spec/diagnostics.md 8.2).
  package init(_ row: SealedRow, _ opening: RowCodec.Opening, _ decision: Decision = .allowed) {
    switch opening {
    case .item(let item):
      self.init(row.facts, State(decision))
      creator = item.metadata.creator
      accessControl = item.metadata.accessControl
      hasSecret = item.metadata.hasSecret
      attributes = item.returnedAttributes
      if state != .readable {
        attributes = AttributeSet([.init(.accessGroup, .text(item.group))])
      }
    case .locked: self.init(row.facts, .locked)
    case .lost: self.init(row.facts, .lost)
    case .damaged: self.init(row.facts, .damaged)
    }
  }
}

extension ItemFact.State {
  fileprivate init(_ decision: Decision) {
    switch decision {
    case .allowed: self = .readable
    case .denied(.enrolmentReplaced): self = .isReplaced
    case .denied(.noRule), .denied(.foreignGroup): self = .hasNoRule
    case .denied(.unavailable), .denied(.interactionRefused): self = .locked
    case .needs(let requirement): self = .needs(requirement)
    }
  }
}

extension RowCodec {
  /// Whether a row's metadata are what was sealed, whether or not anybody understands them.
  package func authenticates(_ row: SealedRow) -> Bool {
    guard let binding = row.binding else { return false }
    return (try? keybag.sealer.openMetadata(row.metadata.span, binding: binding)) != nil
  }
}
