// SPDX-License-Identifier: Apache-2.0

/// What `security check` found.
package struct CheckReport: Sendable {
  /// One thing that is wrong.
  package struct Finding: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case rowDoesNotOpen, digestDiffers, duplicateName, historyBroken, rowMissing, rowRolledBack
      case fileDamaged, copyOutOfStep, entryMissing
      /// A row that is there, of which nothing tells whether it was removed.
      case rowInDoubt
      /// `attempts` is missing or not what was written; no item is touched.
      case countsLost
    }
    package let kind: Kind
    package let itemClass: ItemClass?
    package let identifier: Identifier16?
    /// What can still be known, without values of attributes.
    package let detail: String
    /// When the row was last changed, where that is known.
    package let time: Instant?

    package init(
      _ kind: Kind, itemClass: ItemClass? = nil, identifier: Identifier16? = nil,
      detail: String = "", time: Instant? = nil
    ) {
      self.kind = kind
      self.itemClass = itemClass
      self.identifier = identifier
      self.detail = detail
      self.time = time
    }
  }

  package var rowsOpened = 0
  /// Rows whose class key is not available now, so that they could not be judged.
  package var rowsLocked = 0
  /// Rows whose class key went with a passcode that was removed: they never open again.
  package var rowsLost = 0
  package var tombstones = 0
  package var rowsAside = 0
  package var findings: [Finding] = []
  /// What cannot be known and is no finding, in words.
  package var notes: [String] = []
  /// Whether nothing but sums of pages is wrong, as after another SQLite has written them; only
  /// said of a store that was not opened.
  package var isOfPagesAlone = false

  package init() {}

  package var isClean: Bool { findings.isEmpty }

  /// Whether nothing but counts of wrong passcodes is wrong: there is nothing to repair.
  package var isOfCountsAlone: Bool {
    !isClean && findings.allSatisfy { $0.kind == .countsLost }
  }

  /// Whether nothing but the mark of the log is wrong, which the next change writes anew.
  package var isOfMarkAlone: Bool {
    !isClean
      && findings.allSatisfy { $0.kind == .fileDamaged && $0.detail.hasPrefix("store.db-mark") }
  }
}
