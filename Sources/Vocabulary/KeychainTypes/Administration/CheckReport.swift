// SPDX-License-Identifier: Apache-2.0

/// The result of a check of the store (`security check`).
package struct CheckReport: Sendable {
  /// One fault that a check found in the store.
  package struct Finding: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case rowDoesNotOpen, digestDiffers, duplicateName, historyBroken, rowMissing, rowRolledBack
      case fileDamaged, copyOutOfStep, entryMissing
      /// The row exists, but the check cannot decide whether the item had been deleted.
      case rowInDoubt
      /// The file `attempts`, which counts wrong passcodes, is missing or was changed; items are
      /// not affected.
      case countsLost
    }
    package let kind: Kind
    package let itemClass: ItemClass?
    package let identifier: Identifier16?
    /// A description of the fault, without values of attributes; empty if no details are known.
    package let detail: String
    /// The time when the faulty row was last changed; nil if the time is unknown.
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
  /// The number of rows that the check could not decrypt, because their class key is locked at the
  /// moment.
  package var rowsLocked = 0
  /// The number of rows that can never be decrypted again, because their class key was lost when
  /// the passcode was removed.
  package var rowsLost = 0
  package var tombstones = 0
  package var rowsAside = 0
  package var findings: [Finding] = []
  /// Notes about facts that the check could not verify, in words; a note does not report a fault.
  package var notes: [String] = []
  /// True if wrong page checksums are the only fault, so that `security check --reseal` can accept
  /// the pages.
  ///
  /// This happens if another SQLite program, which writes no valid checksums, has changed the file.
  /// The property is set only for a store that could not be opened.
  package var isOfPagesAlone = false

  package init() {}

  package var isClean: Bool { findings.isEmpty }

  /// True if lost counts of wrong passcodes are the only faults; the store then needs no repair.
  package var isOfCountsAlone: Bool {
    !isClean && findings.allSatisfy { $0.kind == .countsLost }
  }

  /// True if there are faults, and all of them are faults of the file `store.db-mark`.
  ///
  /// The file says how much of the write-ahead log is needed. No repair is necessary, because the
  /// next change of the store writes the file anew.
  package var isOfMarkAlone: Bool {
    !isClean
      && findings.allSatisfy { $0.kind == .fileDamaged && $0.detail.hasPrefix("store.db-mark") }
  }
}
