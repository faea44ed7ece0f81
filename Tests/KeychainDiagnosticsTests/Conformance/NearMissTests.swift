// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests of the nearest items in a report, and of more than one match
/// (Specification/diagnostics.md, "Near misses").
@Suite("diagnosis: near misses")
struct NearMissTests {
  @Test("only the items that fail in the same condition are counted")
  func counts() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    for name in ["c", "d", "e"] { stage.add(["svce": "a", "acct": name, "labl": "L"]) }
    let found = stage.explain(stage.search(["svce": "a", "acct": "b", "labl": "L"]))
    let finding = try #require(found.findings.first { $0.code.rawValue == "K204" })
    #expect(finding.text.contains("Without labl the query matches 1 item"))
    let groups = Stage()
    groups.add(["svce": "a", "acct": "b", "agrp": Stage.group("g1")])
    groups.add(["svce": "a", "acct": "c", "agrp": Stage.group("g2")])
    let place = groups.explain(
      groups.search(["svce": "a", "acct": "b", "agrp": Stage.group("g2")]))
    #expect(place.findings.first?.text.hasPrefix("1 item matches in") == true)
  }

  @Test("several that fail in two conditions are counted, and none is said to match alone")
  func twoFailures() throws {
    let stage = Stage()
    for name in ["c", "d"] {
      stage.add(["svce": "a", "acct": "b", "labl": name, "sync": true])
      stage.add(["svce": "a", "acct": name, "labl": name, "sync": true])
    }
    let found = stage.explain(stage.search(["svce": "a", "labl": "L"]))
    #expect(found.telling == ["K204", "K209"])
    #expect(found.text.contains("matches 3 items"))
    let second = found.findings.dropFirst().first
    #expect(second?.text.hasPrefix("The item is synchronizable") == true)
  }

  @Test("what deletes or changes is not told to leave out a part of the key")
  func deletion() throws {
    let stage = Stage()
    for name in ["c", "d"] { stage.add(["svce": "a", "acct": name]) }
    let query = Stage.password(["svce": "a", "acct": "x"])
    let found = stage.explain(.delete(query))
    #expect(found.telling == ["K204"])
    let fix = try #require(found.findings.first?.fix)
    #expect(!fix.contains("Remove"))
    #expect(fix.contains("SecItemDelete would remove all 2 of them"))
    let change = stage.explain(.update(query, setting: [kSecAttrLabel: "n"] as NSDictionary))
    #expect(change.findings.first?.fix.contains("SecItemUpdate would change all 2") == true)
    let label = stage.explain(.delete(Stage.password(["svce": "a", "acct": "c", "labl": "L"])))
    #expect(label.findings.first?.fix.hasPrefix("Give kSecAttrLabel as it is stored.") == true)
    let synced = Stage()
    for name in ["c", "d"] { synced.add(["svce": "a", "acct": name, "sync": true]) }
    let wide = synced.explain(.delete(Stage.password(["svce": "a"])))
    #expect(wide.telling == ["K209"])
    #expect(wide.text.contains("SecItemDelete would then remove all 2 of them"))
  }

  @Test("another account is another account, however near it is spelled")
  func letters() {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "user1"])
    let found = stage.explain(stage.search(["svce": "a", "acct": "user2"]))
    #expect(found.telling == ["K204"])
    #expect(found.text.contains("acct differs in 1 letter"))
  }

  @Test(
    "a URL where its host is stored",
    arguments: [
      ("https://example.org", "example.org"),
      ("https://mira@example.org:8443/a?b#c", "example.org"),
      ("ssh://[::1]:22", "::1"), ("https://bücher.example/x", "bücher.example"),
      ("https://b%C3%BCcher.example", "bücher.example"),
    ])
  func host(url: String, host: String) {
    let stage = Stage()
    stage.add(["class": kSecClassInternetPassword, "srvr": host])
    let found = stage.explain(
      stage.search(["class": kSecClassInternetPassword, "srvr": url]))
    #expect(found.text.contains("the URL around the host"))
  }

  @Test("a difference is told in words that fit it", arguments: ["b\n", "b\0", "\"b\""])
  func words(account: String) {
    let stage = Stage()
    stage.add(["svce": "a", "acct": account])
    let found = stage.explain(stage.search(["svce": "a", "acct": "b"]))
    #expect(found.telling == ["K205"])
    #expect(found.findings.first?.text.contains("has the account except for ") == true)
  }

  @Test("ports: none given, and given as text")
  func ports() {
    let stage = Stage()
    func server(_ port: Any) -> [NSString: Any] {
      ["class": kSecClassInternetPassword, "srvr": "a", "acct": "b", kSecAttrPort: port]
    }
    stage.add(server(0))
    let none = stage.explain(stage.search(server(8443)))
    #expect(none.telling == ["K205"])
    #expect(none.findings.first?.text.contains("has the port 0, which names no port;") == true)
    let other = Stage()
    other.add(server(443))
    #expect(other.explain(other.search(server(8443))).telling == ["K204"])
  }

  @Test("text never matches a number; where none is stored, that is what is told")
  func kinds() {
    let stage = Stage()
    stage.add(["svce": "a"])
    let search = stage.search(["svce": "a", kSecAttrIsInvisible: "yes"])
    #expect(stage.explain(search).telling == ["K204"])
    stage.add(["svce": "a", "acct": "b", kSecAttrIsInvisible: 1])
    #expect(stage.explain(search).telling == ["K206"])
  }

  @Test("a class that has all but one of the attributes is named, with what was left out")
  func otherClass() {
    let stage = Stage()
    stage.add([
      "class": kSecClassInternetPassword, "srvr": "a", "acct": "b", kSecAttrPort: 443,
    ])
    let found = stage.explain(
      stage.search(["svce": "a", "acct": "b", kSecAttrGeneric: Data("g".utf8)]))
    #expect(found.telling == ["K203"])
    #expect(found.findings.first?.text.contains("has no gena, which was left out") == true)
    // An item of the right class is a better explanation than one of another class.
    stage.add(["svce": "a", "acct": "b"])
    let near = stage.explain(
      stage.search(["svce": "a", "acct": "b", kSecAttrGeneric: Data("g".utf8)]))
    #expect(near.telling == ["K204"])
  }

  @Test("of several items that get one key none is called another item")
  func oneKey() throws {
    let stage = Stage()
    for name in ["c", "d"] { stage.add(["svce": "a", "acct": name]) }
    let found = stage.explain(
      .update(Stage.password(["svce": "a"]), setting: [kSecAttrAccount: "n"] as NSDictionary))
    #expect(found.telling == ["K107"])
    #expect(
      found.findings.first?.text.hasPrefix("The change gives 2 items one primary key") == true)
    #expect(!found.text.contains("another item"))
  }

  @Test("what several matches differ in is open")
  func open() {
    let stage = Stage()
    for group in ["g1", "g2"] {
      stage.add(["svce": "a", "acct": "b", "agrp": Stage.group(group)])
    }
    let deletion = stage.explain(
      .delete(Stage.password(["svce": "a", "acct": "b"])), performs: false)
    #expect(deletion.findings.first?.text == "The delete would remove 2 items: agrp is not given.")
    let one = stage.explain(
      stage.search(["svce": "a", "acct": "b", "r_Data": true, "limit": kSecMatchLimitOne]))
    #expect(one.findings.first?.fix == "To get a certain item, give agrp.")
  }

  @Test("one condition that no item meets: the past is asked first")
  func single() throws {
    let stage = Stage()
    stage.add(["svce": "a", "acct": "b"])
    let foreign = stage.explain(stage.search(["svce": "x"]))
    #expect(foreign.telling == ["K204"])
    #expect(foreign.besides.contains("K003"))
    // Adding the item was refused before.
    stage.phone.lock()
    #expect(stage.add(["svce": "x"]) == errSecInteractionNotAllowed)
    #expect(try stage.phone.unlock(passcode: "1234"))
    let failed = stage.explain(stage.search(["svce": "x"]))
    #expect(failed.telling.first == "K202", "\(failed.text)")
  }
}
