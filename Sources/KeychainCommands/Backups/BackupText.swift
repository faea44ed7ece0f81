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

  static func text(_ report: RestoreReport) -> String {
    var lines = ["\(items(report.restored)) restored, \(items(report.removed)) removed before."]
    func add(_ count: Int, _ words: String) {
      if count > 0 { lines.append("\(items(count)) \(words)") }
    }
    add(report.keptHere, "kept as here: the same, or changed later.")
    add(report.ofOtherDevice, "skipped: for the device alone that made the backup.")
    add(report.damaged, "skipped: damaged in the backup.")
    add(report.refused, "skipped: not to be synchronizable, or without the passcode needed.")
    add(report.movedAside, "of the store moved aside: damaged.")
    add(
      report.gone, "that the backup does not hold \(report.gone == 1 ? "is" : "are") gone.")
    for reason in Backup.Omission.allCases {
      if let count = report.goneAsOmitted[reason] {
        lines.append("In no backup of these: \(items(count)) \(words(reason))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
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
