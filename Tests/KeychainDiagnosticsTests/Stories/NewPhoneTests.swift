// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Story 11: a new phone from an encrypted backup (Specification/diagnostics.md, "Stories on the
/// simulated device").
@Suite("story 11: a new phone")
struct NewPhoneTests {
  @Test("what may not leave its device is gone, the rest is there")
  func restored() throws {
    let old = Stage()
    old.add([
      "svce": "bank", "acct": "ann", "pdmn": kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
    ])
    old.add([
      "svce": "vault", "acct": "ann", "pdmn": kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ])
    old.add(["svce": "mail", "acct": "ann", "data": Data("token".utf8)])
    let backup = try old.phone.backup(encrypted: true)
    let new = Stage(seed: 11)
    try new.phone.restore(backup)
    #expect(new.secret(["svce": "mail", "acct": "ann"]) == "token")
    let bank = new.explain(new.search(["svce": "bank", "acct": "ann"]))
    #expect((bank.status, bank.telling.first) == (errSecItemNotFound, "K507"))
    #expect(bank.findings.first?.text.contains("2 ThisDeviceOnly items could") == true)

    // The wrong way: the app takes the missing item for a user without an account, and wipes all.
    let wiped = new.record {
      new.perform(.delete(Stage.password(["acct": "ann"])), errSecSuccess)
    }
    #expect(wiped.first?.telling.contains("K801") == true || new.count(["svce": "mail"]) == 0)
    #expect(new.count(["acct": "ann"]) == 0)

    // The right way: sign in again for the bank alone, with a protection that migrates.
    try new.phone.restore(backup)
    new.add(["svce": "bank", "acct": "ann", "pdmn": kSecAttrAccessibleWhenUnlocked])
    #expect(new.count(["acct": "ann"]) == 2)
    let next = Stage(seed: 12)
    try next.phone.restore(try new.phone.backup(encrypted: true))
    #expect(next.count(["acct": "ann"]) == 2)
  }
}
