// SPDX-License-Identifier: Apache-2.0

/// One row of `security dump-items`.
package struct ItemSummary: Sendable {
  package enum State: String, Sendable {
    case readable, locked, prompt, damaged, lost
  }
  package let itemClass: ItemClass
  package let identifier: Identifier16
  /// Nil where the file is damaged there.
  package let protection: Protection?
  package let isSynchronizable: Bool
  package let isConstrained: Bool
  package let state: State
  /// Empty unless the state is `readable` or `prompt`.
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

  /// The name of the protection; a question mark where nobody can read it.
  package var protectionName: String { protection?.name ?? "?" }
}
