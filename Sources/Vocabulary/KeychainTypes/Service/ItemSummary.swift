// SPDX-License-Identifier: Apache-2.0

/// The facts about one item that `security dump-items` prints.
package struct ItemSummary: Sendable {
  package enum State: String, Sendable {
    case readable, locked, prompt, damaged, lost
  }
  package let itemClass: ItemClass
  package let identifier: Identifier16
  /// The protection of the item; nil if the part of the file that contains the protection is
  /// damaged.
  package let protection: Protection?
  package let isSynchronizable: Bool
  package let isConstrained: Bool
  package let state: State
  /// The attributes of the item; empty if they cannot be decrypted, so that the state is `locked`,
  /// `damaged` or `lost`.
  package let attributes: AttributeSet

  package init(
    itemClass: ItemClass, identifier: Identifier16, protection: Protection?,
    isSynchronizable: Bool, isConstrained: Bool, state: State, attributes: AttributeSet
  ) {
    self.itemClass = itemClass
    self.identifier = identifier
    self.protection = protection
    self.isSynchronizable = isSynchronizable
    self.isConstrained = isConstrained
    self.state = state
    self.attributes = attributes
  }

  /// The name of the item's protection; a question mark if the protection cannot be read.
  package var protectionName: String { protection?.name ?? "?" }
}
