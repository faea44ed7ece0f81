// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// The text that the command `check` prints about its results.
enum CheckText {
  static func text(_ store: StoreDescription, _ report: CheckReport) -> String {
    "Store \(VisibleText.of(store.path)), format \(store.formatVersion)\n" + text(report)
  }

  /// Returns the text which says that nothing is damaged, and that `check` has changed nothing.
  ///
  /// If rows are locked, they cannot be checked, and the text gives their number.
  ///
  /// - Parameter report: The report of the check; nil if no report exists.
  static func nothingDone(_ report: CheckReport?) -> String {
    let locked = report?.rowsLocked ?? 0
    guard locked > 0 else { return "Nothing of the store is damaged, and nothing was done.\n" }
    return joined([
      unjudged(locked), "The rest of the store is not damaged, and nothing was done.",
    ])
  }

  private static func unjudged(_ rows: Int) -> String {
    "\(count(rows, "row")) not judged while locked: security unlock-store unlocks the store"
  }

  /// The text for a store whose only damage is that the counts of wrong passcodes are lost.
  ///
  /// `--repair` cannot restore these counts.
  static let onlyCountsLost = joined(
    ["Nothing was done: no item is damaged, only the counts of wrong passcodes are lost."]
      + countsAdvice)

  private static let countsAdvice = [
    "    security unlock-store   writes them anew; its first try begins a wait of an hour"
  ]

  /// Returns the text about the result of a check: the numbers of rows, the damage and advice.
  static func text(_ report: CheckReport) -> String {
    var lines = [
      "\(count(report.rowsOpened, "row")) opened, \(report.tombstones) deleted and kept for sync, "
        + "\(report.rowsAside) moved aside"
    ]
    if report.rowsLocked > 0 {
      lines.append(unjudged(report.rowsLocked))
    }
    if report.rowsLost > 0 {
      lines += [
        "\(count(report.rowsLost, "row")) of class akpu can never be read again: the key went with "
          + "a passcode that was removed",
        "    security rotate-keys   removes what remains of these rows",
      ]
    }
    lines += report.notes.map(text)
    lines += report.findings.map(text)
    guard !report.isClean else {
      let verdict = report.rowsLocked > 0 ? "The rest is not damaged." : "Nothing is damaged."
      return joined(lines + [verdict])
    }
    lines.append("\(count(report.findings.count, "finding")).")
    return joined(lines + advice(report))
  }

  /// Returns the text about damage in the files of a store that does not open or cannot be read
  /// completely.
  ///
  /// - Parameter opens: True if the store opens. False if it does not open.
  static func cutShort(_ report: CheckReport, opens: Bool) -> String {
    let heading =
      opens
      ? "The store opens, but cannot be read completely. Its files tell:"
      : "The store does not open. Its files tell:"
    return joined([heading] + report.findings.map(text) + report.notes.map(text) + advice(report))
  }

  /// Returns the lines that tell the user how to repair the damage in a report.
  private static func advice(_ report: CheckReport) -> [String] {
    if report.isOfCountsAlone { return countsAdvice }
    if report.isOfMarkAlone { return ["The next change of the store repairs this."] }
    var lines = [
      "\(count(report.rowsOpened, "row")) can be kept. Bring the store back from a backup, or:",
      "    security check --repair   builds a new store of them and moves the old files aside",
    ]
    if report.isOfPagesAlone {
      lines.append("    security check --reseal   accepts the pages if another SQLite wrote them")
    }
    return lines
  }

  static func repaired(_ report: RepairReport) -> String {
    var lines = report.found.findings.map(text) + report.found.notes.map(text)
    lines.append(
      "A new store was built: \(count(report.rowsKept, "row")), \(report.tombstonesKept) deleted "
        + "and kept for sync, history: \(report.entriesKept).")
    lines.append("The old files are in \(report.directory):")
    lines += report.movedAside.map { "    \($0)" }
    lines.append(report.hasLosses ? "Something is lost, as said above." : "Nothing is lost.")
    return joined(lines)
  }

  static func resealed(_ report: CheckReport) -> String {
    guard !report.isClean else {
      return joined(
        report.notes.map(text) + [
          "\(count(report.rowsOpened, "row")) opened. The sums of all pages are right now. "
            + "The files as they were have names that begin with aside-."
        ])
    }
    return joined(
      report.findings.map(text) + [
        "Nothing was changed: there is more damage than pages of another SQLite.",
        "    security check --repair   builds a new store of the rows that are whole",
      ])
  }

  private static func text(_ finding: CheckReport.Finding) -> String {
    var line = "    \(words[finding.kind] ?? finding.kind.rawValue)"
    if let itemClass = finding.itemClass { line += ", class \(itemClass.rawValue)" }
    if let identifier = finding.identifier { line += ", item \(identifier.uuidText)" }
    if let time = finding.time { line += ", changed \(CivilTime(time).internetForm)" }
    return finding.detail.isEmpty ? line : "\(line): \(finding.detail)"
  }

  private static func text(_ note: String) -> String { "    not known: \(note)" }

  private static let words: [CheckReport.Finding.Kind: String] = [
    .rowDoesNotOpen: "row does not open",
    .digestDiffers: "digest differs from the value",
    .duplicateName: "two rows with one primary key",
    .historyBroken: "history broken",
    .rowMissing: "row missing",
    .rowRolledBack: "row older than the history says",
    .fileDamaged: "file damaged",
    .copyOutOfStep: "keybag and its copy differ",
    .entryMissing: "row not found through an index",
    .rowInDoubt: "row moved aside",
    .countsLost: "counts of wrong passcodes lost",
  ]

  private static func joined(_ lines: [String]) -> String {
    // Details and notes contain names of files, which may hold any character.
    lines.map(VisibleText.of).joined(separator: "\n") + "\n"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
