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

/// A computation that the secure element performs with a private key.
package enum ElementOperation: Sendable {
  /// Makes an ECDSA signature of a digest; the signature is in DER form.
  case sign(digest: [UInt8])
  /// Computes an ECDH shared secret.
  ///
  /// The value is the other party's public point: 04 ‖ X ‖ Y. The point is multiplied by the
  /// private key, and the x coordinate of the product is the shared secret.
  case agree(point: [UInt8])

  /// The operation whose rule in the key's access control decides whether the computation is
  /// allowed (Specification/seckey.md, "Access control entries by operation").
  package var constrained: ConstrainedOperation {
    switch self {
    case .sign: .sign
    case .agree: .computeKey
    }
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

/// A service that makes keys in the secure element and computes with them, but never reads the
/// private keys (Specification/seckey.md, "Secure Enclave keys").
package protocol ElementService: Sendable {
  /// Makes a private key in the secure element, and adds it to the keychain if `isStored` is true.
  ///
  /// - Parameter request: a request of Add for the class of keys. Its attributes, including the
  ///   size of the key, are the attributes of the key's row. Its access control guards the key.
  /// - Throws: the errors of Add; nothing is stored then.
  func makeElementKey(_ request: Request, isStored: Bool) throws(KeychainError) -> ElementKey

  /// Computes with a private key of the secure element, and returns the result of the computation.
  ///
  /// - Throws:
  ///   - -25308 while the class key of the private key is locked,
  ///   - -25300 if the private key no longer exists,
  ///   - -50 if a point is not on the key's curve,
  ///   - `authorizationRequired` if evidence is missing,
  ///   - -25293 if no evidence can permit the operation.
  func use(
    _ key: ElementKey, for operation: ElementOperation, given evidence: Evidence?
  ) throws(KeychainError) -> SecretBytes
}
