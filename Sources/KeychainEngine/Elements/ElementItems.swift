// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainRows
import KeychainTypes

/// What is special about items that keep a key of the secure element.
extension Session {
  /// Puts a key of the element into the draft of its item.
  ///
  /// - Throws: -4 for an item that says it is of the element and has no key of it.
  func setElement(_ key: ElementKey?, in draft: inout ItemDraft) throws(KeychainError) {
    guard let key else {
      guard draft.attributes[.tokenIdentifier] != .text(ElementKey.token) else {
        throw KeychainError(
          .unimplemented, "the secure element makes its keys itself",
          context: .attribute(.tokenIdentifier),
          advice: "make the key by SecKeyCreateRandomKey with kSecAttrTokenID")
      }
      return
    }
    guard case .loose(let kept) = key.place else {
      throw KeychainError(.duplicateItem, "the key is in an item already")
    }
    let own = try KeyAttributes(of: key).items
    for entry in own where draft.attributes[entry.attribute] == nil {
      draft.attributes[entry.attribute] = entry.value
    }
    draft.attributes[.tokenIdentifier] = .text(ElementKey.token)
    draft.attributes[.tokenObject] = .bytes(key.point)
    draft.secret = kept
  }

  /// Refuses an item of a token that there is none of: -4.
  func requireToken(_ attributes: AttributeSet) throws(KeychainError) {
    switch attributes[.tokenIdentifier] {
    case nil, .text(""), .text(ElementKey.token): return
    default:
      throw KeychainError(
        .unimplemented, "there is no token of this name", context: .attribute(.tokenIdentifier),
        advice: "remove kSecAttrTokenID")
    }
  }

  /// Refuses changes that would make a key of the element readable, or an item one of the element.
  func requireSettable(_ changes: Changes, of item: OpenedItem) throws(KeychainError) {
    let token = changes.attributes[.tokenIdentifier]
    guard item.element != nil else {
      guard token != .text(ElementKey.token) else {
        throw .parameter(
          "no item becomes one of the secure element", .attribute(.tokenIdentifier),
          cause: .notAnAttribute)
      }
      return try requireToken(changes.attributes)
    }
    guard token == nil, changes.secret == nil, changes.accessControl == nil,
      changes.protectionName == nil, changes.isSynchronizable != true, changes.tombstone != true
    else {
      throw .parameter(
        "data, protection and token of a key of the secure element are fixed",
        cause: .notAnAttribute)
    }
  }
}
