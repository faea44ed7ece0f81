// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import KeychainTypes
import Testing

/// Tests of the output and the status of `rotate-keys` (Specification/security-cli.md, "Commands of
/// our own").
@Suite("rotate-keys") struct RotateKeysTests {
  private func rotate(_ setUp: (inout RotationReport) -> Void) -> Outcome {
    var report = RotationReport()
    report.epoch = 2
    report.hasNewKeys = true
    setUp(&report)
    return security("rotate-keys", on: ScriptedStore { $0.rotation = report })
  }

  @Test("all rows are done") func complete() {
    #expect(
      rotate { $0.rowsResealed = 1 }
        == Outcome(
          status: 0,
          output: """
            New device key; generation 2 of the class, metadata and index keys.
            1 row sealed anew.
            All rows are under the new keys.
            The old keys are gone.

            """, error: ""))
  }

  @Test("locked classes wait, which is no failure") func waiting() {
    let outcome = rotate { report in
      report.hasNewKeys = false
      report.rowsResealed = 4
      report.waiting = [.whenUnlockedThisDeviceOnly: 1, .whenUnlocked: 2]
    }
    #expect(
      outcome
        == Outcome(
          status: 0,
          output: """
            Going on with generation 2 of the class, metadata and index keys.
            4 rows sealed anew.
            2 rows of class ak wait: it is locked. Run this again when it is unlocked.
            1 row of class aku waits: it is locked. Run this again when it is unlocked.

            """, error: ""))
  }

  @Test("rows that do not open keep the old keys, with status 1; rows aside do not") func damaged()
  {
    let outcome = rotate { $0.rowsDamaged = 3 }
    #expect(outcome.status == 1)
    #expect(
      outcome.output.hasSuffix(
        "3 rows cannot be opened, so the old keys stay: run security check.\n"))
    let aside = rotate { $0.rowsAside = 1 }
    #expect(aside.status == 0)
    #expect(
      aside.output.hasSuffix(
        "All rows are under the new keys.\nOld keys of 1 row moved aside are kept.\n"))
  }

  @Test("operands are misuse, a store that refuses is reported") func refusals() {
    #expect(security("rotate-keys now").status == 2)
    let store = ScriptedStore { $0.openingRefusal = KeychainError(.notAvailable, "closed") }
    let outcome = security("rotate-keys", on: store)
    #expect(outcome.status == 53)
    #expect(outcome.error == "security: rotate-keys: No keychain is available.\nsecurity: closed\n")
  }
}
