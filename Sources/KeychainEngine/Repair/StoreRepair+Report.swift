// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes

extension StoreRepair {
  /// What there is to say of files that are not opened.
  func report(
    _ closed: ClosedStore, _ verdict: StoreVerdict, _ keybag: UnlockedKeybag
  ) -> CheckReport {
    var report = verdict.report
    let findings = closed.findings
    let note = noteOfLog(closed, verdict)
    report.isOfPagesAlone =
      report.isClean && (closed.hasSoundLog || note != nil) && findings.missing == nil
      && !findings.pages.isEmpty
    report.findings = findings.described() + report.findings
    if let note { report.notes.append(note) } else { addLosses(of: closed, verdict, to: &report) }
    if closed.hasForeignLog {
      report.findings.append(
        CheckReport.Finding(.fileDamaged, detail: "store.db-wal, which is another store's"))
    }
    if !closed.hasSoundMark {
      report.findings.append(
        CheckReport.Finding(.fileDamaged, detail: "store.db-mark, which the next change renews"))
    }
    if let finding = keybag.condition.finding { report.findings.append(finding) }
    return report
  }

  /// What cannot be known where another SQLite has written the whole log into the database file
  /// and removed it; nil where that is not so, or more is wrong than sums.
  func noteOfLog(_ closed: ClosedStore, _ verdict: StoreVerdict) -> String? {
    guard verdict.report.isClean, closed.hasLogWrittenBack(verdict.head), verdict.endsWithoutSum
    else { return nil }
    return "store.db-wal, of \(closed.lostFrames) frames, is gone, and another SQLite has written "
      + "it into store.db. All that the history promises is there, up to write "
      + "\(verdict.lastWrite). Had the log been damaged before that, what came later would be gone "
      + "without a trace."
  }

  /// What the log held, nobody knows.
  private func addLosses(
    of closed: ClosedStore, _ verdict: StoreVerdict, to report: inout CheckReport
  ) {
    let lost = closed.lostFrames + closed.unknownFrames(behind: verdict.head?.frame)
    if lost > 0 {
      report.findings.append(
        CheckReport.Finding(
          .rowMissing,
          detail: "whatever the last \(lost) frames of the log held; older versions "
            + "may stand in its place"))
    }
    if closed.hasLogOfUnknownLength {
      report.findings.append(
        CheckReport.Finding(
          .rowMissing,
          detail: "whatever else the log held, as it is "
            + (closed.hasForeignLog ? "gone" : "without its head")
            + " and no mark tells its length; older versions may stand in its place"))
    }
  }
}
