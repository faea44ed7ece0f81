// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of the join of certificates and keys (Specification/secitem.md, "Result shape by return
/// keys", "Identities", "Persistent references").
@Suite("Identities in queries")
struct IdentityQueryTests {
  typealias Profile = TemporaryKeychain.Profile
  static let profiles: [Profile] = [.dataProtection, .ios, .quirks]

  private func copy(_ query: [String: Any]) -> (status: OSStatus, result: AnyObject?) {
    Calls.copy(["class": "idnt"].merging(query) { $1 })
  }

  private func all(_ query: [String: Any] = [:]) -> [SecIdentity] {
    let asked: [String: Any] = ["r_Ref": true, "m_Limit": "m_LimitAll"]
    return copy(asked.merging(query) { $1 }).result as? [SecIdentity] ?? []
  }

  @Test("25: both halves make one, in any order", arguments: profiles)
  func formed(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      for isKeyFirst in [false, true] {
        let made = try MadeIdentity()
        let halves: [AnyObject] = [made.certificate, made.key]
        for half in isKeyFirst ? halves.reversed() : halves {
          #expect(all() == [])
          #expect(Calls.add(["v_Ref": half]) == errSecSuccess)
        }
        #expect(all() == [made.object])
        #expect(copy(["r_Ref": true]).result as? SecIdentity == made.object)
        #expect(CFGetTypeID(copy(["r_Ref": true]).result) == SecIdentityGetTypeID())
        // With another label the key no longer forms an identity.
        let query: [String: Any] = ["v_Ref": made.key]
        #expect(Calls.update(query, ["klbl": Data([1])]) == errSecSuccess)
        #expect(all() == [])
        #expect(Calls.delete(["class": "idnt"]) == errSecSuccess)
      }
    }
  }

  @Test("only private keys that say so make one", arguments: profiles)
  func privateKeys(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let made = try MadeIdentity()
      #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess)
      let half = try #require(SecKeyCopyPublicKey(made.key))
      #expect(Calls.add(["v_Ref": half]) == errSecSuccess)
      #expect(all() == [])
      let form = try #require(KeyCalls.form(made.key))
      let raw: [String: Any] = [
        "class": "keys", "kcls": "1", "klbl": made.label, "type": "73", "v_Data": form,
      ]
      #expect(Calls.add(raw) == errSecSuccess)
      #expect(copy(["r_Ref": true]).status == errSecItemNotFound)
      #expect(Calls.update(["class": "keys", "kcls": "1"], ["priv": 1]) == errSecSuccess)
      #expect(all() == [made.object])
    }
  }

  @Test("attributes of either half find it, each in its half", arguments: profiles)
  func attributes(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let made = try MadeIdentity { ($0.subject, $0.issuer, $0.serial) = ("s", "i", 7) }
      let other = try MadeIdentity()
      #expect(Calls.add(["v_Ref": made.certificate, "labl": "c", "skid": Data([5])]) == 0)
      #expect(Calls.add(["v_Ref": made.key, "labl": "k", "atag": Data([6])]) == 0)
      other.add()
      let issuer = MadeCertificate.content(ofName: "i")
      let found: [[String: Any]] = [
        ["labl": "c"], ["issr": issuer], ["issr": MadeCertificate.name("i")], ["slnr": Data([7])],
        ["skid": Data([5])], ["klbl": made.label], ["atag": Data([6])],
        ["atag": Data([6]), "labl": "c"], ["sign": true, "issr": issuer],
        ["slnr": Data([7]), "pdmn": "ak"],
      ]
      for query in found {
        #expect(all(query) == [made.object], "\(query)")
        #expect(copy(query).status == errSecSuccess)
      }
      let missing: [[String: Any]] = [
        ["labl": "k"], ["pdmn": "dk"], ["kcls": "0"], ["priv": 0],
        ["slnr": Data([7]), "atag": Data([5])],
        ["klbl": other.label, "issr": issuer], ["tkid": "com.apple.setoken"],
      ]
      for query in missing { #expect(copy(query).status == errSecItemNotFound, "\(query)") }
      #expect(copy(["acct": "a"]).status == errSecNoSuchAttr)
      let subject: [[String: Any]] = [
        ["subj": MadeCertificate.content(ofName: "s")], ["pkhh": made.label],
        ["ctyp": 3, "slnr": Data([7])], ["cenc": 3, "slnr": Data([7])],
      ]
      for query in subject {
        if bench.isStrict {
          #expect(all(query) == [made.object], "\(query)")
        } else {
          #expect(copy(query).status == errSecNotAvailable, "\(query)")
        }
      }
    }
  }

  @Test("results: data, dictionary, object and reference", arguments: profiles)
  func results(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let made = try MadeIdentity { $0.subject = "subject" }
      let added = Calls.adding(["v_Ref": made.certificate, "r_PersistentRef": true])
      let certificate = try #require(added.result as? Data)
      #expect(Calls.add(["v_Ref": made.key, "labl": "key", "atag": Data([1])]) == errSecSuccess)

      let form = try #require(KeyCalls.form(made.key))
      #expect(copy(["r_Data": true]).result as? Data == form)
      let many = copy(["r_Data": true, "m_Limit": 2]).result as? [Data]
      #expect(many == [form])
      #expect(copy([:]).result as? NSString == Calls.untouched)
      let empty = copy(["m_Limit": "m_LimitAll"]).result as? [AnyObject]
      #expect(empty?.count == 0)
      let reference = try #require(copy(["r_PersistentRef": true]).result as? Data)
      #expect(reference == Data("idnt".utf8) + certificate.dropFirst(4))

      let row = try #require(copy(["r_Attributes": true]).result as? [String: Any])
      #expect(row["labl"] as? String == "subject" && row["pdmn"] as? String == "dk")
      #expect(row["atag"] as? Data == Data([1]) && row["klbl"] as? Data == made.label)
      #expect(row["pkhh"] as? Data == made.label && row["ctyp"] as? Int == 3)
      let der = SecCertificateCopyData(made.certificate) as Data
      #expect(row["certdata"] as? Data == der)
      for name in ["class", "v_Data", "v_Ref", "certtkid", "tkid", "toid", "UUID"] {
        #expect(row[name] == nil, "\(name)")
      }
      let whole = try #require(
        copy(["r_Attributes": true, "r_Ref": true, "r_Data": true, "r_PersistentRef": true]).result
          as? [String: Any])
      #expect(whole["v_Ref"] as? SecIdentity == made.object)
      #expect(whole["class"] as? String == "idnt" && whole["v_Data"] as? Data == form)
      #expect(whole["v_PersistentRef"] as? Data == reference)
    }
  }

  @Test("one key with two certificates makes two, within limits", arguments: profiles)
  func shared(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let first = try MadeIdentity()
      let second = try MadeIdentity(for: first.key) { $0.serial = 2 }
      let third = try MadeIdentity { $0.serial = 3 }
      first.add()
      #expect(Calls.add(["v_Ref": second.certificate]) == errSecSuccess)
      third.add()
      #expect(all() == [first.object, second.object, third.object])
      for limit in 1...4 {
        let found = copy(["r_Ref": true, "m_Limit": limit]).result
        let array = limit == 1 ? [found].compactMap { $0 as? SecIdentity } : found as? [SecIdentity]
        #expect(array == Array(all().prefix(limit)), "\(limit)")
        let led = copy(["r_Ref": true, "m_Limit": limit, "labl": "leaf"]).result
        let ledArray = limit == 1 ? [led].compactMap { $0 as? SecIdentity } : led as? [SecIdentity]
        #expect(ledArray == Array(all().prefix(limit)), "\(limit)")
      }
      #expect(copy(["m_Limit": 0]).status == errSecItemNotFound)
    }
  }

  @Test("both halves are in the caller's groups, and in the one that is named", arguments: profiles)
  func groups(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let made = try MadeIdentity()
      #expect(Calls.add(["v_Ref": made.certificate, "agrp": "G1"]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": made.key, "agrp": "G2"]) == errSecSuccess)
      #expect(all() == [made.object])
      for group in ["G1", "G2"] {
        #expect(copy(["agrp": group]).status == errSecItemNotFound)
      }
      #expect(copy(["agrp": "X"]).status == errSecMissingEntitlement)
      let row = copy(["r_Attributes": true]).result as? [String: Any]
      #expect(row?["agrp"] as? String == "G1")
    }
    bench.keychain.run(as: .withGroups(exactly: ["G1"])) {
      #expect(copy([:]).status == errSecItemNotFound)
    }
  }

  @Test("sync is that of the key; a reference means either", arguments: profiles)
  func synchronizable(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let made = try MadeIdentity()
      #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": made.key, "sync": true]) == errSecSuccess)
      #expect(all() == [])
      #expect(all(["sync": true]) == [made.object] && all(["sync": "syna"]) == [made.object])
      let reference = try #require(copy(["sync": true, "r_PersistentRef": true]).result as? Data)
      #expect(
        Calls.copy(["v_PersistentRef": reference, "r_Ref": true]).result as? SecIdentity
          == made.object)
    }
  }

  @Test("its reference lives as long as both halves", arguments: profiles)
  func references(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let made = try MadeIdentity()
      made.add()
      let reference = try #require(copy(["r_PersistentRef": true]).result as? Data)
      let named: [String: Any] = ["v_PersistentRef": reference]
      #expect(Calls.find(named) == errSecSuccess)
      #expect(Calls.find(["class": "idnt", "v_PersistentRef": reference]) == errSecSuccess)
      #expect(Calls.find(["class": "cert", "v_PersistentRef": reference]) == errSecNoSuchClass)
      #expect(
        Calls.find(["v_PersistentRef": reference, "labl": "leaf"]) == errSecParam)
      #expect(Calls.update(["v_Ref": made.certificate], ["labl": "new"]) == errSecSuccess)
      #expect(Calls.find(named) == errSecSuccess)
      #expect(Calls.delete(["v_Ref": made.key]) == errSecSuccess)
      #expect(Calls.find(named) == errSecItemNotFound)
      #expect(Calls.find(["v_Ref": made.certificate]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": made.key]) == errSecSuccess)
      #expect(Calls.find(named) == errSecSuccess)
      #expect(Calls.delete(["v_Ref": made.certificate]) == errSecSuccess)
      #expect(Calls.find(named) == errSecItemNotFound)
      #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess)
      #expect(Calls.find(named) == errSecItemNotFound)
      #expect(Calls.find(["class": "idnt"]) == errSecSuccess)
    }
  }

  @Test("an object of it finds its halves: the key's status counts", arguments: profiles)
  func byObject(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let made = try MadeIdentity()
      let named: [String: Any] = ["v_Ref": made.object]
      #expect(Calls.find(named) == errSecItemNotFound)
      #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess)
      #expect(Calls.find(named) == errSecItemNotFound)
      #expect(Calls.add(["v_Ref": made.key]) == errSecSuccess)
      let asked: [String: Any] = ["v_Ref": made.object, "r_PersistentRef": true, "r_Data": true]
      let found = Calls.copy(asked)
      #expect(found.status == errSecSuccess)
      #expect(found.result as? Data == copy(["r_PersistentRef": true]).result as? Data)
      let many = Calls.copy(asked.merging(["m_Limit": "m_LimitAll", "class": "idnt"]) { $1 })
      #expect((many.result as? [Data])?.count == 1)
      #expect(
        Calls.copy(["v_Ref": made.object, "r_Ref": true]).result as? NSString == Calls.untouched)
      #expect(Calls.find(["v_Ref": made.object, "class": "keys"]) == errSecNoSuchAttr)
    }
  }
}
