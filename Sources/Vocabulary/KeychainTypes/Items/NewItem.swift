// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// An item to be added, as the caller gave it: coerced, without defaults.
package struct NewItem: Sendable {
  package let itemClass: ItemClass
  /// Without `agrp`, `pdmn`, `sync`, `tomb`, which have fields of their own here or in `Reading`.
  package var attributes = AttributeSet()
  /// nil: nothing was said, the default of spec/secitem.md 5.2 applies.
  package var protectionName: String?
  package var accessControl: AccessControl?
  package var isSynchronizable = false
  package var tombstone: Bool?
  package var secret: SecretBytes?
  /// The key of the secure element that the item is to keep.
  package var element: ElementKey?
  package var returns: Returns = []
  /// What was said about prompts, for who asks.
  package var interaction: Interaction = .allow
  /// For an access control that is not bound yet; nil where the caller has brought nothing yet.
  package var evidence: Evidence?
  /// The profile `quirks` makes the call a success that stores nothing (D2); checks still apply.
  package var hasNoEffect = false

  package init(_ itemClass: ItemClass) {
    self.itemClass = itemClass
  }
}

/// What an update sets (spec/secitem.md 6.2).
package struct Changes: Sendable {
  package var attributes = AttributeSet()
  package var protectionName: String?
  package var accessControl: AccessControl?
  package var isSynchronizable: Bool?
  package var tombstone: Bool?
  package var secret: SecretBytes?

  package init() {}
}
