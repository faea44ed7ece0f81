// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

extension ConformanceCase {
  /// Cases about the reading of queries.
  static let queryCases: [ConformanceCase] = [
    ConformanceCase(11, "a class is needed, and one that exists") { _ in
      #expect(Calls.find([:]) == errSecParam)
      #expect(Calls.find(["class": "xxxx"]) == errSecNoSuchClass)
      #expect(Calls.find(["class": "apls"]) == errSecNoSuchClass)
      #expect(Calls.find(["class": 5]) == errSecParam)
    },
    ConformanceCase(12, "keys that the class does not have") { bench in
      bench.add()
      #expect(Calls.find(["class": "inet", "svce": "a"]) == errSecNoSuchAttr)
      for key in ["zz", "xoobar", "u_Foo"] {
        #expect(Calls.find(["class": "genp", key: 1]) == errSecParam)
      }
      #expect(Calls.find(["class": "genp", "m_Nonsense": 1]) == errSecSuccess)
      #expect(Calls.find(["class": "genp", "f_any": 1]) == errSecSuccess)
      #expect(Calls.find(["class": "genp", "abcd": 1]) == errSecNoSuchAttr)
    },
    ConformanceCase(13, "values of attributes") { bench in
      bench.add(["invi": 1])
      #expect(Calls.find(["class": "genp", "labl": true]) == errSecParam)
      #expect(Calls.find(["class": "genp", "invi": "yes"]) == errSecItemNotFound)
      #expect(Calls.find(["class": "genp", "invi": true]) == errSecSuccess)
    },
    ConformanceCase(15, "a number is no Boolean") { _ in
      #expect(Calls.find(["class": "genp", "r_Data": 1]) == errSecParam)
    },
    ConformanceCase(16, "limits") { bench in
      bench.add()
      for limit in [true, "1", 1.9] as [Any] {
        #expect(Calls.find(["class": "genp", "m_Limit": limit]) == errSecParam)
      }
      #expect(Calls.find(["class": "genp", "m_Limit": 0]) == errSecItemNotFound)
      #expect(Calls.find(["class": "genp", "m_Limit": "m_LimitAll"]) == errSecSuccess)
    },
    ConformanceCase(53, "filters of other classes") { bench in
      bench.add()
      let names = [DistinguishedNames.common]
      #expect(Calls.find(["class": "genp", "m_Issuers": names]) == errSecUnimplemented)
      #expect(Calls.find(["class": "genp", "m_Issuers": [Data([1])]]) == errSecSuccess)
      #expect(
        Calls.find(["class": "cert", "m_HostOrSubdomainOfHost": "h"]) == errSecUnimplemented)
      #expect(Calls.find(["class": "genp", "m_TrustedOnly": true]) == errSecSuccess)
    },
  ]

  /// Cases about the shapes of results.
  static let resultCases: [ConformanceCase] = [
    ConformanceCase(17, "an array unless the limit is one") { bench in
      bench.add(["v_Data": Data([1])])
      let query: [String: Any] = ["class": "genp", "r_Data": true]
      for limit in ["m_LimitAll", 2] as [Any] {
        let result = Calls.copy(query.merging(["m_Limit": limit]) { $1 }).result
        #expect(result as? [Data] == [Data([1])])
      }
      #expect(Calls.copy(query.merging(["m_Limit": 1]) { $1 }).result as? Data == Data([1]))
      #expect(Calls.copy(query).result as? Data == Data([1]))
    },
    ConformanceCase(18, "an existence check writes nothing") { bench in
      #expect(Calls.find(["class": "genp"]) == errSecItemNotFound)
      bench.add()
      let one = Calls.copy(["class": "genp"])
      #expect(one.status == errSecSuccess)
      #expect(one.result as? NSString == Calls.untouched)
      let all = Calls.copy(["class": "genp", "m_Limit": "m_LimitAll"])
      #expect((all.result as? NSArray)?.count == 0)
    },
    ConformanceCase(19, "data with a reference brings the attributes along") { bench in
      bench.add(["v_Data": Data([1])])
      let result = Calls.copy(["class": "genp", "r_Data": true, "r_PersistentRef": true]).result
      let found = try #require(result as? [String: Any])
      for key in ["v_Data", "v_PersistentRef", "acct", "svce", "agrp", "cdat", "mdat", "accc"] {
        #expect(found[key] != nil, "\(key)")
      }
    },
    ConformanceCase(20, "attributes alone have neither class nor secret") { bench in
      bench.add(["v_Data": Data([1])])
      let found = try #require(bench.attributes([:]))
      #expect(found["class"] == nil)
      #expect(found["v_Data"] == nil)
    },
    ConformanceCase(21, "a password has no object") { bench in
      bench.add()
      let one = Calls.copy(["class": "genp", "r_Ref": true])
      #expect(one.status == errSecSuccess)
      #expect(one.result == nil)
      let all = Calls.copy(["class": "genp", "r_Ref": true, "m_Limit": "m_LimitAll"])
      #expect((all.result as? NSArray)?.count == 0)
      let both = Calls.copy(["class": "genp", "r_Ref": true, "r_Attributes": true])
      let found = try #require(both.result as? [String: Any])
      #expect(found["class"] as? String == "genp")
      #expect(found["v_Ref"] == nil)
    },
  ]

  /// Cases about the filters of internet passwords.
  static let filterCases: [ConformanceCase] = [
    ConformanceCase(54, "a host and what lies in it") { _ in
      for server in ["www.a.com", "a.com", "xa.com"] {
        #expect(Calls.add(["class": "inet", "srvr": server]) == errSecSuccess)
      }
      let query: [String: Any] = [
        "class": "inet", "m_HostOrSubdomainOfHost": "a.com", "m_Limit": "m_LimitAll",
        "r_Attributes": true,
      ]
      let found = try #require(Calls.copy(query).result as? [[String: Any]])
      #expect(found.map { $0["srvr"] as? String } == ["www.a.com", "a.com"])
    }
  ]
}
