// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests of Specification/diagnostics.md, "Conformance cases", that need the record of several
/// calls.
@Suite("diagnosis: patterns over time")
struct RecordCaseTests {
  @Test("case 5: the search before looked at local items only")
  func synchronizable() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b", "sync": true])
    stage.perform(stage.search(["svce": "a", "acct": "b"]), errSecItemNotFound)
    let found = stage.explain(stage.adding(["svce": "a", "acct": "b", "sync": true]))
    #expect(found.telling == ["K105"])
  }

  @Test("case 6: the search before looked in another group")
  func group() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    let search = stage.search(["svce": "a", "acct": "b", "agrp": Stage.group("g2")])
    stage.perform(search, errSecItemNotFound)
    let found = stage.explain(stage.adding(["svce": "a", "acct": "b"]))
    #expect(found.telling == ["K106"])
    #expect(found.besides.contains("K411"))
  }

  @Test("case 10: another program adds the item between search and add")
  func concurrent() {
    let stage = Stage()
    stage.perform(stage.search(["svce": "a", "acct": "b"]), errSecItemNotFound)
    let other = SimulatedDevice.App(
      "com.example.b", entitlements: .init(prefix: Stage.team, groups: [Stage.group("g1")]))
    stage.phone.install(other)
    stage.add(["svce": "a", "acct": "b"], as: other)
    let found = stage.explain(stage.adding(["svce": "a", "acct": "b"]))
    #expect(found.telling == ["K109"])
  }

  @Test("case 56: the query that found it last had a condition fewer")
  func queryChanged() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    let changed = stage.search(["svce": "a", "acct": "b", "labl": "L"])
    // No search has found the item yet.
    #expect(stage.explain(changed).telling == ["K204"])
    stage.perform(stage.search(["svce": "a", "acct": "b"]), errSecSuccess)
    let found = stage.explain(changed)
    #expect(found.status == errSecItemNotFound && found.telling == ["K505", "K204"])
    #expect(found.text.contains("without labl found an"))
    // A search that found another item is no evidence about this one.
    let other = stage.explain(stage.search(["svce": "a", "acct": "c", "labl": "L"]))
    #expect(!other.telling.contains("K505"))
  }

  @Test("case 14: the add before was refused")
  func failedAdd() throws {
    let stage = Stage()
    stage.phone.lock()
    stage.perform(stage.adding(["svce": "a"]), errSecInteractionNotAllowed)
    #expect(try stage.phone.unlock(passcode: "1234"))
    #expect(stage.explain(stage.search(["svce": "a"])).telling == ["K202", "K201"])
  }

  @Test("case 26: the item of a reference was deleted and added again")
  func reference() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    let reference = try #require(stage.reference(["svce": "a", "acct": "b"]))
    let calls = stage.record {
      stage.perform(.delete(Stage.password(["svce": "a", "acct": "b"])), errSecSuccess)
      stage.perform(stage.adding(["svce": "a", "acct": "b"]), errSecSuccess)
    }
    #expect(calls.map(\.telling) == [[], ["K803"]])
    let query = [kSecValuePersistentRef: reference] as NSDictionary
    let found = stage.explain(.copyMatching(query))
    #expect(found.telling == ["K213"])
    #expect(found.text.contains("added again with a new reference"))
  }

  @Test("case 37: delete and add because of -25308")
  func trap() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    stage.phone.lock()
    let calls = stage.record {
      stage.perform(stage.search(["svce": "a", "acct": "b"]), errSecInteractionNotAllowed)
      stage.perform(.delete(Stage.password(["svce": "a", "acct": "b"])), errSecSuccess)
      stage.perform(
        stage.adding(["svce": "a", "acct": "b", "pdmn": kSecAttrAccessibleAfterFirstUnlock]),
        errSecSuccess)
    }
    #expect(calls.map(\.telling) == [["K301", "K310"], ["K802"], ["K811"]])
  }

  @Test("case 58: one delete removed five items")
  func deletedEarlier() {
    let stage = Stage()
    for account in ["b", "c", "d", "e", "f"] { stage.add(["svce": "a", "acct": account]) }
    let calls = stage.record {
      stage.perform(.delete(Stage.password([:])), errSecSuccess)
    }
    #expect(calls.map(\.telling) == [["K801"]])
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(found.telling == ["K217"])
    #expect(found.text.contains("removed 5 items"))
  }

  @Test("case 71: the dictionary of the search is used for the add")
  func reused() {
    let stage = Stage()
    let pairs: [NSString: Any] = ["svce": "a", "acct": "b", "r_Data": true]
    let calls = stage.record {
      stage.perform(stage.search(pairs), errSecItemNotFound)
      stage.perform(stage.adding(pairs), errSecSuccess)
    }
    #expect(calls.last?.telling == ["K805", "K806"])
  }

  @Test("case 94: the same failure again and again")
  func repeated() {
    let stage = Stage()
    stage.add(["svce": "a"])
    stage.phone.lock()
    let calls = stage.record {
      for _ in 0..<6 {
        stage.perform(stage.search(["svce": "a"]), errSecInteractionNotAllowed)
      }
    }
    #expect(calls.count == 6)
    #expect(calls[4].telling == ["K301", "K310"])
    #expect(calls[5].telling == ["K301", "K310", "K812"])
  }

  @Test("the newest failure is explained, by its shape where nobody listened")
  func lastFailure() throws {
    let stage = Stage()
    #expect(stage.phone.run { KeychainDiagnostics.lastFailure() } == nil)
    stage.add(["svce": "a", "acct": "b"])
    stage.perform(stage.search(["svce": "a", "acct": "B"]), errSecItemNotFound)
    let shape = try #require(stage.phone.run { KeychainDiagnostics.lastFailure() })
    #expect(shape.status == errSecItemNotFound)
    #expect(shape.contains(.stateChangedSince))
    _ = stage.record {
      stage.perform(stage.search(["svce": "a", "acct": "B"]), errSecItemNotFound)
    }
    let whole = try #require(stage.phone.run { KeychainDiagnostics.lastFailure() })
    #expect(whole.telling == ["K205"])
  }
}

extension Stage {
  /// Makes a call and checks that it answers this status.
  func perform(
    _ call: KeychainCall, _ expected: OSStatus,
    at location: Testing.SourceLocation = #_sourceLocation
  ) {
    let status = phone.run { Self.perform(call) }
    #expect(status == expected, sourceLocation: location)
  }

  /// Returns the records of the calls that the body makes.
  func record(_ body: () -> Void) -> [CallRecord] { recordingKeychainCalls(body).1 }

  /// Returns the persistent reference of an item.
  func reference(_ pairs: [NSString: Any]) -> Data? {
    var pairs = pairs
    pairs[kSecReturnPersistentRef] = true
    let query = Self.password(pairs)
    var result: CFTypeRef?
    let status = phone.run { unsafe SecItemCopyMatching(query, &result) }
    return status == errSecSuccess ? result as? Data : nil
  }
}

extension CallRecord {
  /// The codes of severity warning and worse.
  var telling: [String] {
    findings.filter { $0.severity != .info }.map(\.code.rawValue)
  }
}
