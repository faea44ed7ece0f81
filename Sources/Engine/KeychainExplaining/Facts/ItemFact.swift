// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainRows
package import KeychainStorage
package import KeychainTypes

/// One item that bears on a call, as far as who asks may know it (spec/diagnostics.md 2, F7).
package struct ItemFact: Hashable, Sendable {
  /// Whether it can be used now.
  package enum State: Hashable, Sendable {
    case readable
    /// The class key is not there now.
    case locked
    /// A person, or an application password, is needed first.
    case needs(AuthenticationRequirement)
    /// The access control has no entry for what is wanted.
    case hasNoRule
    /// Bound to an enrolment that has been replaced.
    case isReplaced
    case damaged
    /// The key went with the passcode.
    case lost
  }

  package let identifier: Identifier16
  package let itemClass: ItemClass
  package let protection: Protection
  package let isSynchronizable: Bool
  package let isTombstone: Bool
  /// What it holds; empty where that cannot be read now or may not be told.
  package var attributes = AttributeSet()
  package var accessControl: AccessControl?
  /// Whether there is a secret; nil where that is not known.
  package var hasSecret: Bool?
  package var creator: String?
  package var state: State
  /// Of a damaged one: whether what it holds is what was written, and nobody understands it.
  package var isUndecodable = false

  /// Whether nobody can ever open it again.
  package var isGone: Bool { state == .isReplaced || state == .lost }

  package init(_ facts: RowFacts, _ state: State) {
    identifier = facts.persistentIdentifier
    itemClass = facts.itemClass
    protection = facts.protection
    isSynchronizable = facts.isSynchronizable
    isTombstone = facts.isTombstone
    self.state = state
  }

  package var group: String? {
    if case .text(let group)? = attributes[.accessGroup] { group } else { nil }
  }

  package var isLocked: Bool { state == .locked }

  /// What a person has to give, if anything.
  package var requirement: AuthenticationRequirement? {
    if case .needs(let requirement) = state { requirement } else { nil }
  }
}

/// The item that holds the place which a call wanted (spec/diagnostics.md 2, F9).
package struct CollisionFact: Hashable, Sendable {
  package let occupant: ItemFact
  /// The item that was to be: all its attributes, defaults included.
  package let wanted: AttributeSet
  package let wantedProtection: Protection
  package let isSynchronizable: Bool
  /// The change by which the occupant came, where the history still knows it.
  package var addedAt: Int64?
  /// Items of the caller's groups with the same own key, in other groups or otherwise synced.
  package var elsewhere: [ItemFact] = []

  package init(
    occupant: ItemFact, wanted: AttributeSet, wantedProtection: Protection, isSynchronizable: Bool
  ) {
    self.occupant = occupant
    self.wanted = wanted
    self.wantedProtection = wantedProtection
    self.isSynchronizable = isSynchronizable
  }
}

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
