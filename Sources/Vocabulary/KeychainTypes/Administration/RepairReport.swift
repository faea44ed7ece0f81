// SPDX-License-Identifier: Apache-2.0

/// The result of `security check --repair`: the faults of the store, and the changes of the repair.
package struct RepairReport: Sendable {
  /// The faults that the store had before the repair.
  package let found: CheckReport
  package let rowsKept: Int
  package let tombstonesKept: Int
  /// The number of entries of the change history that the repair kept, because they are authentic.
  package let entriesKept: Int
  /// The directory of the store's files.
  package let directory: String
  /// The names to which the repair renamed the old files of the store.
  package let movedAside: [String]

  package init(
    found: CheckReport, rowsKept: Int, tombstonesKept: Int, entriesKept: Int, directory: String,
    movedAside: [String]
  ) {
    self.found = found
    self.rowsKept = rowsKept
    self.tombstonesKept = tombstonesKept
    self.entriesKept = entriesKept
    self.directory = directory
    self.movedAside = movedAside
  }

  /// True if a row of the store is lost or may be lost.
  package var hasLosses: Bool {
    found.findings.contains { $0.kind.isLoss }
  }
}

extension CheckReport.Finding.Kind {
  /// True if a fault of this kind means that a row is lost or may be lost.
  package var isLoss: Bool {
    switch self {
    case .rowMissing, .rowRolledBack, .rowDoesNotOpen, .rowInDoubt: true
    case .digestDiffers, .duplicateName, .historyBroken, .fileDamaged, .copyOutOfStep,
      .entryMissing, .countsLost:
      false
    }
  }
}
