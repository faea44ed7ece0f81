// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// A private key of the secure element, as a program sees it: only the public point on P-256 or
/// P-384 (Specification/seckey.md, "Secure Enclave keys").
///
/// Most items and answers have no key of the secure element. Because this type is a class, they
/// spend only one word of memory on it.
package final class ElementKey: Sendable {
  /// The value of `kSecAttrTokenID` that names the secure element.
  package static let token = "com.apple.setoken"
  /// The size in bits of a new key of the secure element if the caller gives no size.
  package static let standardBits = 256
  /// The sizes in bits that a key of the secure element can have.
  package static let sizes = [256, 384]

  /// The place of the private key: an item of the store, or bytes that the program keeps.
  ///
  /// The secure element reads the private key from this place when it computes with the key.
  package enum Place: Sendable {
    /// The private key is in the item with this persistent identifier.
    case item(Identifier16)
    /// The private key is in these encrypted bytes, which only the secure element can read.
    ///
    /// The secure element returned the bytes when it made a key that is not stored in the keychain.
    case loose(SecretBytes)
  }

  package let place: Place
  /// The public point of the key, as the bytes 04 ‖ X ‖ Y.
  package let point: [UInt8]
  package let accessControl: AccessControl

  /// The size of the key in bits, derived from the length of the point.
  package var bits: Int { 4 * (point.count - 1) }

  package init(_ place: Place, point: [UInt8], accessControl: AccessControl) {
    self.place = place
    self.point = point
    self.accessControl = accessControl
  }
}

extension ElementKey: Equatable {
  /// True if two keys have equal public points, and therefore the same private key.
  ///
  /// The location of the private key makes no difference.
  package static func == (left: ElementKey, right: ElementKey) -> Bool {
    left.point == right.point
  }
}

extension NewItem {
  /// The size in bits of the key that the secure element makes for the new item: the size
  /// attribute, or else the default.
  package var bitsOfElement: Int {
    guard case .number(let bits)? = attributes[.keySizeInBits] else {
      return ElementKey.standardBits
    }
    return Int(bits)
  }
}
