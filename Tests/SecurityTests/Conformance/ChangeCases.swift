// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

extension ConformanceCase {
  /// Cases about SecItemUpdate and SecItemDelete.
  static let changeCases: [ConformanceCase] = [
    ConformanceCase(24, "an update of nothing changes the date") { bench in
      bench.add(["labl": "l", "v_Data": Data([1])])
      let before = try #require(bench.attributes([:]))
      bench.clock.advance(by: 10)
      #expect(Calls.update(["class": "genp", "svce": "a"], [:]) == errSecSuccess)
      let after = try #require(bench.attributes([:]))
      let changed = after.keys.filter {
        !CFEqual(after[$0] as AnyObject, before[$0] as AnyObject)
      }
      #expect(Set(changed).subtracting(["sha1"]) == ["mdat"])
      #expect(after["mdat"] as? Date == bench.clock.now)
      #expect(bench.secret() == Data([1]))
    },
    ConformanceCase(25, "what cannot be changed") { bench in
      bench.add()
      let query = ["class": "genp", "svce": "a"]
      for changes in [
        ["class": "genp"], ["r_Data": true], ["m_Limit": 1], ["u_Tomb": true], ["bogus": 1],
        ["v_PersistentRef": Data()],
      ] as [[String: Any]] {
        #expect(Calls.update(query, changes) == errSecNoSuchAttr, "\(changes.keys)")
      }
      let odd = [5: 1] as NSDictionary
      #expect(SecItemUpdate(query as CFDictionary, odd) == errSecParam)
      // The type of the value is checked first, before the place of the key
      // (Specification/secitem.md, "Error table by malformed input").
      #expect(Calls.update(query, ["v_Ref": "a"]) == errSecParam)
    },
    ConformanceCase(26, "a limit in the query of Update") { bench in
      bench.add(["acct": "1"])
      bench.add(["acct": "2"])
      let status = Calls.update(["class": "genp", "m_Limit": "m_LimitAll"], ["labl": "x"])
      #expect(status == (bench.isMac ? errSecSuccess : errSecParam))
      #expect(bench.count(["labl": "x"]) == (bench.isMac ? 2 : 0))
    },
    ConformanceCase(27, "a return key in the query of Update") { bench in
      bench.add()
      let status = Calls.update(["class": "genp", "r_Attributes": true], [:])
      #expect(status == (bench.isMac ? errSecSuccess : errSecParam))
      #expect(Calls.update(["class": "genp", "r_Attributes": false], [:]) == errSecSuccess)
    },
    ConformanceCase(28, "a limit in Delete") { bench in
      bench.add(["acct": "1"])
      bench.add(["acct": "2"])
      let status = Calls.delete(["class": "genp", "m_Limit": "m_LimitOne"])
      #expect(status == (bench.isMac ? errSecSuccess : errSecParam))
      #expect(bench.count([:]) == (bench.isMac ? 0 : 2))
    },
    ConformanceCase(29, "a return key in Delete") { bench in
      bench.add()
      #expect(Calls.delete(["class": "genp", "r_Data": true]) == errSecSuccess)
    },
    ConformanceCase(30, "Update and Delete act on all that match") { bench in
      for account in ["1", "2", "3"] { bench.add(["acct": account]) }
      bench.add(["svce": "other"])
      #expect(Calls.update(["class": "genp", "svce": "a"], ["labl": "x"]) == errSecSuccess)
      #expect(bench.count(["labl": "x"]) == 3)
      #expect(Calls.delete(["class": "genp", "svce": "a"]) == errSecSuccess)
      #expect(bench.count([:]) == 1)
    },
    ConformanceCase(31, "no update into another item's key") { bench in
      bench.add(["acct": "b", "v_Data": Data([1])])
      bench.add(["acct": "c", "v_Data": Data([2])])
      #expect(Calls.update(["class": "genp", "acct": "c"], ["acct": "b"]) == errSecDuplicateItem)
      #expect(bench.secret(["acct": "b"]) == Data([1]))
      #expect(bench.secret(["acct": "c"]) == Data([2]))
    },
  ]

  /// Cases about persistent references.
  static let referenceCases: [ConformanceCase] = [
    ConformanceCase(10, "a reference finds a synchronizable item") { bench in
      let reference = try bench.addReferenced(["sync": true, "v_Data": Data([1])])
      let found = Calls.copy(["v_PersistentRef": reference, "r_Data": true])
      #expect(found.result as? Data == Data([1]))
    },
    ConformanceCase(32, "a reference survives another primary key") { bench in
      let reference = try bench.addReferenced()
      #expect(reference.count == 20)
      #expect(Calls.update(["class": "genp"], ["acct": "z"]) == errSecSuccess)
      let found = Calls.copy(["v_PersistentRef": reference, "r_Attributes": true]).result
      #expect((found as? [String: Any])?["acct"] as? String == "z")
    },
    ConformanceCase(33, "a reference survives deletion only with a tombstone") { bench in
      let local = try bench.addReferenced()
      #expect(Calls.delete(["class": "genp"]) == errSecSuccess)
      bench.add()
      #expect(Calls.find(["v_PersistentRef": local]) == errSecItemNotFound)
      let travelling = try bench.addReferenced(["sync": true])
      #expect(Calls.delete(["class": "genp", "sync": true]) == errSecSuccess)
      #expect(Calls.find(["v_PersistentRef": travelling]) == errSecItemNotFound)
      bench.add(["sync": true])
      #expect(Calls.find(["v_PersistentRef": travelling]) == errSecSuccess)
    },
    ConformanceCase(34, "a reference beside other keys") { bench in
      let reference = try bench.addReferenced()
      func find(_ pairs: [String: Any]) -> OSStatus {
        Calls.find(pairs.merging(["v_PersistentRef": reference]) { $1 })
      }
      #expect(find(["svce": "a"]) == errSecParam)
      #expect(find(["class": "genp"]) == errSecSuccess)
      #expect(find(["class": "inet"]) == errSecNoSuchClass)
      #expect(find(["sync": true]) == errSecParam)
      #expect(find(["sync": "syna"]) == errSecSuccess)
      #expect(find(["agrp": "G1"]) == errSecParam)
      #expect(find(["nleg": true]) == errSecSuccess)
    },
    ConformanceCase(35, "malformed and unknown references") { _ in
      #expect(Calls.find(["v_PersistentRef": Data([1, 2, 3])]) == errSecParam)
      #expect(Calls.find(["v_PersistentRef": PersistentReferences.second]) == errSecItemNotFound)
    },
    ConformanceCase(36, "Delete compares the attributes too") { bench in
      let reference = try bench.addReferenced()
      let wrong: [String: Any] = ["v_PersistentRef": reference, "svce": "wrong"]
      #expect(Calls.delete(wrong) == errSecItemNotFound)
      #expect(Calls.delete(["v_PersistentRef": reference, "svce": "a"]) == errSecSuccess)
    },
  ]
}
