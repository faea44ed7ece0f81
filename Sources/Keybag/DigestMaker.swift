// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes

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

  init(key: Key<KeyRole.Index>) throws(CryptoError) {
    self.key = try HMACSHA256(key: key.bytes)
  }

  /// The digest of the canonical bytes of an attribute's value.
  package func digest(
    of canonical: Span<UInt8>, attribute: Attribute, itemClass: ItemClass
  ) throws(SealError) -> Identifier16 {
    try digest(.attribute, itemClass.number, attribute.rawValue, canonical)
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
