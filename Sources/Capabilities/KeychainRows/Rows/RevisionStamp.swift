// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// The time of a write, from which the dates of the item are set (Specification/sync.md, "Seams",
/// S3).
package struct RevisionStamp: Hashable, Sendable {
  package let revision: Instant
  /// True if the write creates the item, so that the creation date is set as well.
  package let isNew: Bool

  package init(_ revision: Instant, isNew: Bool) {
    self.revision = revision
    self.isNew = isNew
  }

  package func set(in draft: inout ItemDraft) {
    draft.attributes[.modificationDate] = .date(revision)
    if isNew { draft.attributes[.creationDate] = .date(revision) }
  }
}
