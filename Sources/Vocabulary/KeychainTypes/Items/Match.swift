// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// One item that a service returns to the caller, with the parts of the item that the caller asked
/// for.
package struct Match: Sendable {
  package let itemClass: ItemClass
  package let identifier: Identifier16
  /// The attributes of the item that a caller may see.
  ///
  /// Protection (`pdmn`), synchronizability (`sync`) and the mark of a tombstone (`tomb`) are among
  /// them.
  ///
  /// Nil if the caller did not ask for attributes.
  package var attributes: AttributeSet?
  /// The access control of the item; an access control without rules if the item has only a
  /// protection.
  ///
  /// Nil if the caller did not ask for attributes.
  package var accessControl: AccessControl?
  /// True if the match is the result of Add, and the caller's dictionary contained an access
  /// control (Specification/secitem.md, "Results of Add").
  package var hasExplicitAccessControl = false
  package var secret: SecretBytes?
  /// The item's key in the secure element; nil if the item is not a key in the secure element.
  package var element: ElementKey?
  /// The certificate of the matching identity; nil if the item is not an identity, or if the caller
  /// needs no attributes.
  package var certificate: CertificateHalf?

  /// The certificate in a matching identity (a certificate with its private key).
  ///
  /// Specification/secitem.md, "Identities", says which attributes and which secret the match has.
  /// Most matches are not identities. Because this type is a class, they spend only one word of
  /// memory on it.
  package final class CertificateHalf: Sendable {
    /// The data of the certificate; nil if the search did not read the data.
    ///
    /// A certificate is public, but like the data of all items it is stored as a sealed secret.
    package let content: SecretBytes?
    /// The identifier of the token on which the certificate is; nil if the certificate is not on a
    /// token.
    ///
    /// The attributes of the match cannot contain this identifier, because their `tkid` names the
    /// token on which the identity's private key is.
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

  /// The persistent reference to the item, as the bytes of `kSecValuePersistentRef`.
  package var persistentReference: [UInt8] {
    PersistentReference.encode(itemClass, identifier)
  }
}
