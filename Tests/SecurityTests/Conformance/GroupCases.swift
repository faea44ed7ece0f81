// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

extension ConformanceCase {
  /// Cases about access groups.
  static let groupCases: [ConformanceCase] = [
    ConformanceCase(37, "a group that is not held") { bench in
      let foreign = bench.item(["agrp": "X"])
      #expect(Calls.add(foreign) == errSecMissingEntitlement)
      #expect(Calls.find(foreign) == errSecMissingEntitlement)
      #expect(Calls.update(foreign, [:]) == errSecMissingEntitlement)
      #expect(Calls.delete(foreign) == errSecMissingEntitlement)
      let other = TemporaryKeychain.Application.withGroups(exactly: ["X"])
      bench.keychain.run(as: other) { bench.add() }
      #expect(Calls.find(["class": "genp"]) == errSecItemNotFound)
      #expect(Calls.delete(["class": "genp"]) == errSecItemNotFound)
    },
    ConformanceCase(38, "a bad key and a bad group") { _ in
      let query: [String: Any] = ["class": "genp", "agrp": "X", "zz": 1]
      #expect(Calls.find(query) == errSecParam)
      #expect(Calls.delete(query) == errSecMissingEntitlement)
    },
    ConformanceCase(39, "no group at all", groups: []) { _ in
      for query in [["class": "genp"], ["zz": 1], [:]] as [[String: Any]] {
        #expect(Calls.add(query) == errSecMissingEntitlement)
        #expect(Calls.find(query) == errSecMissingEntitlement)
        #expect(Calls.update(query, [:]) == errSecMissingEntitlement)
        #expect(Calls.delete(query) == errSecMissingEntitlement)
      }
    },
    ConformanceCase(40, "moving to another group") { bench in
      let reference = try bench.addReferenced()
      let query: [String: Any] = ["class": "genp", "agrp": "G1"]
      #expect(Calls.update(query, ["agrp": "X"]) == errSecMissingEntitlement)
      #expect(Calls.update(query, ["agrp": "G2"]) == errSecSuccess)
      #expect(bench.attributes([:])?["agrp"] as? String == "G2")
      #expect(Calls.find(["v_PersistentRef": reference]) == errSecSuccess)
    },
    ConformanceCase(41, "the group of tokens", groups: ["A", "com.apple.token"]) { _ in
      let query: [String: Any] = ["class": "genp", "agrp": "com.apple.token"]
      #expect(Calls.add(query) == errSecMissingEntitlement)
      #expect(Calls.find(query) == errSecItemNotFound)
    },
  ]

  /// Cases about protections and access controls.
  static let protectionCases: [ConformanceCase] = [
    ConformanceCase(42, "protections and access controls that contradict each other") { bench in
      #expect(Calls.add(bench.item(["pdmn": "foo"])) == errSecParam)
      #expect(Calls.add(bench.item(["pdmn": "f"])) == errSecParam)
      let plain = try #require(Calls.accessControl("ak", []))
      #expect(Calls.add(bench.item(["pdmn": "ak", "accc": plain])) == errSecParam)
      bench.add(["acct": "first"])
      let returned = try #require(bench.attributes([:])?["accc"])
      bench.add(["pdmn": "ak", "accc": returned])
    },
    ConformanceCase(43, "an access control on a synchronizable item") { bench in
      let control = try #require(Calls.accessControl("akpu", .userPresence))
      #expect(Calls.add(bench.item(["accc": control, "sync": true])) == errSecParam)
      let pairs: [String: Any] = [
        "accc": Calls.accessControl("ak", .userPresence) as Any, "sync": 1,
      ]
      let status = FixedAuthenticator.run { Calls.add(bench.item(pairs)) }
      #expect(status == (bench.isStrict ? errSecParam : errSecSuccess))
    },
    ConformanceCase(44, "a synchronizable item that stays on this device") { bench in
      #expect(Calls.add(bench.item(["sync": true, "pdmn": "aku"])) == errSecSuccess)
      bench.add(["acct": "local", "pdmn": "aku"])
      let update = Calls.update(["class": "genp", "acct": "local"], ["sync": true])
      #expect(update == errSecSuccess)
    },
    ConformanceCase(58, "an item that needs the user, where nobody can be asked") { bench in
      let control = try #require(Calls.accessControl("ak", .userPresence))
      #expect(Calls.add(bench.item(["accc": control])) == errSecAuthFailed)
      FixedAuthenticator.run { bench.add(["accc": control]) }
      let query: [String: Any] = ["class": "genp", "r_Attributes": true]
      func find(_ interaction: String) -> OSStatus {
        FixedAuthenticator.run {
          Calls.find(query.merging(["u_AuthUI": interaction]) { $1 })
        }
      }
      #expect(find("u_AuthUIF") == errSecInteractionNotAllowed)
      #expect(find("u_AuthUIA") == errSecInteractionNotAllowed)
      #expect(find("u_AuthUIS") == errSecItemNotFound)
      bench.add(["acct": "plain"])
      #expect(bench.count(["u_AuthUI": "u_AuthUIS"]) == 1)
      let skip = ["class": "genp", "u_AuthUI": "u_AuthUIS"]
      #expect(Calls.add(skip) == errSecParam)
      #expect(Calls.update(skip, [:]) == errSecParam)
      #expect(Calls.delete(skip) == errSecParam)
      #expect(Calls.delete(["class": "genp", "acct": "b"]) == errSecSuccess)
    },
  ]
}
