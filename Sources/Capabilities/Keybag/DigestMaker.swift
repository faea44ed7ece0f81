// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// Makes keyed digests of attribute values, which rows of the database have in place of the values.
///
/// A search compares these digests. A digest is HMAC-SHA256 under the index key, cut to 16 bytes,
/// over purpose ‖ class ‖ attribute ‖ canonical bytes. Equal values of an attribute have equal
/// digests if their item classes are equal. Without the index key, digests show only which values
/// are equal.
package struct DigestMaker: Sendable {
  /// The kind of input for which a digest is made: an attribute's value, a primary key, an
  /// application.
  ///
  /// The raw value is the first byte of the digest's input. A raw value is never reused, because
  /// stored digests depend on it.
  private enum Purpose: UInt8 {
    case attribute = 1
    case slot = 2
    case application = 3
  }

  private let key: HMACSHA256
  /// The latest digests of access groups, kept so that they are not computed again.
  ///
  /// A program has few groups, and each call of the program needs the digest of a group. The
  /// digests are not secret: rows store them unsealed.
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

  /// Returns the digest of a value of an attribute.
  ///
  /// - Parameter canonical: the value in its canonical encoding (`Canonical`).
  package func digest(
    of canonical: Span<UInt8>, attribute: Attribute, itemClass: ItemClass
  ) throws(SealError) -> Identifier16 {
    guard attribute == .accessGroup else {
      return try digest(.attribute, itemClass.number, attribute.rawValue, canonical)
    }
    // If the lock is busy, skip the list: making the digest anew is faster than waiting.
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

  /// Returns the digest of an item's complete primary key, by which the store finds the item.
  ///
  /// At most one item of a class can have a given primary key.
  ///
  /// - Parameter primaryKey: the bytes of `Canonical.primaryKey`.
  package func slotDigest(
    of primaryKey: Span<UInt8>, itemClass: ItemClass
  ) throws(SealError) -> Identifier16 {
    try digest(.slot, itemClass.number, 0, primaryKey)
  }

  /// Returns the digest of an application identifier, which finds the application's row in
  /// `registry`.
  ///
  /// The table `registry` of the database has one row for each program that used the store.
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
