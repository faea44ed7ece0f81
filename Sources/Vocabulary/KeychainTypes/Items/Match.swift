// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// One answer: what the caller asked for of one item.
package struct Match: Sendable {
  package let itemClass: ItemClass
  package let identifier: Identifier16
  /// Everything that may be returned, `pdmn`, `sync` and `tomb` included; nil if not asked for.
  package var attributes: AttributeSet?
  /// The item's access control, or the bare one of its protection.
  package var accessControl: AccessControl?
  /// Whether the caller gave the access control himself (spec/secitem.md 5.7).
  package var hasExplicitAccessControl = false
  package var secret: SecretBytes?
  /// The key that the item keeps for the secure element.
  package var element: ElementKey?
  /// What an identity has of its certificate beside the attributes.
  package var certificate: CertificateHalf?

  /// The certificate in an identity; the attributes and the secret are those of 4.8.
  ///
  /// A class, as answers about other classes have no such half, and one word for it.
  package final class CertificateHalf: Sendable {
    /// The certificate's data: no secret, but like all data it comes out of a secret.
    package let content: SecretBytes?
    /// The certificate's own token identifier; `tkid` is the key's.
    package let token: AttributeValue?

    package init(content: SecretBytes?, token: AttributeValue?) {
      self.content = content
      self.token = token
    }
  }

  package init(_ itemClass: ItemClass, _ identifier: Identifier16) {
    self.itemClass = itemClass
    self.identifier = identifier
  }

  /// The bytes of `kSecValuePersistentRef`.
  package var persistentReference: [UInt8] {
    PersistentReference.encode(itemClass, identifier)
  }
}
