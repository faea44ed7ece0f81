// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainExplaining
import KeychainTesting
import KeychainTypes
import Security
import Testing

/// Tests of calls in an assumed state of the device: `--if` (Specification/diagnostics.md,
/// "security explain").
@Suite("assumed states") struct AssumptionTests {
  /// Returns the codes of a call in an assumed state, and the status that it would answer.
  private func assume(
    _ assumption: CallFacts.Assumption, _ stage: Stage, _ verb: Request.Verb,
    _ pairs: [NSString: Any]
  ) throws -> (status: Int32, codes: [String]) {
    try stage.phone.run {
      let installation = try #require(CurrentInstallation.installed)
      var rehearsal = Rehearsal(
        try #require(installation.service as? any Explaining & Administration),
        as: try #require(installation.caller), in: .dataProtection,
        asking: BoundAuthenticator(
          try #require(installation.authenticator), for: try #require(installation.caller)))
      rehearsal.assumptions = [assumption]
      let facts = rehearsal.facts(verb, Stage.password(pairs))
      let wording = Wording(showsValues: false, groups: [], date: { _ in "a day" })
      let report = KeychainExplaining.Explanation(facts, wording)
      return (
        report.status, report.findings.filter { $0.severity != .info }.map { "\($0.code)" }
      )
    }
  }

  @Test("without a passcode, what needs one is gone and cannot be added, and nothing locks")
  func noPasscode() throws {
    let stage = Stage()
    let ownPasscode = kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
    stage.add(["svce": "a", "acct": "b", "pdmn": ownPasscode])
    stage.add(["svce": "c", "acct": "d", "pdmn": kSecAttrAccessibleWhenUnlocked])
    let gone = try assume(.noPasscode, stage, .copyMatching, ["svce": "a", "acct": "b"])
    #expect((gone.status, gone.codes) == (errSecItemNotFound, ["K219"]))
    let item: [NSString: Any] = ["svce": "x", "pdmn": ownPasscode, "data": Data("s".utf8)]
    let added = try assume(.noPasscode, stage, .add, item)
    #expect((added.status, added.codes) == (errSecNotAvailable, ["K314"]))
    let found = try assume(.noPasscode, stage, .copyMatching, ["svce": "c", "acct": "d"])
    #expect(found.status == errSecSuccess)
    // The assumption has changed nothing.
    #expect(stage.explain(stage.search(["svce": "a", "acct": "b"])).status == errSecSuccess)
  }

  @Test("locked, before the first unlock, in background, without anybody to ask")
  func others() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "pdmn": kSecAttrAccessibleAfterFirstUnlock])
    stage.add(["svce": "p", "acct": "q", "accc": try control(.userPresence)])
    let plain: [NSString: Any] = ["svce": "a", "acct": "b"]
    #expect(try assume(.locked, stage, .copyMatching, plain).status == errSecSuccess)
    let first = try assume(.beforeFirstUnlock, stage, .copyMatching, plain)
    #expect((first.status, first.codes) == (errSecInteractionNotAllowed, ["K302", "K310"]))
    let prompted: [NSString: Any] = ["svce": "p", "acct": "q", "r_Data": true]
    for (state, code) in [(CallFacts.Assumption.background, "K309"), (.headless, "K308")] {
      let asked = try assume(state, stage, .copyMatching, prompted)
      #expect(asked.status == errSecInteractionNotAllowed && asked.codes.contains(code))
    }
    #expect(try assume(.unlocked, stage, .copyMatching, plain).status == errSecSuccess)
  }
}
