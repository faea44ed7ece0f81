// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// An item to be added, as the caller described it in the dictionary.
///
/// The values are coerced (converted to the types of their attributes), but defaults are not filled
/// in.
package struct NewItem: Sendable {
  package let itemClass: ItemClass
  /// The attributes of the new item, except access group, protection, synchronizability and
  /// tombstone.
  ///
  /// `Reading.group` has the access group. The other three have their own properties in this type.
  package var attributes = AttributeSet()
  /// The name of the protection that the caller chose; nil for the default protection
  /// (Specification/secitem.md, "Defaults of SecItemAdd").
  package var protectionName: String?
  package var accessControl: AccessControl?
  package var isSynchronizable = false
  package var tombstone: Bool?
  package var secret: SecretBytes?
  /// The key in the secure element that is added as an item; nil if the item is not a key in the
  /// secure element.
  package var element: ElementKey?
  package var returns: Returns = []
  /// The caller's choice whether a prompt may be shown; the code that asks the user obeys it.
  package var interaction: Interaction = .allow
  /// The evidence with which the item's access control is bound to this device and the present
  /// enrolment.
  ///
  /// Evidence is the facts about authentication, with the proofs that the user has given. Nil if
  /// the caller has sent no evidence so far.
  package var evidence: Evidence?
  /// True if Add succeeds without storing the item: in the profile `quirks`, for a dictionary with
  /// match keys (`kSecMatch…`).
  ///
  /// The checks of the call still apply (Specification/secitem.md, "Discrepancies between documents
  /// and source", D2).
  package var hasNoEffect = false

  package init(_ itemClass: ItemClass) {
    self.itemClass = itemClass
  }
}

/// The values that a call of Update sets in every item that it finds (Specification/secitem.md,
/// "Changes side of SecItemUpdate").
package struct Changes: Sendable {
  package var attributes = AttributeSet()
  package var protectionName: String?
  package var accessControl: AccessControl?
  package var isSynchronizable: Bool?
  package var tombstone: Bool?
  package var secret: SecretBytes?

  package init() {}
}
