// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import Security
import Testing

/// Passwords of keychain files through SecItem (Specification/file-keychain.md, "SecItem on file
/// keychains"; Specification/secitem.md, "File-based engine differences").
@Suite("SecItem on keychain files: passwords")
struct FileItemTests {
  typealias Pairs = [String: Any]

  /// Runs a body with a new keychain, in a query that names it.
  private static func run(_ body: (SecKeychain, _ query: Pairs) throws -> Void) throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("items.keychain")
      try body(keychain, ["class": "genp", "m_SearchList": [keychain]])
    }
  }

  private static func add(
    _ account: String, _ more: Pairs = [:], to keychain: SecKeychain
  ) -> OSStatus {
    let pairs: Pairs = [
      "class": "genp", "svce": "s", "acct": account, "v_Data": Data(account.utf8),
      "u_Keychain": keychain,
    ]
    return FileItemCalls.add(pairs.merging(more) { $1 })
  }

  /// A value that a dictionary gives an attribute, and the value that comes back.
  struct Row: CustomTestStringConvertible, Sendable {
    let itemClass: String
    let name: String
    nonisolated(unsafe) let given: Any
    /// Nil if the attribute is absent in the result.
    nonisolated(unsafe) let found: NSObject?

    init(_ itemClass: String, _ name: String, _ given: Any, _ found: NSObject?) {
      (self.itemClass, self.name) = (itemClass, name)
      unsafe (self.given, self.found) = (given, found)
    }

    var testDescription: String { "\(itemClass) \(name)" }
  }

  private static let past = Date(timeIntervalSince1970: 1_000_000_000)

  // swift-format-ignore
  static let rows: [Row] = [
    Row("genp", "acct", "ä", "ä" as NSString),
    Row("genp", "acct", Data([0xFF]), NSData(data: Data([0xFF]))),
    Row("genp", "svce", "service", "service" as NSString),
    Row("genp", "gena", Data([1, 2]), NSData(data: Data([1, 2]))),
    Row("genp", "desc", "kind", "kind" as NSString),
    Row("genp", "icmt", "comment", "comment" as NSString),
    Row("genp", "labl", "label", "label" as NSString),
    Row("genp", "crtr", 0x6161_706C, 0x6161_706C as NSNumber),
    Row("genp", "type", "7", 7 as NSNumber),
    Row("genp", "scrp", -1, -1 as NSNumber),
    Row("genp", "invi", true, 1 as NSNumber),
    Row("genp", "nega", 1, 1 as NSNumber),
    Row("genp", "cusi", false, 0 as NSNumber),
    Row("genp", "cdat", past, past as NSDate),
    // Attributes that files do not have are ignored.
    Row("genp", "agrp", "group", nil),
    Row("genp", "pdmn", "ak", nil),
    Row("genp", "sync", false, nil),
    Row("genp", "srvr", "host", nil),
    Row("genp", "vwht", "hint", nil),
    Row("genp", "zzzz", 1, nil),
    Row("inet", "srvr", "example.org", "example.org" as NSString),
    Row("inet", "sdmn", "domain", "domain" as NSString),
    Row("inet", "path", "/p", "/p" as NSString),
    Row("inet", "ptcl", "htps", "htps" as NSString),
    Row("inet", "atyp", "dflt", "dflt" as NSString),
    Row("inet", "port", 8443, 8443 as NSNumber),
    Row("inet", "gena", Data([1]), nil),
  ]

  @Test("each attribute comes back as it was given, and finds its item", arguments: rows)
  func attributes(_ row: Row) throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("items.keychain")
      let given = unsafe row.given
      let pairs: Pairs = ["class": row.itemClass, "v_Data": Data([1]), "u_Keychain": keychain]
      #expect(FileItemCalls.add(pairs.merging([row.name: given]) { $1 }) == errSecSuccess)
      let query: Pairs = ["class": row.itemClass, "m_SearchList": [keychain]]
      let found = FileItemCalls.attributes(query.merging([row.name: given]) { $1 })
      #expect(found?["class"] as? String == row.itemClass)
      let value = found?[row.name] as AnyObject?
      let expected = unsafe row.found
      #expect(
        value.map { expected?.isEqual($0) == true } ?? (expected == nil),
        "\(String(describing: value))")
      #expect(found?["mdat"] is Date && found?["cdat"] is Date)
      #expect(FileItemCalls.find(["class": row.itemClass]) == errSecItemNotFound, "in the store")
    }
  }

  /// A pair with a value of a wrong type.
  struct Wrong: CustomTestStringConvertible, Sendable {
    let name: String
    nonisolated(unsafe) let value: Any

    init(_ name: String, _ value: Any) {
      self.name = name
      unsafe self.value = value
    }

    var testDescription: String { name }
  }

  static let wrong: [Wrong] = [
    Wrong("acct", 5), Wrong("acct", ["a"]), Wrong("port", "x"), Wrong("ptcl", "https"),
    Wrong("cdat", 5), Wrong("r_Data", 1), Wrong("v_Data", 5), Wrong("m_Limit", "x"),
    Wrong("u_Keychain", "k"), Wrong("m_SearchList", "k"), Wrong("m_SearchList", ["k"]),
  ]

  @Test("a value of a wrong type is refused", arguments: wrong)
  func wrongTypes(_ row: Wrong) throws {
    let name = row.name
    let value = unsafe row.value
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("items.keychain")
      let pairs: Pairs = ["class": "inet", "u_Keychain": keychain, "acct": "a"]
      // Match keys have no meaning in Add.
      let isMatch = name.hasPrefix("m_")
      let added = isMatch ? errSecParam : FileItemCalls.add(pairs.merging([name: value]) { $1 })
      #expect(added == errSecParam)
      #expect(KeychainCalls.find(nil, nil, in: keychain).status == errSecItemNotFound)
      guard name != "v_Data" else { return }
      #expect(FileItemCalls.find(pairs.merging([name: value]) { $1 }) == errSecParam)
    }
  }

  @Test("add: duplicates, classes, text as data, results")
  func adding() throws {
    try Self.run { keychain, query in
      #expect(Self.add("a", to: keychain) == errSecSuccess)
      #expect(Self.add("a", ["v_Data": Data()], to: keychain) == errSecDuplicateItem)
      #expect(Self.add("b", ["v_Data": "text ä"], to: keychain) == errSecSuccess)
      #expect(FileItemCalls.secret(query.merging(["acct": "b"]) { $1 }) == "text ä")
      #expect(Self.add("c", ["class": "xxxx"], to: keychain) == errSecNoSuchClass)
      #expect(FileItemCalls.add(["u_Keychain": keychain, "acct": "c"]) == errSecParam)
      #expect(Self.add("c", ["class": "idnt"], to: keychain) == errSecParam)
      // A match key has no meaning in Add.
      #expect(Self.add("d", ["m_Limit": "m_LimitOne"], to: keychain) == errSecSuccess)
      let added = FileItemCalls.adding([
        "class": "genp", "acct": "e", "v_Data": Data([5]), "u_Keychain": keychain,
        "r_Attributes": true, "r_Data": true, "r_Ref": true,
      ])
      let result = try #require(added.result as? Pairs)
      #expect(result["acct"] as? String == "e" && result["v_Data"] as? Data == Data([5]))
      let item = try #require(result["v_Ref"] as? SecKeychainItem)
      #expect(KeychainCalls.find(nil, "e", in: keychain).item == item)
      #expect(KeychainCalls.find(nil, "e", in: nil).status == errSecItemNotFound)
    }
  }

  @Test("copy: results by return keys and limits")
  func copying() throws {
    try Self.run { keychain, query in
      for account in ["a", "b", "c"] { #expect(Self.add(account, to: keychain) == errSecSuccess) }
      func ask(_ more: Pairs) -> (status: OSStatus, result: AnyObject?) {
        FileItemCalls.copy(query.merging(more) { $1 })
      }
      // Without a return key the result is a reference.
      #expect(ask([:]).result is SecKeychainItem)
      #expect(FileItemCalls.find(query) == errSecSuccess)
      let wanted = query.merging(["r_Attributes": true]) { $1 }
      #expect(FileItemCalls.find(wanted) == errSecParam)
      let all = ["m_Limit": "m_LimitAll"]
      #expect((ask(all).result as? [Any])?.count == 3)
      #expect(ask(all.merging(["r_Data": "x"]) { $1 }).status == errSecParam)
      #expect(
        FileItemCalls.copy(query.merging(["m_Limit": "m_LimitAll", "r_Data": true]) { $1 }).status
          == errSecParam)
      let two = ask(["m_Limit": 2, "r_Data": true]).result as? [Data]
      #expect(two == [Data("a".utf8), Data("b".utf8)])
      #expect(ask(["r_Data": true, "acct": "b"]).result as? Data == Data("b".utf8))
      #expect(ask(["acct": "x"]).status == errSecItemNotFound)
      #expect(ask(["acct": "A"]).status == errSecItemNotFound)
      #expect(ask(["acct": "A", "m_CaseInsensitive": true]).status == errSecSuccess)
      #expect(ask(["acct": "á", "m_CaseInsensitive": true]).status == errSecItemNotFound)
      #expect(ask(["acct": "á", "m_DiacriticInsensitive": true]).status == errSecSuccess)
      #expect(ask(["m_HostOrSubdomainOfHost": "a.org"]).status == errSecUnimplemented)
    }
  }

  @Test("delete and update act on one item, on as many as the limit says, or on all")
  func limits() throws {
    try Self.run { keychain, query in
      for account in ["a", "b", "c", "d", "e"] {
        #expect(Self.add(account, to: keychain) == errSecSuccess)
      }
      func with(_ limit: Any?) -> Pairs {
        limit.map { query.merging(["m_Limit": $0]) { $1 } } ?? query
      }
      func comments() -> Int { FileItemCalls.count(query.merging(["icmt": "x"]) { $1 }) }
      #expect(FileItemCalls.update(with(nil), ["icmt": "x"]) == errSecSuccess)
      #expect(comments() == 1)
      #expect(FileItemCalls.update(with(3), ["icmt": "x", "agrp": "ignored"]) == errSecSuccess)
      #expect(comments() == 3)
      #expect(FileItemCalls.update(with("m_LimitAll"), ["icmt": "x"]) == errSecSuccess)
      #expect(comments() == 5)
      #expect(
        FileItemCalls.update(query.merging(["acct": "b"]) { $1 }, ["acct": "a"])
          == errSecDuplicateItem)
      #expect(
        FileItemCalls.update(query.merging(["acct": "b"]) { $1 }, ["v_Data": "new"])
          == errSecSuccess)
      #expect(FileItemCalls.secret(query.merging(["acct": "b"]) { $1 }) == "new")
      #expect(FileItemCalls.delete(with(nil)) == errSecSuccess)
      #expect(FileItemCalls.count(query) == 4)
      #expect(FileItemCalls.delete(with(2)) == errSecSuccess)
      #expect(FileItemCalls.count(query) == 2)
      #expect(FileItemCalls.delete(with("m_LimitAll")) == errSecSuccess)
      #expect(FileItemCalls.delete(with("m_LimitAll")) == errSecItemNotFound)
      #expect(FileItemCalls.update(query, ["icmt": "y"]) == errSecItemNotFound)
    }
  }

  @Test("a limit counts over all keychains, also if items that need the user are skipped")
  func limitOfAll() throws {
    try Self.run { keychain, query in
      let second = try KeychainCalls.created("second.keychain")
      for account in ["a", "b"] { #expect(Self.add(account, to: keychain) == errSecSuccess) }
      for account in ["c", "d", "e"] { #expect(Self.add(account, to: second) == errSecSuccess) }
      let all = query.merging(["m_SearchList": [keychain, second]]) { $1 }
      let three = all.merging(["m_Limit": 3, "u_AuthUI": "u_AuthUIS"]) { $1 }
      #expect(FileItemCalls.delete(three) == errSecSuccess)
      #expect(FileItemCalls.count(all) == 2)
    }
  }

  @Test("an item that another program deletes while the user is asked about it is left out")
  func deletedMeanwhile() throws {
    let person = ConsentingPerson()
    let home = try KeychainHome(person)
    let others = home.keychains(of: "two")
    let theirs = try home.run(others) {
      let keychain = try KeychainCalls.created("items.keychain")
      for account in ["a", "b", "c"] {
        #expect(Self.add(account, to: keychain) == errSecSuccess)
      }
      return try #require(others.member(named: "items.keychain").file)
    }
    try home.run {
      let keychain = try KeychainCalls.open("items.keychain")
      #expect(KeychainCalls.unlock(keychain, "password") == errSecSuccess)
      let query: Pairs = ["class": "genp", "m_SearchList": [keychain], "r_Data": true]
      for (limit, deleted, left) in [(2, "a", ["b", "c"]), (2, "c", ["b"])]
        as [(Int, String, [String])]
      {
        person.meddle {
          let term = RecordTerm(Relation.code("acct"), .text(deleted))
          try? theirs.items(in: .genericPasswords, where: [term]).first?.remove()
        }
        let found = FileItemCalls.copy(query.merging(["m_Limit": limit]) { $1 })
        #expect(found.status == errSecSuccess)
        #expect(found.result as? [Data] == left.map { Data($0.utf8) })
      }
    }
  }

  @Test("persistent references and items name one item")
  func references() throws {
    try Self.run { keychain, query in
      for account in ["a", "b"] { #expect(Self.add(account, to: keychain) == errSecSuccess) }
      let one = query.merging(["acct": "b"]) { $1 }
      let reference = try #require(
        FileItemCalls.copy(one.merging(["r_PersistentRef": true]) { $1 }).result as? Data)
      let item = try #require(FileItemCalls.copy(one).result as? SecKeychainItem)
      // No class and no list is needed beside them.
      for named: Pairs in [["v_PersistentRef": reference], ["v_Ref": item]] {
        #expect(FileItemCalls.secret(named) == "b")
        #expect(FileItemCalls.update(named, ["labl": "renamed"]) == errSecSuccess)
        #expect(FileItemCalls.attributes(named)?["labl"] as? String == "renamed")
        #expect(FileItemCalls.count(named.merging(["acct": "a", "class": "genp"]) { $1 }) == 0)
      }
      #expect(
        FileItemCalls.copy([
          "m_ItemList": [item], "class": "genp", "r_Data": true,
          "m_SearchList": [keychain],
        ]).result as? Data == Data("b".utf8))
      // The reference has the unique attributes in it; the item follows them.
      #expect(FileItemCalls.update(["v_Ref": item], ["acct": "c"]) == errSecSuccess)
      #expect(FileItemCalls.find(["v_PersistentRef": reference]) == errSecItemNotFound)
      #expect(FileItemCalls.secret(["v_Ref": item]) == "b")
      #expect(FileItemCalls.delete(["v_Ref": item]) == errSecSuccess)
      #expect(FileItemCalls.find(["v_Ref": item]) == errSecInvalidItemRef)
      #expect(FileItemCalls.delete(["v_PersistentRef": reference]) == errSecItemNotFound)
      #expect(FileItemCalls.accounts(query) == ["a"])
    }
  }

  @Test("a locked keychain gives attributes, and says that it is locked if data is wanted")
  func locked() throws {
    try Self.run { keychain, query in
      #expect(Self.add("a", to: keychain) == errSecSuccess)
      let other = try KeychainCalls.created("other.keychain")
      #expect(SecKeychainLock(keychain) == errSecSuccess)
      #expect(FileItemCalls.attributes(query)?["acct"] as? String == "a")
      let data = query.merging(["r_Data": true]) { $1 }
      #expect(FileItemCalls.copy(data).status == errSecInteractionNotAllowed)
      // A locked item is not absent, whatever the other keychains have.
      let both = data.merging(["m_SearchList": [keychain, other]]) { $1 }
      #expect(FileItemCalls.copy(both).status == errSecInteractionNotAllowed)
      let skipping = both.merging(["u_AuthUI": "u_AuthUIS"]) { $1 }
      #expect(FileItemCalls.copy(skipping).status == errSecItemNotFound)
      #expect(Self.add("b", to: keychain) == errSecInteractionNotAllowed)
      #expect(FileItemCalls.delete(query) == errSecSuccess)
    }
  }

  @Test("dates of both kinds of keychains are those of today")
  func dates() throws {
    try KeychainHome().run {
      let today = ISO8601DateFormatter().string(from: Date()).prefix(4)
      for keychain in [try KeychainCalls.created("dates.keychain"), SecKeychain.store] {
        let item = try #require(KeychainCalls.add("s", "a", to: keychain).item)
        let (_, dates) = KeychainCalls.attributes([.creationDateItemAttr], of: item)
        #expect(dates.map { String(decoding: $0, as: UTF8.self).prefix(4) } == [today])
      }
      // Four bytes are seconds since 1904.
      let seconds = UInt32(3_061_152_000)
      let bytes = unsafe withUnsafeBytes(of: seconds) { unsafe Array($0) }
      let keychain = try KeychainCalls.open("dates.keychain")
      let item = try #require(KeychainCalls.add("old", "a", to: keychain).item)
      let status = unsafe KeychainCalls.withList([(.creationDateItemAttr, bytes)]) { list in
        unsafe SecKeychainItemModifyContent(item, list, 0, nil)
      }
      #expect(status == errSecSuccess)
      let date = FileItemCalls.attributes(["v_Ref": item])?["cdat"] as? Date
      #expect(date == Date(timeIntervalSinceReferenceDate: 0))
    }
  }

  @Test("an access object decides who reads the secret")
  func access() throws {
    let home = try KeychainHome()
    try home.run {
      let keychain = try KeychainCalls.created("items.keychain")
      var access: SecAccess?
      #expect(unsafe SecAccessCreate("item" as NSString, [] as NSArray, &access) == errSecSuccess)
      #expect(Self.add("own", to: keychain) == errSecSuccess)
      let closed = try #require(access)
      #expect(Self.add("closed", ["acls": closed], to: keychain) == errSecSuccess)
      let query: Pairs = ["class": "genp", "m_SearchList": [keychain], "r_Data": true]
      func status(_ account: String) -> OSStatus {
        FileItemCalls.copy(query.merging(["acct": account]) { $1 }).status
      }
      #expect(status("own") == errSecSuccess)
      #expect(status("closed") == errSecInteractionNotAllowed)
      home.run(home.keychains(of: "two")) {
        let same: Pairs = [
          "class": "genp", "acct": "own", "r_Data": true,
          "m_SearchList": [SecKeychain.other("items.keychain")],
        ]
        #expect(FileItemCalls.copy(same).status == errSecInteractionNotAllowed)
      }
      #expect(Self.add("wrong", ["acls": "x"], to: keychain) == errSecParam)
      // New values replace the list too, if the list lets the program change it.
      let open = query.merging(["acct": "own"]) { $1 }
      #expect(FileItemCalls.update(open, ["acls": "x"]) == errSecParam)
      #expect(FileItemCalls.update(open, ["acls": closed]) == errSecInteractionNotAllowed)
      #expect(status("own") == errSecSuccess)
    }
  }
}

extension SecKeychain {
  /// Returns a keychain of the current program by its name.
  fileprivate static func other(_ name: String) -> SecKeychain {
    var keychain: SecKeychain?
    #expect(unsafe SecKeychainOpen(name, &keychain) == errSecSuccess)
    return keychain ?? SecKeychain()
  }
}
