// SPDX-License-Identifier: Apache-2.0

/// A persistent reference to an item, decoded (Specification/secitem.md, "Persistent references").
package enum PersistentReference: Hashable, Sendable {
  /// A reference in the newer format: the class, and the persistent identifier of the row, which
  /// has sixteen bytes.
  ///
  /// Every persistent reference that callers receive has this format.
  case identifier(ItemClass, Identifier16)
  /// A reference in the older format: the class, and the number of the row.
  ///
  /// References of this format are accepted, but callers never receive them.
  case row(ItemClass, Int64)
  /// A reference to an item on a token.
  ///
  /// The reference finds nothing, because there are no tokens yet.
  case token
  /// A reference to an item of the class `apls`, which exists in Apple's format, but not in
  /// Latchkey.
  case foreignClass

  /// Reads the bytes of a persistent reference; nil for any other bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 12 else { return nil }
    let tag = String(decoding: bytes[0..<4], as: UTF8.self)
    if tag == "tkpr" {
      self = .token
      return
    }
    guard bytes.count == 12 || bytes.count == 20 else { return nil }
    if tag == "apls" {
      self = .foreignClass
      return
    }
    guard let itemClass = ItemClass(rawValue: tag) else { return nil }
    if let identifier = Identifier16(bytes[4...]) {
      self = .identifier(itemClass, identifier)
    } else {
      let number = bytes[4...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      self = .row(itemClass, Int64(bitPattern: number))
    }
  }

  /// The class of the referenced item; nil for an item on a token, and for a class that Latchkey
  /// does not have.
  package var itemClass: ItemClass? {
    switch self {
    case .identifier(let itemClass, _), .row(let itemClass, _): itemClass
    case .token, .foreignClass: nil
    }
  }

  /// The bytes of the persistent reference.
  package var encoded: [UInt8] {
    switch self {
    case .identifier(let itemClass, let identifier): Self.encode(itemClass, identifier)
    case .row(let itemClass, let number):
      Array(itemClass.rawValue.utf8)
        + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    case .token: Array("tkpr".utf8) + Array(repeating: 0, count: 8)
    case .foreignClass: Array("apls".utf8) + Array(repeating: 0, count: 8)
    }
  }

  /// Returns the bytes of `kSecValuePersistentRef` for an item, in the format that callers get.
  package static func encode(_ itemClass: ItemClass, _ identifier: Identifier16) -> [UInt8] {
    Array(itemClass.rawValue.utf8) + identifier.bytes
  }
}
