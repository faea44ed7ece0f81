// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// Keyed digests of attribute values: what a row shows instead of them, and what is searched.
///
/// HMAC-SHA256 under the index key, cut to 16 bytes, over purpose ‖ class ‖ attribute ‖ canonical
/// bytes. Equal values of one attribute of one class have equal digests; nothing else can be told
/// without the key.
package struct DigestMaker: Sendable {
  /// What a digest is of; never reused.
  private enum Purpose: UInt8 {
    case attribute = 1
    case slot = 2
    case application = 3
  }

  private let key: HMACSHA256
  /// Digests of the access groups that were asked for last.
  ///
  /// A program has few, and each of its calls asks for one. Rows show them.
  private let groups = Lock<[GroupDigest]>([])
  private static let mostGroups = 16

  private struct GroupDigest {
    let itemClass: ItemClass
    let name: [UInt8]
    let digest: Identifier16
  }

  init(key: Key<KeyRole.Index>) throws(CryptoError) {
    self.key = try HMACSHA256(key: key.bytes)
  }

  /// The digest of the canonical bytes of an attribute's value.
  package func digest(
    of canonical: Span<UInt8>, attribute: Attribute, itemClass: ItemClass
  ) throws(SealError) -> Identifier16 {
    guard attribute == .accessGroup else {
      return try digest(.attribute, itemClass.number, attribute.rawValue, canonical)
    }
    // A busy lock is passed over: making the digest anew takes less time than waiting.
    let known = groups.withLockIfFree { groups -> Identifier16? in
      for known in groups where known.itemClass == itemClass {
        if known.name.span.hasSameBytes(as: canonical) { return known.digest }
      }
      return nil
    }
    if let known = known ?? nil { return known }
    let digest = try digest(.attribute, itemClass.number, attribute.rawValue, canonical)
    _ = groups.withLockIfFree { groups in
      if groups.count == Self.mostGroups { groups.removeFirst() }
      groups.append(GroupDigest(itemClass: itemClass, name: canonical.array, digest: digest))
    }
    return digest
  }

  /// The digest that names a slot, of `Canonical.primaryKey`.
  package func slotDigest(
    of primaryKey: Span<UInt8>, itemClass: ItemClass
  ) throws(SealError) -> Identifier16 {
    try digest(.slot, itemClass.number, 0, primaryKey)
  }

  /// The digest that names an application in the registry.
  package func applicationDigest(of identifier: String) throws(SealError) -> Identifier16 {
    try digest(.application, 0, 0, Array(identifier.utf8).span)
  }

  private func digest(
    _ purpose: Purpose, _ itemClass: UInt8, _ attribute: UInt32, _ canonical: Span<UInt8>
  ) throws(SealError) -> Identifier16 {
    let prefix: InlineArray<6, UInt8> = [
      purpose.rawValue, itemClass, UInt8(truncatingIfNeeded: attribute),
      UInt8(truncatingIfNeeded: attribute >> 8), UInt8(truncatingIfNeeded: attribute >> 16),
      UInt8(truncatingIfNeeded: attribute >> 24),
    ]
    do {
      let words = try key.code(prefix.span, canonical).words
      return Identifier16(high: words.0, low: words.1)
    } catch {
      throw SealError(error)
    }
  }
}
