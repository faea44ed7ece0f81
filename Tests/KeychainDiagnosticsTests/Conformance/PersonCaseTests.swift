// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Tests of Specification/diagnostics.md, "Conformance cases", in which the user is asked.
@Suite("diagnosis: people")
struct PersonCaseTests {
  @Test("case 40: five failed fingers")
  func lockedOut() throws {
    let stage = Stage()
    stage.add(["svce": "a", "accc": try control(.biometryCurrentSet)])
    try stage.phone.failBiometry(times: 5)
    let calls = stage.record {
      stage.perform(stage.search(["svce": "a", "r_Data": true]), errSecAuthFailed)
    }
    #expect(calls.first?.telling == ["K312"])
    #expect(
      calls.first?.findings.first?.text
        == "Biometry locked out after 5 attempts. LA code -8.")
    #expect(calls.first?.findings.first?.fix.contains("passcode") == true)
  }

  @Test("case 41: the person chooses cancel")
  func cancelled() throws {
    let stage = Stage()
    stage.add(["svce": "a", "accc": try control(.userPresence)])
    stage.phone.answer(.cancel)
    let calls = stage.record {
      stage.perform(stage.search(["svce": "a", "r_Data": true]), errSecUserCanceled)
    }
    #expect(calls.first?.telling == ["K313"])
  }

  @Test("case 93: each item asks for itself")
  func manyPrompts() throws {
    let stage = Stage()
    for account in ["b", "c", "d"] {
      stage.add(["svce": "a", "acct": account, "accc": try control(.userPresence)])
    }
    let found = stage.explain(
      stage.search(["svce": "a", "limit": kSecMatchLimitAll, "r_Data": true]), performs: false)
    #expect(found.telling == ["K814"])
  }
}
