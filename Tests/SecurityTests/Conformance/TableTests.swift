// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests that run tables of the specification through the public functions, on a real store.
@Suite("Tables on a store")
struct TableTests {
  static let profiles: [TemporaryKeychain.Profile] = [.dataProtection, .ios, .quirks]

  @Test("3.4: what an attribute makes of a value", arguments: CoercionRow.rows, profiles)
  func coercion(_ row: CoercionRow, _ profile: TemporaryKeychain.Profile) throws {
    let bench = try Bench(profile)
    let place = SourceLocation(
      fileID: "SecurityTests/CoercionTable.swift", filePath: "CoercionTable.swift",
      line: row.line, column: 1)
    try bench.keychain.run {
      let pairs: [String: Any] = ["class": row.itemClass, row.attribute: unsafe row.given]
      let status = Calls.add(pairs)
      guard let stored = unsafe row.stored else {
        #expect(status == errSecParam, sourceLocation: place)
        // Queries read values the same way.
        #expect(Calls.find(pairs) == errSecParam, sourceLocation: place)
        return
      }
      #expect(status == errSecSuccess, sourceLocation: place)
      let found = try #require(
        bench.attributes(["class": row.itemClass]), sourceLocation: place)
      let value = try #require(found[row.attribute] as AnyObject?, sourceLocation: place)
      #expect(CFEqual(value, stored), "\(value)", sourceLocation: place)
      // The given value also finds the item.
      #expect(Calls.find(pairs) == errSecSuccess, sourceLocation: place)
    }
  }

  @Test("3.4: numbers and data of the same bytes meet in attributes that take both")
  func sameBytes() throws {
    let bench = try Bench(.dataProtection)
    bench.keychain.run {
      bench.add(["acct": 5])
      #expect(Calls.find(["class": "genp", "acct": Data([5, 0, 0, 0])]) == errSecSuccess)
      #expect(Calls.find(["class": "genp", "acct": "5"]) == errSecItemNotFound)
      #expect(Calls.add(bench.item(["acct": Data([5, 0, 0, 0])])) == errSecDuplicateItem)
    }
  }

  @Test("4.2: nothing, something, and a foreign group", arguments: profiles)
  func statuses(_ profile: TemporaryKeychain.Profile) throws {
    let bench = try Bench(profile)
    bench.keychain.run {
      #expect(Calls.find(["class": "genp"]) == errSecItemNotFound)
      bench.add()
      #expect(Calls.find(["class": "genp"]) == errSecSuccess)
      #expect(Calls.find(["class": "genp", "acct": "other"]) == errSecItemNotFound)
    }
    bench.keychain.run(as: .withGroups(exactly: ["X"])) {
      #expect(Calls.find(["class": "genp"]) == errSecItemNotFound)
    }
  }

  @Test("4.1: matches come in the order of insertion", arguments: profiles)
  func order(_ profile: TemporaryKeychain.Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      for account in ["c", "a", "b"] { bench.add(["acct": account]) }
      #expect(Calls.update(["class": "genp", "acct": "c"], ["labl": "x"]) == errSecSuccess)
      let query: [String: Any] = [
        "class": "genp", "m_Limit": "m_LimitAll", "r_Attributes": true,
      ]
      let found = try #require(Calls.copy(query).result as? [[String: Any]])
      #expect(found.map { $0["acct"] as? String } == ["c", "a", "b"])
    }
  }

  @Test("4.4: what was returned finds the item again", arguments: profiles)
  func feedingBack(_ profile: TemporaryKeychain.Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      bench.add(["labl": "l", "crtr": 5, "gena": Data([1])])
      var found = try #require(bench.attributes([:]))
      found["class"] = "genp"
      #expect(Calls.find(found) == errSecSuccess)
    }
  }

  @Test("5.6: a live item is in the way, a tombstone is not", arguments: profiles)
  func collision(_ profile: TemporaryKeychain.Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let reference = try bench.addReferenced(["sync": true])
      #expect(Calls.add(bench.item(["sync": true])) == errSecDuplicateItem)
      bench.clock.advance(by: -100)
      #expect(Calls.delete(["class": "genp", "sync": true]) == errSecSuccess)
      #expect(try bench.addReferenced(["sync": true]) == reference)
    }
  }

  @Test("5.6: a constrained item is in the way, without a question", arguments: profiles)
  func constrainedCollision(_ profile: TemporaryKeychain.Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let control = try #require(
        Calls.accessControl("ak", .userPresence))
      FixedAuthenticator.run { bench.add(["accc": control]) }
      #expect(Calls.add(bench.item()) == errSecDuplicateItem)
    }
  }

  @Test("5.8: a protection that needs a passcode, without one", arguments: profiles)
  func passcode(_ profile: TemporaryKeychain.Profile) throws {
    let bench = try Bench(profile)
    bench.keychain.run {
      #expect(Calls.add(bench.item(["pdmn": "akpu"])) == errSecNotAvailable)
      bench.add()
      #expect(Calls.update(["class": "genp"], ["pdmn": "akpu"]) == errSecNotAvailable)
      #expect(bench.attributes([:])?["pdmn"] as? String == "ak")
    }
  }
}
