// SPDX-License-Identifier: Apache-2.0

/// What a store is, given at its creation.
package struct StoreIdentity: Equatable, Sendable {
  /// Never changes; its first half salts the checksums.
  package var store: Identifier16
  /// New at creation and restore (spec/sync.md S5).
  package var incarnation: Identifier16
  package var created: Instant

  package init(store: Identifier16, incarnation: Identifier16, created: Instant) {
    self.store = store
    self.incarnation = incarnation
    self.created = created
  }

  /// The salt of the page checksums: the first eight bytes, lowest first.
  package var salt: UInt64 { Self.salt(of: store) }

  package static func salt(of store: Identifier16) -> UInt64 { store.high.byteSwapped }
}
