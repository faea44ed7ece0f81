// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Story 2: a push handler migrates the protection of a token while the phone is locked
/// (Specification/diagnostics.md, "Stories on the simulated device").
@Suite("story 2: migration while locked")
struct MigrationWhileLockedTests {
  private let token: [NSString: Any] = ["svce": "mail-token", "acct": "ann"]

  private var whileLocked: [NSString: Any] {
    token.merging(["pdmn": kSecAttrAccessibleAfterFirstUnlock]) { $1 }
  }

  @Test("after a reboot the token is gone and nothing takes its place")
  func reboot() throws {
    let stage = Stage()
    stage.add(token)
    stage.phone.reboot()
    let calls = stage.record {
      stage.perform(stage.search(token), errSecInteractionNotAllowed)
      stage.perform(.delete(Stage.password(token)), errSecSuccess)
      stage.perform(stage.adding(whileLocked), errSecInteractionNotAllowed)
    }
    #expect(calls.flatMap(\.telling).contains("K802"))
    #expect(calls.first?.telling.contains("K310") == true)
    #expect(try stage.phone.unlock(passcode: "1234"))
    // The token is lost.
    stage.perform(stage.search(token), errSecItemNotFound)
  }

  @Test("while merely locked the add succeeds, and the old secret was never read")
  func locked() throws {
    let stage = Stage()
    stage.add(token.merging(["data": Data("old".utf8)]) { $1 })
    stage.phone.lock()
    let calls = stage.record {
      stage.perform(stage.search(token), errSecInteractionNotAllowed)
      stage.perform(.delete(Stage.password(token)), errSecSuccess)
      stage.perform(stage.adding(whileLocked), errSecSuccess)
    }
    #expect(calls.map(\.telling) == [["K301", "K310"], ["K802"], ["K811"]])
    #expect(stage.secret(token) == "secret")
  }

  @Test("changed in place, in the foreground, nothing is lost")
  func right() throws {
    let stage = Stage()
    stage.add(token.merging(["data": Data("old".utf8)]) { $1 })
    stage.phone.lock()
    let change = Stage.password(["pdmn": kSecAttrAccessibleAfterFirstUnlock])
    let changes = NSMutableDictionary(dictionary: change as? [NSString: Any] ?? [:])
    changes.removeObject(forKey: kSecClass)
    let migrate = KeychainCall.update(Stage.password(token), setting: changes)
    // While the phone is locked, the update is refused as a whole and changes nothing.
    stage.perform(migrate, errSecInteractionNotAllowed)
    #expect(try stage.phone.unlock(passcode: "1234"))
    stage.perform(migrate, errSecSuccess)
    stage.phone.lock()
    #expect(stage.secret(token) == "old")
  }
}

extension Stage {
  /// Returns the secret of an item, or nil if the search is refused.
  func secret(_ pairs: [NSString: Any]) -> String? {
    var pairs = pairs
    pairs["r_Data"] = true
    let query = Self.password(pairs)
    var result: CFTypeRef?
    let status = phone.run { unsafe SecItemCopyMatching(query, &result) }
    guard status == errSecSuccess, let data = result as? Data else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the number of items that a query matches.
  func count(_ pairs: [NSString: Any]) -> Int {
    var pairs = pairs
    pairs["limit"] = kSecMatchLimitAll
    pairs[kSecReturnPersistentRef] = true
    let query = Self.password(pairs)
    var result: CFTypeRef?
    let status = phone.run { unsafe SecItemCopyMatching(query, &result) }
    return status == errSecSuccess ? (result as? [Any])?.count ?? 1 : 0
  }
}
