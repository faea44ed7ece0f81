// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Tests that each refusal of a dictionary is explained by a finding that names the key
/// (Specification/diagnostics.md, "Dictionary findings").
@Suite("diagnosis: every refusal is explained") struct EveryRefusalTests {
  /// The pairs of a call, and words that the deciding finding must contain.
  private typealias Row = (pairs: [NSString: Any], words: [String])

  private static var object: NSObject { NSObject() }

  /// Pairs that every call refuses.
  private static var everywhere: [Row] {
    [
      (["class": 5], ["K702", "kSecClass"]), (["class": "xxxx"], ["K702", "xxxx"]),
      (["class": NSNull()], ["K702", "kSecClass"]),
      (["acnt": "ann"], ["K701", "\"acnt\"", "kSecAttrAccount"]),
      (["q_Foo": 1], ["K704", "\"q_Foo\""]),
      (["svcee": "a"], ["K704", "\"svcee\""]), (["v_Foo": 1], ["K704", "\"v_Foo\""]),
      (["u_Foo": 1], ["K704", "\"u_Foo\""]), (["r_Foo": true], ["K704", "\"r_Foo\""]),
      (["atag": "x"], ["K701", "kSecAttrApplicationTag"]),
      (["labl": true], ["K703", "labl must be text or data, got a Boolean"]),
      (["svce": [1]], ["K703", "svce", "got an object"]),
      (["svce": object], ["K703", "svce"]), (["invi": Date()], ["K703", "invi"]),
      (["cdat": "today"], ["K703", "cdat must be a date"]),
      (["data": "text"], ["K703", "kSecValueData must be data, got text"]),
      (["clip": 1], ["K703", "clip", "cannot be given in a dictionary"]),
      (["pdmn": "aky"], ["K703", "pdmn", "kSecAttrAccessible…"]),
      (["pdmn": 5], ["K703", "pdmn"]), (["sync": 2], ["K703", "sync"]),
      (["accc": "text"], ["K703", "SecAccessControl"]),
      (["class": kSecClassCertificate, "issr": "text"], ["K703", "issr must be data, got text"]),
      (["u_AuthUI": 5], ["K703", "kSecUseAuthenticationUI must be one of", "got a number"]),
      (["u_NoAuthUI": 5], ["K703", "kSecUseNoAuthenticationUI must be a Boolean, got a number"]),
      (["u_AuthCtx": "text"], ["K703", "an LAContext, got text"]),
      (["u_AuthCtx": object], ["K703", "an LAContext, got another object"]),
      (["v_Ref": "text"], ["K703", "kSecValueRef must be a SecKey"]),
      (["v_Ref": Date()], ["K703", "kSecValueRef", "got a date"]),
      (["u_CredRef": 5], ["K703", "u_CredRef"]), (["u_Tomb": Date()], ["K703", "u_Tomb"]),
      (["ref": Data([1, 2, 3])], ["K712"]), (["ref": "text"], ["K712"]),
      (["gena": Data(count: 2 << 20)], ["K703", "1048576", "kSecAttrGeneric"]),
    ]
  }

  /// Pairs that a search refuses.
  private static var searches: [Row] {
    [
      (["m_Policy": "text"], ["K703", "kSecMatchPolicy must be a SecPolicy, got text"]),
      (["m_ValidOnDate": "today"], ["K703", "kSecMatchValidOnDate must be a date"]),
      (["m_EmailAddressIfPresent": 5], ["K703", "kSecMatchEmailAddressIfPresent"]),
      (["m_TrustedOnly": 1], ["K703", "kSecMatchTrustedOnly must be a Boolean"]),
      (["m_HostOrSubdomainOfHost": 5], ["K703", "kSecMatchHostOrSubdomainOfHost"]),
      (["m_ItemList": object], ["K703", "kSecMatchItemList"]),
      (["m_ItemList": [object]], ["K703", "kSecMatchItemList"]),
      (["m_HostOrSubdomainOfHost": "a.org"], ["K716", "kSecMatchHostOrSubdomainOfHost"]),
      (["m_Issuers": [Data([0x30, 0])]], ["K716", "kSecMatchIssuers"]),
      (["u_ItemList": [] as NSArray], ["K704", "kSecUseItemList"]),
      (["u_ItemList": [Date()]], ["K704", "kSecUseItemList"]),
      (["limit": true], ["K715"]), (["limit": "1"], ["K715"]), (["limit": 1.9], ["K715"]),
      (["limit": -7], ["K715"]), (["r_Data": 1], ["K703", "kSecReturnData must be a Boolean"]),
      (["r_Ref": "yes"], ["K703", "kSecReturnRef"]),
      (["m_SearchList": [object]], ["K703", "kSecMatchSearchList"]),
      (["u_Keychain": 1], ["K703", "kSecUseKeychain"]),
      (["agrp": 5], ["K703", "agrp must be text"]),
    ]
  }

  /// Pairs that an add refuses.
  private static var adds: [Row] {
    [
      (["class": kSecClassIdentity], ["K702", "idnt", "kSecValueRef"]),
      (["tkid": "com.apple.setoken", "class": kSecClassKey], ["K716", "SecKeyCreateRandomKey"]),
      (["limit": 1], ["K705"]), (["u_ItemList": [] as NSArray], ["K705"]),
      (["ui": kSecUseAuthenticationUISkip], ["K718"]),
      (["agrp": Data("g1".utf8)], ["K703", "agrp"]),
      (["sync": true, "tkid": "x", "class": kSecClassKey], ["K710", "kSecAttrTokenID"]),
      (["sync": true, "ggrp": "x"], ["K710", "ggrp"]), (["ggrp": "x"], ["K412", "ggrp"]),
      (["pdmn": "f"], ["K703", "pdmn"]), (["data": Data(count: 65 << 20)], ["K815", "67108864"]),
      (
        ["class": kSecClassCertificate, "data": Data("junk".utf8), "r_Ref": true],
        ["K721", "kSecReturnRef"]
      ),
    ]
  }

  /// Changes that an update refuses.
  private static var changes: [Row] {
    [
      (["class": kSecClassKey], ["K708"]), (["r_Data": true], ["K708"]), (["q_Foo": 1], ["K708"]),
      (["labl": true], ["K703", "labl"]), (["acnt": "ann"], ["K701", "\"acnt\""]),
      (["data": 5], ["K703", "kSecValueData"]), (["accc": "text"], ["K703", "SecAccessControl"]),
      (["ggrp": "x"], ["K708", "ggrp"]), (["agrp": 5], ["K703", "agrp"]),
      (["v_Ref": "text"], ["K703", "kSecValueRef"]), (["svce": object], ["K703", "svce"]),
      (["sysb": 1], ["K412", "sysb"]), (["pdmn": "aky"], ["K703", "pdmn"]),
    ]
  }

  private func check(_ call: KeychainCall, _ words: [String], _ stage: Stage) {
    let found = stage.explain(call)
    #expect(found.status != 0, "\(words)")
    // The report of a running program must be equal.
    let (_, live) = stage.phone.run { recordingKeychainCalls { Stage.perform(call) } }
    let kept = stage.phone.run {
      _ = Stage.perform(call)
      return lastFailure()
    }
    for findings in [found.findings, live.first?.findings ?? [], kept?.findings ?? []] {
      #expect(findings.contains { $0.severity == .error }, "\(words)")
    }
    let first = found.findings.first
    let text = "\(first?.code.rawValue ?? "") \(first?.text ?? "") \(first?.fix ?? "")"
    #expect(first?.severity == .error, "\(words) \(found.text)")
    for word in words { #expect(text.contains(word), "\(word)\n\(text)") }
  }

  @Test("of searches, updates, deletes and adds")
  func queries() {
    let stage = Stage()
    stage.add(["svce": "a"])
    let label = [kSecAttrLabel: "L"] as NSDictionary
    for (pairs, words) in Self.everywhere {
      check(stage.search(pairs), words, stage)
      guard !words.contains("kSecValueData must be data, got text") else { continue }
      check(.update(Stage.password(pairs), setting: label), words, stage)
      check(.delete(Stage.password(pairs)), words, stage)
      check(stage.adding(pairs), words, stage)
    }
    for (pairs, words) in Self.searches { check(stage.search(pairs), words, stage) }
    for (pairs, words) in Self.adds { check(stage.adding(pairs), words, stage) }
  }

  @Test("of changes")
  func updates() {
    let stage = Stage()
    stage.add(["svce": "a"])
    for (pairs, words) in Self.changes {
      let changes = NSMutableDictionary()
      for (key, value) in pairs { changes[Stage.names[key] ?? key] = value }
      check(.update(Stage.password(["svce": "a"]), setting: changes), words, stage)
    }
  }
}
