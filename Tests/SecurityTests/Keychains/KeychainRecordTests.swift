// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import KeychainExplaining
import KeychainTypes
import SecureMemory
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

  // MARK: Functions for keychains

  /// A call of a function, with the record that it leaves.
  struct Row: CustomTestStringConvertible, Sendable {
    let function: String
    var state = ""
    let status: OSStatus
    var verb = CallFacts.Verb.keychain
    /// The keychain in the record; nil for a call without a keychain.
    var keychain: String? = "one.keychain"
    let codes: [FindingCode]
    let call: @Sendable (SecKeychain, SecKeychainItem) -> OSStatus

    var testDescription: String { "\(function) \(status) \(state)" }

    init(
      _ function: String, _ status: OSStatus, _ codes: [FindingCode],
      verb: CallFacts.Verb = .keychain, in keychain: String? = "one.keychain", state: String = "",
      _ call: @escaping @Sendable (SecKeychain, SecKeychainItem) -> OSStatus
    ) {
      (self.function, self.status, self.codes) = (function, status, codes)
      (self.verb, self.keychain, self.state, self.call) = (verb, keychain, state, call)
    }
  }

  private static let good: [FindingCode] = [.nothingToReport]

  static let rows: [Row] = [
    Row("SecKeychainOpen", 0, good, in: "new.keychain") { _, _ in
      (try? KeychainCalls.open("new.keychain")) == nil ? -1 : 0
    },
    Row("SecKeychainCreate", 0, good, in: "new.keychain") { _, _ in
      KeychainCalls.create("new.keychain").0
    },
    Row("SecKeychainCreate", -25296, [.storeNotWritable]) { _, _ in
      KeychainCalls.create("one.keychain").0
    },
    Row("SecKeychainDelete", 0, good) { keychain, _ in SecKeychainDelete(keychain) },
    Row("SecKeychainDelete", -25294, [.fileKeychainMissing], in: "gone.keychain") { _, _ in
      SecKeychainDelete(try? KeychainCalls.open("gone.keychain"))
    },
    Row("SecKeychainLock", 0, good) { keychain, _ in SecKeychainLock(keychain) },
    Row("SecKeychainLockAll", 0, good, in: nil) { _, _ in SecKeychainLockAll() },
    Row("SecKeychainUnlock", 0, good, state: "locked") { keychain, _ in
      KeychainCalls.unlock(keychain, "password")
    },
    Row("SecKeychainUnlock", -25293, [.storeNotWritable], state: "locked") { keychain, _ in
      KeychainCalls.unlock(keychain, "Wellensittich")
    },
    Row("SecKeychainGetStatus", 0, good) { keychain, _ in KeychainCalls.state(keychain).0 },
    Row("SecKeychainCopySettings", -25308, [.fileKeychainLocked], state: "locked") { keychain, _ in
      var settings = SecKeychainSettings()
      settings.version = 1
      return unsafe SecKeychainCopySettings(keychain, &settings)
    },
    Row("SecKeychainSetSettings", 0, good) { keychain, _ in
      var settings = SecKeychainSettings()
      (settings.version, settings.lockInterval) = (1, 60)
      return unsafe SecKeychainSetSettings(keychain, &settings)
    },
    Row("SecKeychainSetDefault", 0, good) { keychain, _ in SecKeychainSetDefault(keychain) },
    Row("SecKeychainSetSearchList", 0, good, in: nil) { keychain, _ in
      SecKeychainSetSearchList([keychain] as NSArray)
    },
    Row("SecKeychainCopySearchList", 0, good, in: nil) { _, _ in
      KeychainCalls.searchList() == nil ? -1 : 0
    },
    Row("SecKeychainSetPreferenceDomain", -25319, [.storeNotWritable], in: nil) { _, _ in
      SecKeychainSetPreferenceDomain(.dynamic)
    },
    Row("SecKeychainAddGenericPassword", 0, good, verb: .add) { keychain, _ in
      KeychainCalls.add("other", "me", "Kanarienvogel", to: keychain).status
    },
    Row("SecKeychainAddGenericPassword", -25299, [.duplicateIdentical], verb: .add) { keychain, _ in
      KeychainCalls.add("service", "me", to: keychain).status
    },
    Row(
      "SecKeychainAddGenericPassword", -25308, [.fileKeychainLocked], verb: .add, state: "locked"
    ) { keychain, _ in KeychainCalls.add("other", "me", to: keychain).status },
    Row("SecKeychainItemModifyContent", 0, good, verb: .update) { _, item in
      unsafe SecKeychainItemModifyContent(item, nil, 1, "x")
    },
    Row(
      "SecKeychainItemCopyContent", -25308, [.fileKeychainLocked], verb: .copyMatching,
      state: "locked"
    ) { _, item in
      var length: UInt32 = 0
      return unsafe SecKeychainItemCopyContent(item, nil, nil, &length, nil)
    },
    Row(
      "SecKeychainItemCopyContent", -25308, [.fileAclRefuses], verb: .copyMatching, state: "foreign"
    ) { _, item in
      var length: UInt32 = 0
      return unsafe SecKeychainItemCopyContent(item, nil, nil, &length, nil)
    },
    Row("SecKeychainItemDelete", 0, good, verb: .delete) { _, item in SecKeychainItemDelete(item) },
    Row("SecKeychainItemCopyAccess", 0, good, verb: .copyMatching) { _, item in
      var access: SecAccess?
      return unsafe SecKeychainItemCopyAccess(item, &access)
    },
    Row("SecAccessCreate", 0, good, in: nil) { _, _ in
      var access: SecAccess?
      return unsafe SecAccessCreate("Kanarienvogel" as NSString, nil, &access)
    },
    Row("SecIdentityCopyPreferred", -25300, [.noTraceOfIt], in: nil) { _, _ in
      SecIdentityCopyPreferred("https://example.com" as NSString, nil, nil) == nil ? -25300 : 0
    },
    Row("SecIdentitySetPreferred", 0, good, in: nil) { _, _ in
      SecIdentitySetPreferred(nil, "https://example.com" as NSString, nil)
    },
  ]

  @Test("each function leaves one record with its name, status and keychain", arguments: rows)
  func functions(_ row: Row) throws {
    let home = try KeychainHome()
    let (keychain, item) = try home.run {
      let keychain = try KeychainCalls.created("one.keychain")
      let item = try #require(
        KeychainCalls.add("service", "me", "Kanarienvogel", to: keychain).item)
      #expect(SecKeychainSetDefault(keychain) == errSecSuccess)
      if row.state == "locked" { #expect(SecKeychainLock(keychain) == errSecSuccess) }
      return (keychain, item)
    }
    let isForeign = row.state == "foreign"
    let keychains = isForeign ? home.keychains(of: "two") : home.keychains
    let collector = CallCollector()
    try home.run(keychains) {
      let own = try KeychainCalls.open("one.keychain")
      let foreign = isForeign ? try Self.item(in: own) : nil
      CallCollector.$current.withValue(collector) {
        Watchers.begin()
        defer { Watchers.end() }
        #expect(row.call(isForeign ? own : keychain, foreign ?? item) == row.status)
      }
    }
    // The test opens a keychain by the function too.
    let calls = collector.calls.filter { call in
      call.record.use.function.map { $0 == row.function || $0 != "SecKeychainOpen" } == true
    }
    #expect(calls.map(\.record.function) == [row.function])
    let call = try #require(calls.first)
    #expect(call.record.status == row.status && call.record.verb == row.verb)
    #expect(call.explanation.codes == row.codes, "\(call.explanation.text())")
    #expect(call.explanation.facts.keychains?.steps.map(\.name) == row.keychain.map { [$0] } ?? [])
    for word in ["Kanarienvogel", "Wellensittich", "service", "example.com", "\"me\""] {
      #expect(!call.explanation.json.contains(word), "\(word)")
    }
  }

  /// Returns the first password of a keychain, whose secret is not read.
  private static func item(in keychain: SecKeychain) throws -> SecKeychainItem {
    var result: CFTypeRef?
    let query: [String: Any] = ["class": "genp", "m_SearchList": [keychain], "r_Ref": true]
    #expect(unsafe SecItemCopyMatching(query as NSDictionary, &result) == errSecSuccess)
    return try #require(result as? SecKeychainItem)
  }

  @Test("lastFailure knows a failed function, although nobody observed it")
  func unobserved() throws {
    let home = try KeychainHome()
    home.run {
      _ = SecKeychainDelete(try? KeychainCalls.open("gone.keychain"))
      let last = CallHistory.current.lastFailure
      #expect(last?.function == "SecKeychainDelete" && last?.status == errSecNoSuchKeychain)
    }
  }
}
