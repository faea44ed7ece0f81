// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// The command `rotate-keys`, which replaces the keys of the store by new keys
/// (Specification/security-cli.md, "Commands of our own").
enum RotateKeys {
  /// Replaces the keys of the store, and prints how many rows are encrypted with the new keys.
  ///
  /// Rows that are locked keep their keys until a later run. The text gives the number of these
  /// rows. The status is 1 if rows cannot be decrypted. A run that is interrupted, by Ctrl-C for
  /// example, leaves a working store, and the next run continues the work.
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    _ = try invocation.options()
    do {
      let service = try invocation.store.existingService()
      let copy = CopyFromBefore(service)
      let report = try service.rotateKeys()
      invocation.terminal.output(text(report))
      copy.tellIfGone(service, invocation.terminal)
      return report.rowsDamaged == 0 ? 0 : 1
    } catch {
      return Refusal.report(error, of: "rotate-keys", in: invocation)
    }
  }

  private static func text(_ report: RotationReport) -> String {
    let keys = "generation \(report.epoch) of the class, metadata and index keys"
    var lines = [
      opening(report) + keys + ".",
      "\(count(report.rowsResealed)) sealed anew.",
    ]
    for (protection, number) in report.waiting.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let wait = "\(count(number)) of class \(protection.name) wait\(number == 1 ? "s" : "")"
      lines.append("\(wait): it is locked. Run this again when it is unlocked.")
    }
    if report.rowsDamaged > 0 {
      lines.append(
        "\(count(report.rowsDamaged)) cannot be opened, so the old keys stay: run security check.")
    }
    if report.isComplete { lines.append("All rows are under the new keys.") }
    if report.rowsAside > 0 {
      lines.append("Old keys of \(count(report.rowsAside)) moved aside are kept.")
    } else if report.isComplete {
      lines.append("The old keys are gone.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func opening(_ report: RotationReport) -> String {
    guard report.hasNewKeys else { return "Going on with " }
    return report.keepsDeviceKey
      ? "The device key stays, as the passcode is bound to it; " : "New device key; "
  }

  private static func count(_ number: Int) -> String { "\(number) row\(number == 1 ? "" : "s")" }
}
