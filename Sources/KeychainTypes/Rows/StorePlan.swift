// SPDX-License-Identifier: Apache-2.0

/// What the store is asked: comparisons of digests and clear columns only, in row order.
package struct StorePlan: Hashable, Sendable {
  /// An attribute whose digest must be one of some values (usually one).
  package struct DigestTerm: Hashable, Sendable {
    package let attribute: Attribute
    package let digest: Digest

    package init(_ attribute: Attribute, _ digest: Digest) {
      self.attribute = attribute
      self.digest = digest
    }
  }

  /// Which parts of a row are read.
  package enum Fetch: Hashable, Sendable {
    /// Facts only: for deletes.
    case facts
    case metadata
    case metadataAndSecret
    /// Everything, digests too: for updates and checks.
    case all
  }

  package let itemClass: ItemClass
  /// All must hold; ascending by attribute, without `agrp`.
  package var terms: [DigestTerm] = []
  /// Digests of the visible groups; nil: all groups.
  package var groups: [Digest]?
  /// nil: both local and synchronizable.
  package var isSynchronizable: Bool?
  /// nil: both live rows and tombstones.
  package var isTombstone: Bool? = false
  /// nil: any protection; empty: none matches.
  package var protection: Protection?
  /// Persistent identifiers; nil: not restricted.
  package var identifiers: [Identifier16]?
  /// Row numbers (old persistent references); nil: not restricted.
  package var numbers: [Int64]?
  /// Exact slot; nil: not restricted.
  package var slot: Digest?
  package var fetch: Fetch = .metadata
  /// Rows that are expected to suffice; nil: all.
  ///
  /// Decides how the statement is put together; the reader may go on beyond it.
  package var expectedRows: Int?

  package init(_ itemClass: ItemClass) {
    self.itemClass = itemClass
  }
}
