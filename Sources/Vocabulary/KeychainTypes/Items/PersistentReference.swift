// SPDX-License-Identifier: Apache-2.0

/// The external form of an item's identity (spec/secitem.md 12).
package enum PersistentReference: Hashable, Sendable {
  /// Second form: class and the row's sixteen bytes. The only form that we hand out.
  case identifier(ItemClass, Identifier16)
  /// First form: class and row number; accepted only.
  case row(ItemClass, Int64)
  /// Of a token's object; there are no tokens yet, so it names nothing.
  case token
  /// A class that the format knows and that no engine here has (`apls`).
  case foreignClass

  /// Reads the external form; nil when it is none.
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

  /// The class that the reference names.
  package var itemClass: ItemClass? {
    switch self {
    case .identifier(let itemClass, _), .row(let itemClass, _): itemClass
    case .token, .foreignClass: nil
    }
  }

  /// The external form.
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

  /// The bytes of `kSecValuePersistentRef`; only for the form that we hand out.
  package static func encode(_ itemClass: ItemClass, _ identifier: Identifier16) -> [UInt8] {
    Array(itemClass.rawValue.utf8) + identifier.bytes
  }
}
