// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

extension ConformanceCase {
  /// Cases about identities.
  ///
  /// Case 50, which locks a device, is in `IdentityLockTests`.
  static let identityCases: [ConformanceCase] = [
    ConformanceCase(52, "an address that only one certificate has") { bench in
      let plain = try MadeIdentity().certificate
      let other = try MadeIdentity { ($0.serial, $0.addresses) = (2, ["X@a.com"]) }.certificate
      for certificate in [plain, other] {
        #expect(Calls.add(["v_Ref": certificate]) == errSecSuccess)
      }
      let query: [String: Any] = [
        "class": "cert", "m_EmailAddressIfPresent": "x@A.com", "m_Limit": "m_LimitAll",
      ]
      let found = Calls.copy(query.merging(["r_Ref": true]) { $1 })
      #expect(found.result as? [SecCertificate] == [other])
      let rows = Calls.copy(query.merging(["r_Attributes": true]) { $1 })
      #expect(rows.status == (bench.isStrict ? errSecSuccess : errSecItemNotFound))
    },
    ConformanceCase(55, "raw certificates collide, those by reference do not") { _ in
      for (certificate, status) in [(Data([1]), errSecSuccess), (Data([2]), errSecDuplicateItem)] {
        #expect(Calls.add(["class": "cert", "v_Data": certificate]) == status)
      }
      for serial in [1, 2] as [UInt8] {
        let made = try MadeIdentity { ($0.serial, $0.subject) = (serial, "summary \(serial)") }
        #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess)
        #expect(Calls.find(["class": "cert", "labl": "summary \(serial)"]) == errSecSuccess)
      }
    },
    ConformanceCase(56, "certificate and key by reference are an identity") { bench in
      let made = try MadeIdentity { $0.subject = "s" }
      made.add()
      let found = Calls.copy(["class": "idnt", "r_Ref": true])
      #expect(found.status == errSecSuccess && found.result as? SecIdentity == made.object)
      let subject = MadeCertificate.content(ofName: "s")
      #expect(
        Calls.find(["class": "idnt", "subj": subject])
          == (bench.isStrict ? errSecSuccess : errSecNotAvailable))
      #expect(
        Calls.find(["class": "idnt", "subj": Data([1])])
          == (bench.isStrict ? errSecItemNotFound : errSecNotAvailable))
      #expect(Calls.delete(["v_Ref": made.key]) == errSecSuccess)
      let raw: [String: Any] = [
        "class": "keys", "kcls": "1", "klbl": made.label, "type": "73", "bsiz": 256,
        "v_Data": try #require(KeyCalls.form(made.key)),
      ]
      #expect(Calls.add(raw) == errSecSuccess)
      #expect(Calls.find(["class": "idnt", "r_Ref": true]) == errSecItemNotFound)
    },
    ConformanceCase(57, "an identity is added and deleted by its halves") { _ in
      let made = try MadeIdentity()
      let item: [String: Any] = ["v_Ref": made.object, "r_PersistentRef": true]
      let added = Calls.adding(item)
      let reference = try #require(added.result as? Data)
      #expect(added.status == errSecSuccess && reference.starts(with: Data("idnt".utf8)))
      #expect(Calls.add(item) == errSecDuplicateItem)
      #expect(Calls.delete(["v_Ref": made.key]) == errSecSuccess)
      let again = Calls.adding(item)
      #expect(again.status == errSecSuccess && again.result as? NSString == Calls.untouched)
      #expect(Calls.delete(["v_PersistentRef": reference]) == errSecSuccess)
      for half in [made.certificate, made.key] as [AnyObject] {
        #expect(Calls.find(["v_Ref": half]) == errSecItemNotFound)
      }
      let second = try MadeIdentity(for: made.key) { $0.serial = 2 }
      #expect(Calls.add(["v_Ref": made.object]) == errSecSuccess)
      #expect(Calls.add(["v_Ref": second.certificate]) == errSecSuccess)
      #expect(Calls.delete(["v_Ref": made.object]) == errSecSuccess)
      #expect(Calls.find(["v_Ref": made.certificate]) == errSecItemNotFound)
      #expect(Calls.find(["v_Ref": made.key]) == errSecSuccess)
    },
  ]
}
