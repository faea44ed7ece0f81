// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes
import Security
import Testing

/// Tests of `KeychainTesting` as its users see it: the four calls on a keychain of the test's own.
@Suite("Temporary keychain", .serialized)
struct TemporaryKeychainTests {
  private static func item(_ account: String, _ secret: String = "secret") -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "service",
      kSecAttrAccount as String: account, kSecValueData as String: Data(secret.utf8),
    ]
  }

  private static func query(_ account: String) -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account,
      kSecReturnData as String: true,
    ]
  }

  private static func secret(_ account: String) -> String? {
    (Calls.copy(query(account)).result as? Data).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("a call within run goes to the keychain, synchronous and asynchronous")
  func run() async throws {
    let keychain = try TemporaryKeychain()
    keychain.run { #expect(Calls.add(Self.item("a", "one")) == errSecSuccess) }
    await keychain.run {
      await Task.yield()
      #expect(Self.secret("a") == "one")
      await withTaskGroup(of: String?.self) { group in
        group.addTask { Self.secret("a") }
        for await found in group { #expect(found == "one") }
      }
    }
    let value = try keychain.run { try #require(Self.secret("a")) }
    #expect(value == "one")
  }

  @Test("two keychains have nothing in common, one within the other")
  func apart() throws {
    let outer = try TemporaryKeychain(), inner = try TemporaryKeychain()
    outer.run {
      #expect(Calls.add(Self.item("a", "outer")) == errSecSuccess)
      inner.run {
        #expect(Calls.find(Self.query("a")) == errSecItemNotFound)
        #expect(Calls.add(Self.item("a", "inner")) == errSecSuccess)
      }
      #expect(Self.secret("a") == "outer")
    }
    #expect(inner.run { Self.secret("a") } == "inner")
  }

  @Test("programs have their groups")
  func applications() throws {
    let first = TemporaryKeychain.Application("org.example.first", groups: ["shared"])
    let second = TemporaryKeychain.Application("org.example.second", groups: ["shared"])
    let keychain = try TemporaryKeychain(as: first)
    keychain.run { #expect(Calls.add(Self.item("common")) == errSecSuccess) }
    keychain.run {
      var own = Self.item("own")
      own[kSecAttrAccessGroup as String] = "org.example.first"
      #expect(Calls.add(own) == errSecSuccess)
    }
    keychain.run(as: second) {
      #expect(Self.secret("common") == "secret")
      #expect(Calls.find(Self.query("own")) == errSecItemNotFound)
    }
    keychain.run(as: .unentitled) {
      #expect(Calls.add(Self.item("x")) == errSecMissingEntitlement)
      #expect(Calls.find(Self.query("common")) == errSecMissingEntitlement)
      #expect(Calls.delete(Self.query("common")) == errSecMissingEntitlement)
    }
    #expect(try keychain.items.map(\.accessGroup) == ["shared", "org.example.first"])
  }

  @Test("the profile decides the rules")
  func profiles() throws {
    var limited = Self.query("a")
    limited[kSecReturnData as String] = nil
    limited[kSecMatchLimit as String] = kSecMatchLimitOne
    for (profile, expected) in [
      (TemporaryKeychain.Profile.dataProtection, errSecSuccess), (.ios, errSecParam),
    ] {
      let keychain = try TemporaryKeychain(profile: profile)
      keychain.run {
        #expect(Calls.add(Self.item("a")) == errSecSuccess)
        #expect(Calls.delete(limited) == expected)
      }
    }
  }

  @Test("a clock that stands still until it is moved")
  func clock() throws {
    let clock = TestClock(Date(timeIntervalSinceReferenceDate: 1_000))
    let keychain = try TemporaryKeychain(clock: clock)
    var query = Self.query("a")
    query[kSecReturnData as String] = nil
    query[kSecReturnAttributes as String] = true
    func date(_ name: CFString) -> Date? {
      let found = keychain.run { Calls.copy(query).result as? [String: Any] }
      return found?[name as String] as? Date
    }
    keychain.run { _ = Calls.add(Self.item("a")) }
    #expect(date(kSecAttrCreationDate) == clock.now)
    clock.advance(by: 60)
    var changed = query
    changed[kSecReturnAttributes as String] = nil
    keychain.run {
      #expect(Calls.update(changed, [kSecAttrLabel as String: "x"]) == errSecSuccess)
    }
    #expect(date(kSecAttrModificationDate) == clock.now)
    #expect(date(kSecAttrCreationDate) == Date(timeIntervalSinceReferenceDate: 1_000))
  }

  @Test("a seed makes everything repeatable")
  func seed() throws {
    func reference(_ seed: UInt64?) throws -> Data {
      let keychain = try TemporaryKeychain(seed: seed)
      var item = Self.item("a")
      item[kSecReturnPersistentRef as String] = true
      return try #require(keychain.run { Calls.adding(item).result as? Data })
    }
    #expect(try reference(7) == reference(7))
    #expect(try reference(7) != reference(8))
    #expect(try reference(nil) != reference(nil))
  }

  @Test("the list of items shows no secret, and nothing remains when the keychain has gone")
  func itemsAndEnd() throws {
    var path = ""
    do {
      let keychain = try TemporaryKeychain()
      path = keychain.path
      keychain.run { _ = Calls.add(Self.item("a", "top-secret-value")) }
      #expect(FileManager.default.fileExists(atPath: path + "/store.db"))
      let items = try keychain.items
      #expect(items.map(\.service) == ["service"])
      #expect(items.first?.accessible == "ak" && items.first?.isReadable == true)
      var dumped = ""
      dump(items, to: &dumped)
      #expect(!dumped.contains("top-secret-value"))
      dump(keychain, to: &dumped)
      #expect(!dumped.contains("top-secret-value"))
    }
    #expect(!path.isEmpty && !FileManager.default.fileExists(atPath: path))
  }
}
