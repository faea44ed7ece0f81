// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// rotate-keys (spec/security-cli.md 12).
enum RotateKeys {
  /// Renews the keys and says what was renewed and what waits; status 1 when rows do not open.
  ///
  /// Whoever ends it early, with Ctrl-C say, leaves a store that works; the next run goes on.
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
      lines.append("\(wait): it is locked. Run this again when it is not.")
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
