// SPDX-License-Identifier: Apache-2.0

/// What `security check --repair` found and did.
package struct RepairReport: Sendable {
  /// What was wrong before.
  package let found: CheckReport
  package let rowsKept: Int
  package let tombstonesKept: Int
  /// Entries of the change history that authenticate.
  package let entriesKept: Int
  /// Where the files are.
  package let directory: String
  /// The names that the old files have now.
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

  /// Whether a row is known to be lost.
  package var hasLosses: Bool {
    found.findings.contains { $0.kind.isLoss }
  }
}

extension CheckReport.Finding.Kind {
  /// Whether it tells of a row that is gone, or may be.
  package var isLoss: Bool {
    switch self {
    case .rowMissing, .rowRolledBack, .rowDoesNotOpen, .rowInDoubt: true
    case .digestDiffers, .duplicateName, .historyBroken, .fileDamaged, .copyOutOfStep,
      .entryMissing, .countsLost:
      false
    }
  }
}
