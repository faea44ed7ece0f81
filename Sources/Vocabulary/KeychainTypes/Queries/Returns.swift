// SPDX-License-Identifier: Apache-2.0

/// The parts of an item that a caller asks for with the four return keys (Specification/secitem.md,
/// "Return, value and use keys", "Result shape by return keys").
package struct Returns: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let secret = Returns(rawValue: 1)
  package static let attributes = Returns(rawValue: 2)
  package static let reference = Returns(rawValue: 4)
  package static let persistentReference = Returns(rawValue: 8)

  /// True if the service must put attributes into its matches to make the result that the caller
  /// asks for.
  ///
  /// Attributes are needed if the caller asks for attributes or a reference, and if it asks for the
  /// secret and the persistent reference together (Specification/secitem.md, "Result shape by
  /// return keys").
  package var needsAttributes: Bool {
    let plain = Returns.secret.rawValue | Returns.persistentReference.rawValue
    return rawValue & ~plain != 0 || rawValue == plain
  }

  /// True if the service must put the secret of an item of this class into the match.
  ///
  /// The secret is needed if the caller asks for the secret, or for a key or certificate that is
  /// made of the secret.
  package func needSecret(of itemClass: ItemClass) -> Bool {
    contains(.secret) || contains(.reference) && itemClass.hasObjects
  }
}
