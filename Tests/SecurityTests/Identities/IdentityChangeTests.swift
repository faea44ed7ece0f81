// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of adding, changing and deleting by identity (Specification/secitem.md, "Adding an
/// identity", "Query side of SecItemUpdate", "Identities and refs").
@Suite("Identities are added, changed and deleted by their halves")
struct IdentityChangeTests {
  typealias Profile = TemporaryKeychain.Profile
  static let profiles: [Profile] = [.dataProtection, .ios, .quirks]

  private func isThere(_ objects: [AnyObject]) -> [Bool] {
    objects.map { Calls.find(["v_Ref": $0]) == errSecSuccess }
  }

  @Test("5.5: what is there decides the status and the reference", arguments: profiles)
  func adding(_ profile: Profile) throws {
    let rows: [(certificate: Bool, key: Bool, status: OSStatus, hasReference: Bool)] = [
      (false, false, errSecSuccess, true), (false, true, errSecSuccess, true),
      (true, false, errSecSuccess, false), (true, true, errSecDuplicateItem, false),
    ]
    for row in rows {
      let bench = try Bench(profile)
      try bench.keychain.run {
        let made = try MadeIdentity()
        if row.certificate { #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess) }
        if row.key { #expect(Calls.add(["v_Ref": made.key]) == errSecSuccess) }
        let added = Calls.adding([
          "class": "idnt", "v_Ref": made.object, "labl": "both", "r_PersistentRef": true,
          "r_Data": true,
        ])
        #expect(added.status == row.status, "\(row)")
        let found = Calls.copy(["class": "idnt", "r_PersistentRef": true]).result as? Data
        if row.hasReference {
          #expect(added.result as? Data == found && found?.count == 20)
        } else {
          let isNil = profile == .dataProtection && row.status != errSecSuccess
          #expect(added.result as? NSString == (isNil ? nil : Calls.untouched), "\(row)")
        }
        let both = ["cert", "keys"].map { Calls.find(["class": $0, "labl": "both"]) == 0 }
        #expect(both == [!row.certificate, !row.key])
        #expect(isThere([made.certificate, made.key]) == [true, true])
      }
    }
  }

  @Test("5.5: without a label only the certificate gets one; an attribute of one class is none")
  func refused() throws {
    let bench = try Bench(.dataProtection)
    try bench.keychain.run {
      let made = try MadeIdentity { $0.subject = "subject" }
      for name in ["atag", "skid", "issr"] {
        let pairs: [String: Any] = ["v_Ref": made.object, name: Data([1])]
        #expect(Calls.add(pairs) == errSecNoSuchAttr, "\(name)")
        #expect(isThere([made.certificate, made.key]) == [false, false], "\(name)")
      }
      #expect(Calls.add(["v_Ref": made.object, "agrp": "X"]) == errSecMissingEntitlement)
      #expect(Calls.add(["v_Ref": made.object, "class": "genp"]) == errSecNoSuchAttr)
      #expect(Calls.add(["class": "idnt"]) == errSecParam)
      #expect(Calls.add(["class": "idnt", "v_Ref": made.key]) == errSecParam)
      #expect(Calls.add(["v_Ref": made.object, "r_PersistentRef": 1]) == errSecParam)
      #expect(Calls.find(["class": "cert"]) == errSecItemNotFound)
      #expect(Calls.add(["v_Ref": made.object]) == errSecSuccess)
      func label(_ name: String) -> Any? {
        (Calls.copy(["class": name, "r_Attributes": true]).result as? [String: Any])?["labl"]
      }
      #expect(label("cert") as? String == "subject" && label("keys") == nil)
    }
  }

  @Test(
    "7.4: by object or reference goes the certificate, and the key nobody needs",
    arguments: profiles, [false, true])
  func deleting(_ profile: Profile, byReference: Bool) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let first = try MadeIdentity()
      let second = try MadeIdentity(for: first.key) { $0.serial = 2 }
      let synced = try MadeIdentity(for: first.key) { $0.serial = 3 }
      let other = try MadeIdentity { $0.serial = 4 }
      other.add()
      func named(_ made: MadeIdentity) throws -> [String: Any] {
        guard byReference else { return ["v_Ref": made.object] }
        let query: [String: Any] = ["v_Ref": made.object, "r_PersistentRef": true]
        return ["v_PersistentRef": try #require(Calls.copy(query).result as? Data)]
      }
      #expect(Calls.add(["v_Ref": first.object]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": second.object, "agrp": "G1"]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": synced.certificate, "sync": true]) == errSecSuccess)
      let query = try named(first)
      #expect(Calls.delete(query) == errSecSuccess)
      #expect(isThere([first.certificate, second.certificate, first.key]) == [false, true, true])
      // The certificate is gone. The key stays because another certificate needs it.
      #expect(Calls.delete(query) == errSecItemNotFound)
      #expect(isThere([second.certificate, first.key]) == [true, true])
      // A synchronizable certificate does not keep the key.
      #expect(Calls.delete(try named(second)) == errSecSuccess)
      #expect(isThere([second.certificate, first.key]) == [false, false])
      #expect(Calls.find(["v_Ref": synced.certificate, "sync": true]) == errSecSuccess)
      #expect(isThere([other.certificate, other.key]) == [true, true])
      if !byReference {
        // A lone key is deleted although its certificate is missing.
        #expect(Calls.add(["v_Ref": first.key]) == errSecSuccess)
        #expect(Calls.delete(["v_Ref": first.object]) == errSecSuccess)
        #expect(isThere([first.key]) == [false])
      }
    }
  }

  @Test("7.4: by class go all certificates, then all keys that match", arguments: profiles)
  func deletingClass(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let first = try MadeIdentity()
      let second = try MadeIdentity { $0.serial = 2 }
      #expect(Calls.delete(["class": "idnt"]) == errSecItemNotFound)
      #expect(Calls.add(["v_Ref": first.certificate, "labl": "a"]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": second.key, "labl": "a"]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": first.key, "labl": "b"]) == errSecSuccess)
      #expect(Calls.delete(["class": "idnt", "slnr": Data([1])]) == errSecNoSuchAttr)
      #expect(Calls.delete(["class": "idnt", "labl": "b"]) == errSecItemNotFound)
      #expect(isThere([first.certificate, first.key, second.key]) == [true, true, true])
      #expect(Calls.delete(["class": "idnt", "labl": "a"]) == errSecSuccess)
      #expect(isThere([first.certificate, first.key, second.key]) == [false, true, false])
      let limited: [String: Any] = ["class": "idnt", "m_Limit": "m_LimitOne"]
      second.add()
      #expect(Calls.delete(limited) == (bench.isMac ? errSecSuccess : errSecParam))
    }
  }

  @Test("6.1: changes go to the certificates, then to the keys", arguments: profiles)
  func updating(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let first = try MadeIdentity()
      let second = try MadeIdentity { $0.serial = 2 }
      first.add()
      second.add()
      /// Returns how many certificates and how many keys have this label.
      func counts(_ label: String) -> [Int] {
        ["cert", "keys"].map { bench.count(["class": $0, "labl": label]) }
      }
      #expect(Calls.update(["v_Ref": first.object], ["labl": "one"]) == errSecSuccess)
      #expect(counts("one") == [1, 1])
      #expect(Calls.update(["class": "idnt"], ["labl": "all"]) == errSecSuccess)
      #expect(counts("all") == [2, 2])
      let query: [String: Any] = ["v_Ref": first.object, "r_PersistentRef": true]
      let reference = try #require(Calls.copy(query).result as? Data)
      #expect(Calls.update(["v_PersistentRef": reference], ["labl": "two"]) == errSecSuccess)
      #expect(counts("two") == [1, 1])
      for name in ["atag", "skid"] {
        #expect(Calls.update(["class": "idnt"], [name: Data([1])]) == errSecNoSuchAttr, "\(name)")
      }
      #expect(Calls.find(["class": "cert", "skid": Data([1])]) == errSecItemNotFound)
      #expect(Calls.update(["class": "idnt"], ["v_Ref": first.object]) == errSecParam)
      #expect(Calls.delete(["v_Ref": first.certificate]) == errSecSuccess)
      #expect(Calls.update(["v_Ref": first.object], ["labl": "x"]) == errSecItemNotFound)
      #expect(counts("x") == [0, 0])
    }
  }
}
