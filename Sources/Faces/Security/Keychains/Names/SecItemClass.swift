// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The class of an item in a keychain (Specification/file-keychain.md, "Item classes, attributes,
/// uniqueness").
public enum SecItemClass: FourCharCode, Sendable {
  /// An internet password.
  case internetPasswordItemClass = 1768842612
  /// A generic password.
  case genericPasswordItemClass = 1734700656
  /// A certificate.
  case certificateItemClass = 2147487744
  /// A public key.
  case publicKeyItemClass = 15
  /// A private key.
  case privateKeyItemClass = 16
  /// A symmetric key.
  case symmetricKeyItemClass = 17
}
