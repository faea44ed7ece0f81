// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What of the file could not be read: by the call itself, or by the look at it afterwards.
enum DamageFindings {
  static func all(_ facts: CallFacts) -> [Finding] {
    if let part = facts.error?.damagedPart { return [met(part, by: facts.verb)] }
    guard let failure = facts.lookUpFailure else { return [] }
    guard let part = failure.damagedPart else { return [cutShort(failure)] }
    return [notCompared(part, facts)]
  }

  /// The call ended there.
  private static func met(_ part: String, by verb: CallFacts.Verb) -> Finding {
    guard verb != .add else {
      return Finding(
        .damagedItems,
        "The place of the new item cannot be looked at: \(part) fails its check. What does not "
          + "lie there is unaffected."
      ).fix("Make a backup; security check names what is damaged.")
    }
    return Finding(
      .damagedRowSkipped, "What matches cannot be opened: the check of \(part) failed."
    ).why("A damaged page is no absence: nobody can read whether an item matches.")
      .fix("Run security doctor; restore a backup.")
  }

  /// The call found its answer elsewhere; what lies there was left out of the report.
  private static func notCompared(_ part: String, _ facts: CallFacts) -> Finding {
    Finding(
      .damagedItems,
      "\(part) fails its check: what lies there was not looked at, and the rest of this report "
        + "does not know it.", as: facts.error == nil ? .warning : .error
    ).fix("Make a backup; security check names what is damaged.")
  }

  /// A refusal by the store as it stands, where nothing else tells why: another program is writing,
  /// or nothing may be written.
  static func refusal(_ facts: CallFacts) -> Finding? {
    guard let error = facts.error, error.cause == nil,
      [.notAvailable, .readOnly, .diskFull, .ioFailed].contains(error.code)
    else { return nil }
    let advice = "\(error.advice)"
    let finding = Finding(.storeNotWritable, "The store does not take the call: \(error.reason).")
    guard let first = advice.first else { return finding }
    return finding.fix(first.uppercased() + advice.dropFirst() + ".")
  }

  private static func cutShort(_ failure: KeychainError) -> Finding {
    Finding(
      .searchCutShort,
      "Nothing was looked up afterwards: \(failure.code.rawValue), \(failure.reason). Nearer items "
        + "may exist."
    ).fix("Ask again.")
  }
}
