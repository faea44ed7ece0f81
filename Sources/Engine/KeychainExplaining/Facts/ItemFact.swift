// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainRows
package import KeychainStorage
package import KeychainTypes

/// An item that helps to explain a call, with the details that the reader of the explanation may
/// see.
///
/// Specification/diagnostics.md, "Facts of a call", F7.
package struct ItemFact: Hashable, Sendable {
  /// The state of an item: whether the item can be used now, and the reason if it cannot.
  package enum State: Hashable, Sendable {
    case readable
    /// The item is locked: the class key that protects the item is not available now.
    case locked
    /// Before the item can be used, the user must authenticate, or the caller must pass an
    /// application password.
    case needs(AuthenticationRequirement)
    /// The access control of the item never allows the wanted operation, because it has no rule for
    /// the operation.
    case hasNoRule
    /// The item can never be used again, because the biometric enrolment that it is bound to was
    /// replaced.
    case isReplaced
    case damaged
    /// The item can never be used again, because its key was destroyed together with the passcode.
    case lost
  }

  package let identifier: Identifier16
  package let itemClass: ItemClass
  package let protection: Protection
  package let isSynchronizable: Bool
  package let isTombstone: Bool
  /// The attributes of the item; empty if they cannot be read now or may not be shown.
  package var attributes = AttributeSet()
  package var accessControl: AccessControl?
  /// True if the item has a secret; nil if this is not known.
  package var hasSecret: Bool?
  package var creator: String?
  package var state: State
  /// True if the data of a damaged item is authentic (its authentication tag is right) but cannot
  /// be decoded.
  package var isUndecodable = false

  /// True if the item can never be decrypted again.
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

  /// The authentication that the user must complete before the caller can use the item.
  ///
  /// Nil if the item needs no authentication.
  package var requirement: AuthenticationRequirement? {
    if case .needs(let requirement) = state { requirement } else { nil }
  }
}

extension ItemFact {
  /// Creates the facts about the item in a row from the result of decrypting the row.
  ///
  /// - Parameter decision: the decision of the item's access control, if the item was decrypted. If
  ///   the decision is not `allowed`, the facts contain no other attribute of the item than its
  ///   access group (Specification/diagnostics.md, "Security rules of diagnosis").
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
  /// Returns true if the encrypted metadata of a row is authentic, even if the metadata cannot be
  /// decoded.
  ///
  /// Authentic means that the authentication tag of the metadata is right.
  package func authenticates(_ row: SealedRow) -> Bool {
    guard let binding = row.binding else { return false }
    return (try? keybag.sealer.openMetadata(row.metadata.span, binding: binding)) != nil
  }
}
