// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What `backup` and `restore` say they have done.
enum BackupText {
  static func text(_ backup: Backup, _ path: String) -> String {
    var lines = ["\(VisibleText.of(path)): \(items(backup.count))"]
    for reason in Backup.Omission.allCases {
      if let count = backup.omitted[reason] {
        lines.append("Not in it: \(items(count)) \(words(reason))")
      }
    }
    lines.append("Whoever has the file and the passphrase has the items.")
    return lines.joined(separator: "\n") + "\n"
  }

  static func text(_ report: RestoreReport, _ name: String) -> String {
    lines(report, name).joined(separator: "\n") + "\n"
  }

  /// What a restore would do.
  static func foretold(_ report: RestoreReport, _ name: String) -> String {
    "This would happen; nothing was changed.\n" + losses(report, name) + text(report, name)
  }

  /// The lines about items of the store that the backup lacks, or has without later changes.
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

  /// An item by its names, of 78 columns at most.
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
    add(report.keptHere, "kept as here: the same, or changed later.")
    add(report.ofOtherDevice, "skipped: for the device alone that made the backup.")
    add(report.damaged, "skipped: damaged in \(name).")
    add(report.refused, "skipped: not to be synchronizable, or without the passcode needed.")
    add(report.movedAside, "of the store moved aside: damaged.")
    add(
      report.gone, "that \(name) does not hold \(report.gone == 1 ? "is" : "are") gone.")
    if report.replacedCopy {
      lines.append("The copy from before the earlier restore gave way to one from before this.")
    }
    if report.keepsFormerCopy {
      lines.append("A copy from before an earlier restore could not be removed: --forget-copy.")
    }
    for reason in Backup.Omission.allCases {
      if let count = report.goneAsOmitted[reason] {
        lines.append("In no backup of these: \(items(count)) \(words(reason))")
      }
    }
    return lines
  }

  private static func items(_ count: Int) -> String { "\(count) item\(count == 1 ? "" : "s")" }

  private static func words(_ reason: Backup.Omission) -> String {
    switch reason {
    case .needsPasscode: "of class akpu, whose key is in no backup"
    case .constrained: "with an access control that needs somebody to be there"
    case .token: "of a token, such as the secure element"
    case .system: "of the system or of a sharing group"
    case .damaged: "damaged; security check names what"
    }
  }
}
