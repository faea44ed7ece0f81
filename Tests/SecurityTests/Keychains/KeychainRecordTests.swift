// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainExplaining
import KeychainTypes
import Security
import Testing

/// Searches for passwords in keychain files leave records with the keychains that they asked
/// (Specification/diagnostics.md, "Tracing a running program").
@Suite("records of calls on keychains") struct KeychainRecordTests {
  /// Makes a search, and returns its status and its records.
  private func find(
    _ home: KeychainHome, _ service: String, in keychain: SecKeychain?, of program: String = "one"
  ) -> (status: OSStatus, calls: [ObservedCall]) {
    let collector = CallCollector()
    let keychains = program == "one" ? home.keychains : home.keychains(of: program)
    let status = CallCollector.$current.withValue(collector) {
      home.run(keychains) {
        KeychainCalls.find(service, "me", in: keychain).status
      }
    }
    return (status, collector.calls.filter { $0.explanation.facts.keychains != nil })
  }

  @Test("found, absent, locked, and refused by the access list; no value is in a record")
  func statuses() throws {
    let home = try KeychainHome()
    let keychain = try home.run { try KeychainCalls.created("one.keychain") }
    let other = try home.run(home.keychains(of: "two")) { try KeychainCalls.open("one.keychain") }
    home.run { _ = KeychainCalls.add("service", "me", "Kanarienvogel", to: keychain) }
    let rows: [(String, SecKeychain, String, Bool, OSStatus, [FindingCode])] = [
      ("service", keychain, "one", false, errSecSuccess, [.nothingToReport]),
      ("absent", keychain, "one", false, errSecItemNotFound, [.noTraceOfIt]),
      ("service", other, "two", false, errSecInteractionNotAllowed, [.fileAclRefuses]),
      ("service", keychain, "one", true, errSecInteractionNotAllowed, [.fileKeychainLocked]),
    ]
    for (service, keychain, program, isLocked, status, codes) in rows {
      if isLocked { #expect(home.run { SecKeychainLock(keychain) } == errSecSuccess) }
      let found = find(home, service, in: keychain, of: program)
      #expect(found.status == status && found.calls.count == 1)
      let call = try #require(found.calls.first)
      #expect(call.record.function == "SecKeychainFindGenericPassword")
      #expect(call.record.status == status)
      #expect(call.explanation.codes == codes, "\(call.explanation.text())")
      #expect(call.record.pairs.map(\.key) == ["class", "acct", "svce"])
      let trail = try #require(call.explanation.facts.keychains)
      #expect(trail.steps.map(\.name) == ["one.keychain"] && trail.isNamed)
      for word in ["Kanarienvogel", "service", "\"me\""] {
        #expect(!call.explanation.json.contains(word))
      }
    }
  }
  @Test("a program that forbids questions gets -25293, and the report says so")
  func forbidden() throws {
    let home = try KeychainHome()
    let keychain = try home.run { try KeychainCalls.created("one.keychain") }
    home.run { _ = KeychainCalls.add("service", "me", to: keychain) }
    #expect(home.run { SecKeychainLock(keychain) } == errSecSuccess)
    home.run { _ = SecKeychainSetUserInteractionAllowed(false) }
    let found = find(home, "service", in: keychain)
    #expect(found.status == errSecAuthFailed)
    let report = try #require(found.calls.first).explanation
    #expect(report.codes == [.fileKeychainLocked] && report.status == errSecAuthFailed)
    let lines = report.findings.flatMap(\.lines)
    #expect(lines.contains { $0.text.contains("The program forbids questions.") })
  }
}
