// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainExplaining
import KeychainTesting
import KeychainTypes
import LocalAuthentication
import Security
import Testing

/// Tests of reports that once gave a false cause or advice that did not fit the caller.
@Suite("diagnosis: causes and advice fit the case")
struct FalseCauseTests {
  private typealias Report = KeychainExplaining.Explanation

  /// The parts of a call's facts that a test can change.
  private struct Parts {
    var shape: CallShape
    var asked: AskedFact
    var error: KeychainError?
    var store: StoreFacts
  }

  /// Returns the report of a call after a change of its facts.
  private func report(
    _ call: KeychainCall, on stage: Stage, _ change: (inout Parts) -> Void = { _ in }
  ) -> Report {
    let report = stage.phone.explain(call).report
    let facts = report.facts
    var parts = Parts(
      shape: facts.shape, asked: facts.asked, error: facts.error, store: facts.store)
    change(&parts)
    return Report(
      CallFacts(
        parts.shape, asked: parts.asked,
        outcome: CallOutcome(error: parts.error, trail: facts.trail), from: facts.viewpoint,
        store: parts.store), report.wording)
  }

  private func fixes(_ report: Report, _ code: String) -> String {
    report.findings.filter { "\($0.code)" == code }.flatMap(\.fixes).map(\.text)
      .joined(separator: " ")
  }

  @Test("K101, K102: the call to make instead, in the language of who made it")
  func languages() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "labl": "x"])
    for (more, code): ([NSString: Any], String) in [([:], "K102"), (["labl": "y"], "K101")] {
      let call = stage.adding(["svce": "a", "acct": "b"].merging(more) { $1 })
      let swift = report(call, on: stage).text(showsInfo: true)
      #expect(swift.contains(code) && swift.contains("as NSDictionary"), "\(swift)")
      let c = report(call, on: stage) { $0.shape.isFromC = true }.text(showsInfo: true)
      #expect(!c.contains("NSDictionary") && !c.contains("let "), "\(c)")
      #expect(c.contains("SecItemUpdate(key, changes), where key has"))
      #expect(c.contains("kSecAttrService: service,") && c.contains("kSecValueData: secret,"))
      let shell = report(call, on: stage) {
        let groups = $0.shape.caller.groups
        $0.shape.caller = Caller(identifier: "security", groups: groups, origin: .tool)
      }.text(showsInfo: true)
      #expect(!shell.contains("NSDictionary") && !shell.contains("SecItemUpdate"), "\(shell)")
      let label = more.isEmpty ? "" : " -l LABEL"
      // A long command continues on the next line.
      let flat = shell.replacing("\\", with: "").split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(
        flat.contains("security add-generic-password -U -s SERVICE -a ACCOUNT\(label) -w"),
        "\(shell)")
    }
  }

  @Test("K209: what is asked for explicitly is not called left out; one of several changes says so")
  func synchronizable() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "sync": true])
    let explicit = report(stage.search(["svce": "a", "acct": "b", "sync": false]), on: stage)
    #expect(explicit.findings.first?.found.hasPrefix("You ask for items of this device") == true)
    #expect(fixes(explicit, "K209").hasPrefix("Change kSecAttrSynchronizable to true"))
    let several = report(stage.search(["svce": "a", "acct": "b", "labl": "z"]), on: stage)
    let finding = several.findings.first { "\($0.code)" == "K209" }
    #expect(finding?.lines.contains { $0.label == .note && $0.text.contains("alone") } == true)
  }

  @Test("K307: an application password is given, and not evaluated")
  func applicationPassword() throws {
    let stage = Stage()
    let context = stage.phone.run { LAContext() }
    context.setCredential(Data("of the item".utf8), type: .applicationPassword)
    for (name, flags): (String, SecAccessControlCreateFlags) in [
      ("a", .applicationPassword), ("b", [.applicationPassword, .and, .biometryAny]),
      ("c", .userPresence),
    ] {
      let control = try control(flags)
      #expect(
        stage.add(["svce": name, "accc": control, "context": context]) == errSecSuccess, "\(name)")
    }
    let expected = [
      "a": "pass an LAContext that has the password by LAContext.setCredential",
      "b": "pass an LAContext that is evaluated and has the password by",
      "c": "pass an evaluated LAContext with kSecUseAuthenticationContext",
    ]
    for (name, words) in expected {
      let call = stage.search([
        "svce": name, "ui": kSecUseAuthenticationUIFail, "r_Data": true,
      ])
      #expect(fixes(report(call, on: stage), "K307").contains(words), "\(name)")
    }
  }

  @Test("K308: why nobody can be asked, and what can be done about that")
  func nobody() throws {
    let stage = Stage()
    stage.add(["svce": "a", "accc": try control(.userPresence)])
    let call = stage.search(["svce": "a", "ui": kSecUseAuthenticationUIFail, "r_Data": true])
    func found(_ reason: String?, isMachine: Bool) -> Report {
      report(call, on: stage) { parts in
        parts.asked.query?.interaction = .allow
        parts.store.device.noPrompt = reason
        parts.store.device.isMachine = isMachine
      }
    }
    let forbidden = found(AuthenticationFacts.forbiddenByVariable, isMachine: true)
    #expect(forbidden.findings.first?.found.contains("LATCHKEY_INTERACTION=never") == true)
    #expect(
      fixes(forbidden, "K308").hasPrefix("Run the program without LATCHKEY_INTERACTION=never"))
    let alone = found("no terminal and no display", isMachine: true)
    #expect(
      fixes(alone, "K308").hasPrefix("Run the program at a terminal, or on a desktop with pinentry")
    )
    #expect(!alone.text(showsInfo: true).contains("agent"))
    let phone = found("no person is at the device", isMachine: false)
    #expect(fixes(phone, "K308").hasPrefix("Put the app in front"))
    var facts = AuthenticationFacts()
    #expect(facts.noPrompt == "no terminal and no display")
    facts.isInteractive = true
    #expect(facts.noPrompt == nil)
  }

  @Test("K312, K314: who can set a passcode, on a machine and on a phone")
  func passcodes() throws {
    let stage = Stage(passcode: nil, finger: false)
    let add = stage.adding([
      "svce": "a", "pdmn": kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
    ])
    let phone = report(add, on: stage)
    #expect(fixes(phone, "K314").hasPrefix("Ask the user"))
    let machine = report(add, on: stage) { $0.store.device.isMachine = true }
    #expect(fixes(machine, "K314").hasPrefix("Set a passcode with security set-passcode"))
    for (failure, words): (AuthenticationFailure, String) in [
      (.passcodeNotSet, "security set-passcode"), (.biometryNotEnrolled, "fprintd-enroll"),
    ] {
      let refused = report(add, on: stage) { parts in
        parts.error = KeychainError(
          .authorizationFailed, "no", context: .authentication(failure))
        parts.store.device.isMachine = true
      }
      #expect(fixes(refused, "K312").contains(words), "\(failure)")
    }
  }

  @Test("K208 and K504: another program that is there was not renamed; K408 speaks of no signature")
  func programs() {
    let stage = Stage()
    let call = stage.search(["svce": "a"])
    func found(isGone: Bool) -> Report {
      report(call, on: stage) { parts in
        var place = FormerAccess.Place(group: "adhoc.other", items: [], count: 1)
        place.executable = "/opt/other"
        place.isGone = isGone
        var former = FormerAccess()
        former.others = [place]
        parts.store.former = former
        parts.store.absence = nil
        parts.shape.caller = Caller(
          identifier: "adhoc.tool", groups: ["adhoc.tool"], origin: .adHoc)
      }
    }
    let gone = found(isGone: true)
    #expect(gone.codes.map { "\($0)" }.contains("K504"))
    #expect(gone.text(showsInfo: true).contains("--adopt adhoc.other"))
    let there = found(isGone: false)
    #expect(there.codes.map { "\($0)" }.contains("K208"))
    let text = there.text(showsInfo: true)
    #expect(!text.contains("--adopt") && !text.contains("renamed"), "\(text)")
    for report in [gone, there] {
      #expect(!report.text(showsInfo: true).lowercased().contains("signature"))
    }
  }

  @Test("what only an item that is gone comes near: K219, and nothing is to be corrected")
  func goneNearMiss() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "pdmn": kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly])
    try stage.phone.removePasscode("1234")
    let found = stage.explain(stage.search(["svce": "a", "acct": "B"]))
    #expect(found.telling.first == "K219", "\(found.text)")
    #expect(found.text.contains("An item near the query existed"))
    // The nearest item is now another one, which still exists.
    stage.add(["svce": "a", "acct": "bb"])
    let other = stage.explain(stage.search(["svce": "a", "acct": "B"]))
    #expect(!other.telling.contains("K219"), "\(other.text)")
  }

  @Test("a search that may not name the group of tokens is not told that it can be searched")
  func tokenGroup() {
    let stage = Stage(profile: .ios)
    let found = stage.explain(stage.search(["svce": "a", "agrp": "com.apple.token"]))
    #expect(found.status == errSecMissingEntitlement && found.telling == ["K401"], "\(found.text)")
    #expect(found.text.contains("com.apple.token is not among your groups"))
    let adding = stage.explain(.add(Stage.password(["svce": "a", "agrp": "com.apple.token"])))
    #expect(adding.telling == ["K407"], "\(adding.text)")
  }

  @Test("K501, K503: the method that is named is there")
  func method() throws {
    // Compiles only if the method with this name and these labels exists.
    _ = SimulatedDevice.upgrade(_:_:version:)
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    try stage.phone.upgrade(
      stage.app, .init(prefix: Stage.team, groups: [Stage.group("g2")]), version: "2.1")
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(found.telling.contains("K501"))
    #expect(found.text.contains("SimulatedDevice.upgrade(_:_:version:)"), "\(found.text)")
  }
}
