// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes
import Security
import Testing

/// Tests of the tables of updates on a real store (Specification/secitem.md, "Changes side of
/// SecItemUpdate" to "Changing protection").
@Suite("Updates on a store")
struct UpdateTableTests {
  private func change(
    _ profile: TemporaryKeychain.Profile, _ changes: [String: Any],
    _ check: (Bench, OSStatus, [String: Any]) throws -> Void
  ) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      bench.add(["labl": "old", "v_Data": Data([1])])
      bench.clock.advance(by: 60)
      let status = Calls.update(["class": "genp", "svce": "a"], changes)
      let found = try #require(bench.attributes(["acct": changes["acct"] ?? "b", "sync": "syna"]))
      try check(bench, status, found)
    }
  }

  @Test("6.2: an attribute and the secret are replaced", arguments: TableTests.profiles)
  func replace(_ profile: TemporaryKeychain.Profile) throws {
    try change(profile, ["labl": "new", "v_Data": Data([2]), "acct": ""]) { bench, status, found in
      #expect(status == errSecSuccess)
      #expect(found["labl"] as? String == "new")
      #expect(found["acct"] as? String == "")
      #expect(bench.secret() == Data([2]))
    }
  }

  @Test("6.2: what has no lasting effect", arguments: TableTests.profiles)
  func withoutEffect(_ profile: TemporaryKeychain.Profile) throws {
    let long = Date(timeIntervalSinceReferenceDate: 5)
    let changes: [String: Any] = [
      "musr": Data(count: 16), "nleg": true, "sync": "syna", "mdat": long,
      "sha1": Data(count: 20),
    ]
    try change(profile, changes) { bench, status, found in
      #expect(status == errSecSuccess)
      #expect(found["musr"] as? Data == Data())
      #expect(found["sync"] as? Int == 0)
      #expect(found["mdat"] as? Date == bench.clock.now)
      #expect(found["sha1"] as? Data != Data(count: 20))
    }
  }

  @Test("6.2: the date of creation can be set", arguments: TableTests.profiles)
  func creationDate(_ profile: TemporaryKeychain.Profile) throws {
    let long = Date(timeIntervalSinceReferenceDate: 5)
    try change(profile, ["cdat": long]) { _, status, found in
      #expect(status == errSecSuccess)
      #expect(found["cdat"] as? Date == long)
    }
  }

  @Test(
    "6.2: what is refused changes nothing",
    arguments: [
      ("class", errSecNoSuchAttr), ("r_Data", errSecNoSuchAttr), ("m_Limit", errSecNoSuchAttr),
      ("u_AuthUI", errSecNoSuchAttr), ("v_PersistentRef", errSecNoSuchAttr),
      ("v_Ref", errSecParam), ("ggrp", errSecParam), ("clip", errSecParam),
      ("srvr", errSecNoSuchAttr), ("agrp", errSecMissingEntitlement),
      ("sysb", errSecMissingEntitlement), ("labl", errSecParam), ("v_Data", errSecParam),
      ("u_AuthCtx", errSecParam), ("dspk", errSecNoSuchAttr),
    ], TableTests.profiles)
  func refused(_ row: (String, OSStatus), _ profile: TemporaryKeychain.Profile) throws {
    let value: Any =
      switch row.0 {
      case "labl", "v_Data": NSNull()
      case "sysb": 1
      default: "X"
      }
    try change(profile, [row.0: value]) { bench, status, found in
      #expect(status == row.1, "\(row.0)")
      #expect(found["labl"] as? String == "old")
      #expect(bench.secret() == Data([1]))
      #expect(found["mdat"] as? Date != bench.clock.now)
    }
  }

  @Test("6.4: protections and access controls", arguments: TableTests.profiles)
  func protection(_ profile: TemporaryKeychain.Profile) throws {
    try change(profile, ["pdmn": "cku"]) { bench, status, found in
      #expect(status == errSecSuccess)
      #expect(found["pdmn"] as? String == "cku")
      let query: [String: Any] = ["class": "genp", "svce": "a"]
      let control = try #require(
        Calls.accessControl("dk", []))
      let both: [String: Any] = ["pdmn": "dk", "accc": control]
      #expect(Calls.update(query, both) == errSecParam)
      #expect(Calls.update(query, ["accc": control]) == errSecSuccess)
      #expect(bench.attributes([:])?["pdmn"] as? String == "dk")
      #expect(bench.attributes([:])?["accc"] as? SecAccessControl == control)
      #expect(Calls.update(query, ["pdmn": "f"]) == errSecParam)
      #expect(Calls.update(query, ["pdmn": "ak"]) == errSecSuccess)
      let left = bench.attributes([:])?["accc"] as? SecAccessControl
      #expect(left?.value.hasEntries == false)
    }
  }

  @Test("6.3: synchronizable and back leaves a tombstone", arguments: TableTests.profiles)
  func synchronizable(_ profile: TemporaryKeychain.Profile) throws {
    try change(profile, ["sync": true]) { bench, status, found in
      #expect(status == errSecSuccess)
      #expect(found["sync"] as? Int == 1)
      #expect(bench.count(["tomb": 1, "sync": "syna"]) == 0)
      let back = Calls.update(["class": "genp", "sync": true], ["sync": false])
      #expect(back == errSecSuccess)
      #expect(bench.count(["tomb": 1, "sync": true]) == 1)
      #expect(bench.secret() == Data([1]))
    }
  }

  @Test("6.3: a collision of synchronizable and local is seen", arguments: TableTests.profiles)
  func collision(_ profile: TemporaryKeychain.Profile) throws {
    let bench = try Bench(profile)
    bench.keychain.run {
      bench.add()
      bench.add(["sync": true])
      #expect(
        Calls.update(["class": "genp", "sync": true], ["sync": false]) == errSecDuplicateItem)
      #expect(bench.count(["sync": "syna"]) == 2)
    }
  }
}
