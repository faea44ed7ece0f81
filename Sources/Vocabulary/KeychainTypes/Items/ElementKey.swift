// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// A private key of the secure element, as its holder knows it: on P-256 or P-384, with a public
/// point, and without private numbers (spec/seckey.md 7.2).
///
/// A class, so that items and answers, which mostly have none, have one word for it.
package final class ElementKey: Sendable {
  /// The token's identifier: the value of `kSecAttrTokenID`.
  package static let token = "com.apple.setoken"
  /// The size that a key has where none was said.
  package static let standardBits = 256
  /// The sizes that there are.
  package static let sizes = [256, 384]

  /// Where the element finds the private numbers.
  package enum Place: Sendable {
    /// In the item of this persistent identifier.
    case item(Identifier16)
    /// In what the element gave for a key that is not stored; only the element reads it.
    case loose(SecretBytes)
  }

  package let place: Place
  /// 04 ‖ X ‖ Y.
  package let point: [UInt8]
  package let accessControl: AccessControl

  /// The size of the curve, as the point shows it.
  package var bits: Int { 4 * (point.count - 1) }

  package init(_ place: Place, point: [UInt8], accessControl: AccessControl) {
    self.place = place
    self.point = point
    self.accessControl = accessControl
  }
}

extension ElementKey: Equatable {
  /// A pair has one private key, wherever it is.
  package static func == (left: ElementKey, right: ElementKey) -> Bool {
    left.point == right.point
  }
}

/// What the element computes with a private key.
package enum ElementOperation: Sendable {
  /// An ECDSA signature of a digest, in its DER form.
  case sign(digest: [UInt8])
  /// The x coordinate of the point shared with another's, 04 ‖ X ‖ Y.
  case agree(point: [UInt8])

  /// The entry of the access control that guards it (spec/seckey.md 7.3).
  package var constrained: ConstrainedOperation {
    switch self {
    case .sign: .sign
    case .agree: .computeKey
    }
  }
}

extension NewItem {
  /// The size of the key that the element is to make for it.
  package var bitsOfElement: Int {
    guard case .number(let bits)? = attributes[.keySizeInBits] else {
      return ElementKey.standardBits
    }
    return Int(bits)
  }
}

/// Keys of the secure element (spec/seckey.md 7.2): made, used and never read.
package protocol ElementService: Sendable {
  /// Makes a key under the item's access control, and stores it unless told otherwise.
  ///
  /// - Parameter request: of Add, of the class of keys; the attributes are those of the row, and
  ///   the size of the key among them.
  /// - Throws: as Add; nothing is stored then.
  func makeElementKey(_ request: Request, isStored: Bool) throws(KeychainError) -> ElementKey

  /// Computes with a key, where its access control and the lock state permit it.
  ///
  /// - Throws: -25308 while the key's class key is locked, -25300 for a key that is gone, -50 for a
  ///   point that is not on the key's curve, `authorizationRequired` for what evidence is lacking,
  ///   -25293 where no evidence can permit it.
  func use(
    _ key: ElementKey, for operation: ElementOperation, given evidence: Evidence?
  ) throws(KeychainError) -> SecretBytes
}
