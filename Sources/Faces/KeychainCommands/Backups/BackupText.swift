// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The text that the commands `backup` and `restore` print about their results.
enum BackupText {
  static func text(_ backup: Backup, _ path: String) -> String {
    var lines = ["\(VisibleText.of(path)): \(items(backup.count))"]
    for reason in Backup.Omission.allCases {
      if let count = backup.omitted[reason] {
        lines.append("Left out: \(items(count)) \(words(reason))")
      }
    }
    lines.append("Anyone with the file and the passphrase can read the items.")
    return lines.joined(separator: "\n") + "\n"
  }

  static func text(_ report: RestoreReport, _ name: String) -> String {
    lines(report, name).joined(separator: "\n") + "\n"
  }

  /// Returns the text of `restore --dry-run`: the result that a real restore would have.
  ///
  /// - Parameter name: The noun for the source of the restore: "the backup" or "the copy".
  static func foretold(_ report: RestoreReport, _ name: String) -> String {
    "A restore would do this; nothing was changed.\n" + losses(report, name) + text(report, name)
  }

  /// Returns the lines about items of the store that a restore would remove or replace by an older
  /// state.
  ///
  /// A restore removes an item that the backup lacks. If the backup lacks later changes of an item,
  /// a restore replaces the item by an older state. Empty if a restore would lose nothing.
  ///
  /// - Parameter name: The noun for the source of the restore: "the backup" or "the copy".
  static func losses(_ report: RestoreReport, _ name: String) -> String {
    var lines: [String] = []
    if report.gone > 0 {
      lines.append("The store has \(items(report.gone)) that \(name) does not hold:")
      lines += report.goneItems.map(line)
      let more = report.gone - report.goneItems.count
      if more > 0 { lines.append("  and \(more) more") }
    }
    if report.setBack > 0 {
      lines.append("The store has \(items(report.setBack)) with changes that \(name) lacks.")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns a line about an item that a restore would remove: its class and names, in at most 78
  /// columns.
  private static func line(_ gone: RestoreReport.Gone) -> String {
    var names: [String] = []
    for attribute in [Attribute.label, .service, .server, .account] {
      guard case .text(let text)? = gone.attributes[attribute], !text.isEmpty,
        !names.contains(text)
      else { continue }
      names.append(text)
    }
    let shown = names.map { VisibleText.of($0) }.joined(separator: ", ")
    return ColumnWidth.cut("  \(gone.itemClass.rawValue)  \(shown)", to: 78)
  }

  private static func lines(_ report: RestoreReport, _ name: String) -> [String] {
    var lines = ["\(items(report.restored)) restored, \(items(report.removed)) removed before."]
    func add(_ count: Int, _ words: String) {
      if count > 0 { lines.append("\(items(count)) \(words)") }
    }
    add(report.keptHere, "kept as in the store: equal, or changed later.")
    add(report.ofOtherDevice, "skipped: only for the device that made the backup.")
    add(report.damaged, "skipped: damaged in \(name).")
    add(report.refused, "skipped: not allowed to synchronize, or without the passcode needed.")
    add(report.movedAside, "of the store moved aside: damaged.")
    add(
      report.gone, "that \(name) does not hold \(report.gone == 1 ? "is" : "are") gone.")
    if report.replacedCopy {
      lines.append("The copy from before this restore replaces the earlier copy.")
    }
    if report.keepsFormerCopy {
      lines.append("An earlier copy could not be removed: security restore --forget-copy")
    }
    for reason in Backup.Omission.allCases {
      if let count = report.goneAsOmitted[reason] {
        lines.append("Of these, never in a backup: \(items(count)) \(words(reason))")
      }
    }
    return lines
  }

  private static func items(_ count: Int) -> String { "\(count) item\(count == 1 ? "" : "s")" }

  private static func words(_ reason: Backup.Omission) -> String {
    switch reason {
    case .needsPasscode: "of class akpu, whose key is in no backup"
    case .constrained: "with an access control that needs a person"
    case .token: "of a token, such as the secure element"
    case .system: "of the system or of a sharing group"
    case .damaged: "damaged; security check names the damage"
    }
  }
}
