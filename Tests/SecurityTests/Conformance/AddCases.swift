// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes
import Security
import Testing

extension ConformanceCase {
  /// Cases about uniqueness and defaults.
  static let addCases: [ConformanceCase] = [
    ConformanceCase(1, "an item is not added twice") { bench in
      bench.add(["v_Data": Data("x".utf8)])
      #expect(Calls.add(bench.item(["v_Data": Data("y".utf8)])) == errSecDuplicateItem)
      #expect(bench.secret() == Data("x".utf8))
    },
    ConformanceCase(2, "protection and label make no other item") { bench in
      bench.add()
      #expect(Calls.add(bench.item(["pdmn": "ck", "labl": "l"])) == errSecDuplicateItem)
    },
    ConformanceCase(3, "a synchronizable item is another") { bench in
      bench.add()
      bench.add(["sync": true])
      #expect(bench.count(["sync": "syna"]) == 2)
    },
    ConformanceCase(4, "an item of another group is another") { bench in
      bench.add(["agrp": "G1"])
      bench.add(["agrp": "G2"])
      #expect(bench.count([:]) == 2)
    },
    ConformanceCase(5, "text and data of the same bytes are one key") { bench in
      bench.add()
      let found = bench.attributes(["acct": Data("b".utf8)])
      #expect(found?["acct"] as? String == "b")
      #expect(Calls.add(bench.item(["acct": Data("b".utf8)])) == errSecDuplicateItem)
    },
    ConformanceCase(14, "a secret is data, or absent") { bench in
      #expect(Calls.add(bench.item(["v_Data": "x"])) == errSecParam)
      bench.add()
      let found = Calls.copy(["class": "genp", "r_Data": true])
      #expect(found.status == errSecSuccess)
      #expect((found.result as? Data ?? Data()).isEmpty)
    },
    ConformanceCase(22, "what was not said has its default") { bench in
      #expect(Calls.add(["class": "genp", "svce": "a"]) == errSecSuccess)
      let found = try #require(bench.attributes([:]))
      #expect(found["acct"] as? String == "")
      #expect(found["sync"] as? Int == 0)
      #expect(found["pdmn"] as? String == "ak")
      #expect(found["agrp"] as? String == "G1")
      #expect(found["tomb"] as? Int == 0)
      #expect(found["musr"] as? Data == Data())
      #expect((found["sha1"] as? Data)?.count == 20)
      let control = try #require(found["accc"] as? SecAccessControl)
      #expect(control.value == .bare(.whenUnlocked))
      for absent in ["labl", "desc", "icmt", "gena", "vwht", "tkid", "ggrp", "class", "v_Data"] {
        #expect(found[absent] == nil, "\(absent)")
      }
      for hidden in ["UUID", "persistref", "clip", "data", "v_pk"] {
        #expect(found[hidden] == nil, "\(hidden)")
      }
    },
    ConformanceCase(23, "dates given are overwritten") { bench in
      let old = Date(timeIntervalSinceReferenceDate: -50_000_000)
      bench.add(["cdat": old, "mdat": old])
      let found = try #require(bench.attributes([:]))
      #expect(found["cdat"] as? Date == bench.clock.now)
      #expect(found["mdat"] as? Date == bench.clock.now)
    },
    ConformanceCase(55, "raw certificates of a group share one key") { bench in
      let first: [String: Any] = ["class": "cert", "v_Data": Data([1])]
      #expect(Calls.add(first) == errSecSuccess)
      #expect(Calls.add(["class": "cert", "v_Data": Data([2])]) == errSecDuplicateItem)
      #expect(bench.attributes(["class": "cert"])?["pdmn"] as? String == "dk")
    },
    ConformanceCase(60, "a match key in Add: refused, or a success that stores nothing") { bench in
      let status = Calls.add(bench.item(["m_Limit": "m_LimitAll"]))
      #expect(status == (bench.isStrict ? errSecParam : errSecSuccess))
      #expect(bench.count([:]) == 0)
    },
  ]

  /// Cases about synchronizable items.
  static let synchronizableCases: [ConformanceCase] = [
    ConformanceCase(6, "a query without sync is about local items") { bench in
      bench.add()
      bench.add(["sync": true])
      #expect(bench.count(["svce": "a"]) == 1)
      #expect(bench.attributes(["svce": "a"])?["sync"] as? Int == 0)
    },
    ConformanceCase(7, "a query for any finds both, one for true the synchronizable") { bench in
      bench.add()
      bench.add(["sync": true])
      #expect(bench.count(["svce": "a", "sync": kSecAttrSynchronizableAny]) == 2)
      #expect(bench.count(["svce": "a", "sync": true]) == 1)
      #expect(bench.attributes(["svce": "a", "sync": true])?["sync"] as? Int == 1)
    },
    ConformanceCase(8, "Delete is about local items") { bench in
      bench.add(["sync": true])
      #expect(Calls.delete(["class": "genp", "svce": "a"]) == errSecItemNotFound)
      #expect(bench.count(["sync": true]) == 1)
      #expect(Calls.delete(["class": "genp", "svce": "a", "sync": "syna"]) == errSecSuccess)
    },
    ConformanceCase(9, "Update is about local items") { bench in
      bench.add(["sync": true])
      let status = Calls.update(["class": "genp", "svce": "a"], ["v_Data": Data([1])])
      #expect(status == errSecItemNotFound)
    },
    ConformanceCase(60, "a tombstone is found by name only, and gives way") { bench in
      let reference = try bench.addReferenced(["sync": true, "v_Data": Data([1])])
      #expect(Calls.delete(["class": "genp", "sync": "syna"]) == errSecSuccess)
      #expect(Calls.find(["class": "genp", "sync": "syna"]) == errSecItemNotFound)
      let buried = Calls.copy([
        "class": "genp", "tomb": 1, "sync": 1, "r_Attributes": true, "r_Data": true,
      ])
      let found = try #require(buried.result as? [String: Any])
      #expect(found["acct"] as? String == "b")
      #expect((found["v_Data"] as? Data ?? Data()).isEmpty)
      #expect(try bench.addReferenced(["sync": true]) == reference)
    },
  ]
}
