// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import TestVectors
import Testing

/// Tests of certificates in the keychain, by reference and as raw data.
///
/// Specification/secitem.md, "v_Ref in queries", "v_Ref expansion", "Label of certificates";
/// Specification/certificates.md, "Attributes derived from a certificate".
@Suite("Certificates as items")
struct CertificateItemTests {
  typealias Profile = TemporaryKeychain.Profile
  static let profiles: [Profile] = [.dataProtection, .ios, .quirks]

  private func found(_ query: [String: Any]) throws -> [String: Any] {
    let asked = query.merging(["class": "cert", "r_Attributes": true]) { first, _ in first }
    let (status, result) = Calls.copy(asked)
    try #require(status == errSecSuccess)
    return try #require(result as? [String: Any])
  }

  @Test("22: added by reference they have the attributes of their fields", arguments: profiles)
  func attributes(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      for vector in CertificateFixtures.accepted where vector.fields["issuer"] != nil {
        let certificate = try CertificateFixtures.certificate(vector.testDescription)
        #expect(Calls.add(["v_Ref": certificate]) == errSecSuccess, "\(vector)")
        let item = try found(["v_Ref": certificate, "r_Data": true])
        func data(_ name: String) throws -> Data? {
          vector.fields[name] == nil ? nil : Data(try vector.bytes(name))
        }
        #expect(item["ctyp"] as? Int == (try vector.number("version")))
        #expect(item["cenc"] as? Int == 3)
        #expect(item["issr"] as? Data == (try data("issuer")))
        #expect(item["subj"] as? Data == (try data("subject")))
        #expect(item["slnr"] as? Data == (try data("serial")))
        #expect(item["skid"] as? Data == (try data("skid")))
        #expect(item["pkhh"] as? Data == (try data("pkhh")))
        #expect((item["labl"] as? String).map { Data($0.utf8) } == (try data("summary")))
        #expect(item["pdmn"] as? String == "dk")
        #expect(item["v_Data"] as? Data == (try data("der")))
        #expect(item["alis"] == nil)
        #expect(Calls.add(["v_Ref": certificate]) == errSecDuplicateItem)
        #expect(Calls.delete(["v_Ref": certificate]) == errSecSuccess)
        #expect(Calls.find(["v_Ref": certificate]) == errSecItemNotFound)
      }
    }
  }

  @Test("whose issuer is no name cannot be added by reference", arguments: profiles)
  func withoutIssuer(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let certificate = try CertificateFixtures.certificate("issuer with an empty set")
      #expect(Calls.add(["v_Ref": certificate]) == errSecParam)
      #expect(Calls.find(["v_Ref": certificate]) == errSecParam)
      #expect(Calls.find(["class": "cert"]) == errSecItemNotFound)
    }
  }

  @Test("what the caller says himself stays", arguments: profiles)
  func explicit(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let certificate = try CertificateFixtures.certificate("P-256")
      let item: [String: Any] = [
        "v_Ref": certificate, "labl": "mine", "skid": Data([1]), "v_Data": Data([2]),
        "class": "cert",
      ]
      #expect(Calls.add(item) == errSecSuccess)
      let stored = try found(["r_Data": true])
      #expect(stored["labl"] as? String == "mine")
      #expect(stored["skid"] as? Data == Data([1]))
      #expect(stored["v_Data"] as? Data == Data([2]))
      #expect(
        stored["slnr"] as? Data == SecCertificateCopySerialNumberData(certificate, nil) as Data?)
      // The query takes the key identifier of the certificate, unless the caller gives another.
      #expect(Calls.find(["v_Ref": certificate]) == errSecItemNotFound)
      #expect(Calls.find(["v_Ref": certificate, "skid": Data([1])]) == errSecSuccess)
    }
  }

  @Test("another class wins over the reference's, and lacks its attributes", arguments: profiles)
  func otherClass(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let certificate = try CertificateFixtures.certificate("P-256")
      for name in ["genp", "keys"] {
        #expect(Calls.add(["class": name, "v_Ref": certificate]) == errSecNoSuchAttr)
        #expect(Calls.find(["class": name, "v_Ref": certificate]) == errSecNoSuchAttr)
      }
      #expect(Calls.add(["class": "none", "v_Ref": certificate]) == errSecNoSuchClass)
    }
  }

  @Test("come back as objects, alone and beside the rest", arguments: profiles)
  func objects(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let first = try CertificateFixtures.certificate("P-256")
      let second = try CertificateFixtures.certificate("plain")
      let added = Calls.adding(["v_Ref": first, "r_Ref": true])
      #expect(added.status == errSecSuccess)
      #expect(added.result as? SecCertificate == first)
      let both = Calls.adding(["v_Ref": second, "r_Ref": true, "r_PersistentRef": true])
      let dictionary = try #require(both.result as? [String: Any])
      #expect(dictionary["v_Ref"] as? SecCertificate == second)
      #expect(dictionary["class"] as? String == "cert")
      #expect(dictionary["v_Data"] == nil)

      let one = Calls.copy(["class": "cert", "labl": "www.example.org", "r_Ref": true])
      #expect(one.result as? SecCertificate == first)
      #expect(CFGetTypeID(one.result) == SecCertificateGetTypeID())
      let all = Calls.copy(["class": "cert", "r_Ref": true, "m_Limit": "m_LimitAll"])
      #expect(Set(all.result as? [SecCertificate] ?? []) == [first, second])
      let item = try found(["v_Ref": first, "r_Ref": true])
      #expect(item["v_Ref"] as? SecCertificate == first)
      #expect(item["class"] as? String == "cert")
      #expect(item["v_Data"] == nil)
      let persistent = try #require(dictionary["v_PersistentRef"] as? Data)
      let named = Calls.copy(["v_PersistentRef": persistent, "r_Ref": true])
      #expect(named.result as? SecCertificate == second)
    }
  }

  @Test("added raw are not read: the second collides, and junk is no object", arguments: profiles)
  func raw(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let data = try CertificateFixtures.data("P-256")
      #expect(Calls.add(["class": "cert", "v_Data": data]) == errSecSuccess)
      #expect(
        Calls.add(["class": "cert", "v_Data": try CertificateFixtures.data("plain")])
          == errSecDuplicateItem)
      let item = try found(["r_Ref": true])
      #expect(item["issr"] as? Data == Data() && item["labl"] == nil)
      #expect((item["v_Ref"] as? SecCertificate).map { SecCertificateCopyData($0) as Data } == data)
      #expect(Calls.find(["v_Ref": try CertificateFixtures.certificate("P-256")]) != errSecSuccess)
      #expect(Calls.delete(["class": "cert"]) == errSecSuccess)

      #expect(Calls.add(["class": "cert", "v_Data": Data("junk".utf8)]) == errSecSuccess)
      let junk = try found(["r_Ref": true, "r_Data": true])
      #expect(junk["v_Ref"] == nil && junk["v_Data"] as? Data == Data("junk".utf8))
      let alone = Calls.copy(["class": "cert", "r_Ref": true])
      #expect(alone.status == errSecDecode && isNothing(alone.result))
      let all = Calls.copy(["class": "cert", "r_Ref": true, "m_Limit": "m_LimitAll"])
      #expect(all.status == errSecDecode && isNothing(all.result))
      // A row that makes no object is left out if other rows do make one.
      let good = try CertificateFixtures.certificate("P-256")
      #expect(Calls.add(["v_Ref": good]) == errSecSuccess)
      let both = Calls.copy(["class": "cert", "r_Ref": true, "m_Limit": "m_LimitAll"])
      #expect(both.status == errSecSuccess && (both.result as? [SecCertificate]) == [good])
      #expect(Calls.delete(["class": "cert"]) == errSecSuccess)
      let refused = Calls.adding(["class": "cert", "v_Data": Data("junk".utf8), "r_Ref": true])
      #expect(refused.status == errSecParam && Calls.find(["class": "cert"]) == errSecItemNotFound)
    }
  }

  @Test("are changed and deleted by reference; a reference is no change", arguments: profiles)
  func changes(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let first = try CertificateFixtures.certificate("P-256")
      let second = try CertificateFixtures.certificate("plain")
      #expect(Calls.add(["v_Ref": first]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": second, "agrp": "G2"]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": second]) == errSecSuccess)
      #expect(Calls.update(["v_Ref": first], ["labl": "new"]) == errSecSuccess)
      #expect(Calls.find(["class": "cert", "labl": "new"]) == errSecSuccess)
      #expect(Calls.update(["class": "cert"], ["v_Ref": first]) == errSecNoSuchAttr)
      #expect(Calls.update(["class": "cert"], ["v_Ref": NSNumber(value: 1)]) == errSecParam)
      // Deleting by reference reaches all access groups of the caller.
      #expect(Calls.delete(["v_Ref": second]) == errSecSuccess)
      #expect(Calls.find(["v_Ref": second]) == errSecItemNotFound)
      #expect(Calls.find(["v_Ref": first]) == errSecSuccess)
    }
  }

  @Test("are found by the name of their issuer as it stands in another", arguments: profiles)
  func issuer(_ profile: Profile) throws {
    let bench = try Bench(profile)
    try bench.keychain.run {
      let certificate = try CertificateFixtures.certificate("RSA 2048")
      #expect(Calls.add(["v_Ref": certificate]) == errSecSuccess)
      let whole = try #require(SecCertificateCopyNormalizedIssuerSequence(certificate))
      #expect(Calls.find(["class": "cert", "issr": whole]) == errSecSuccess)
    }
  }
}

/// True if the call returned no object.
///
/// One profile clears the result, the others leave it alone.
private func isNothing(_ result: AnyObject?) -> Bool {
  result == nil || result as? NSString == Calls.untouched
}
