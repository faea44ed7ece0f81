// SPDX-License-Identifier: Apache-2.0

/// The identity of a store: two identifiers and the time when the store was created.
package struct StoreIdentity: Equatable, Sendable {
  /// The identifier of the store, which never changes.
  ///
  /// Its first eight bytes are the salt of the page checksums.
  package var store: Identifier16
  /// The incarnation of the store: a random identifier that is new after each restore, copy and
  /// repair (Specification/sync.md, "Seams", S5).
  package var incarnation: Identifier16
  package var created: Instant

  package init(store: Identifier16, incarnation: Identifier16, created: Instant) {
    self.store = store
    self.incarnation = incarnation
    self.created = created
  }

  /// The salt of the page checksums: the first eight bytes of `store`, lowest byte first.
  package var salt: UInt64 { Self.salt(of: store) }

  package static func salt(of store: Identifier16) -> UInt64 { store.high.byteSwapped }
}
