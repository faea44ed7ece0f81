// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainTesting
import KeychainTypes
import Security
import Testing

/// The keychains to which SecItem calls go (Specification/secitem.md, "Routing of the macOS shim",
/// "Fan-out and merge of the macOS shim").
@Suite("SecItem goes to the store, to keychain files, or to both")
struct KeychainRouteTests {
  typealias Pairs = [String: Any]

  /// Runs a body with a file that is the default keychain and alone in the search list, in the
  /// profile `macos` or in the default profile.
  private static func run(merging: Bool, _ body: (SecKeychain) throws -> Void) throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("route.keychain")
      #expect(SecKeychainSetSearchList([keychain] as NSArray) == errSecSuccess)
      #expect(SecKeychainSetDefault(keychain) == errSecSuccess)
      try ProfileChoice.$scopedMerging.withValue(merging) { try body(keychain) }
    }
  }

  /// Returns the places that have a password of an account: "store", "file" or both.
  private static func places(_ account: String, _ keychain: SecKeychain) -> Set<String> {
    let query: Pairs = ["class": "genp", "acct": account, "sync": "syna"]
    var places: Set<String> = []
    if FileItemCalls.find(query.merging(["nleg": true]) { $1 }) == errSecSuccess {
      places.insert("store")
    }
    if KeychainCalls.find(nil, account, in: keychain).status == errSecSuccess {
      places.insert("file")
    }
    return places
  }

  /// A dictionary of Add, and where its item goes in the profile `macos` and in the default one.
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    nonisolated(unsafe) let pairs: Pairs
    let merging: OSStatus
    let placeMerging: Set<String>
    let standard: OSStatus
    let placeStandard: Set<String>

    init(
      _ name: String, _ pairs: Pairs, _ merging: (OSStatus, Set<String>),
      _ standard: (OSStatus, Set<String>)
    ) {
      self.name = name
      unsafe self.pairs = pairs
      (self.merging, placeMerging) = merging
      (self.standard, placeStandard) = standard
    }

    var testDescription: String { name }
  }

  private static var control: SecAccessControl? { Calls.accessControl("ak", []) }

  // swift-format-ignore
  static let rows: [Row] = [
    Row("nothing", [:], (0, ["file"]), (0, ["store"])),
    Row("flag true", ["nleg": true], (0, ["store"]), (0, ["store"])),
    Row("flag false", ["nleg": false], (0, ["file"]), (0, ["store"])),
    Row("group", ["agrp": "G"], (0, ["file"]), (-34018, [])),
    Row("token group", ["agrp": "com.apple.token"], (-34018, []), (-34018, [])),
    Row("protection", ["pdmn": "ak"], (0, ["file"]), (0, ["store"])),
    Row("access control", ["accc": control as Any], (0, ["store"]), (0, ["store"])),
    Row("synchronizable", ["sync": true], (0, ["store"]), (0, ["store"])),
    Row("synchronizable as a number", ["sync": 1], (0, ["store"]), (0, ["store"])),
    Row("not synchronizable", ["sync": false], (0, ["file"]), (0, ["store"])),
    Row("limit, flag true", ["nleg": true, "m_Limit": 1], (0, ["store"]), (-50, [])),
    Row("date, flag true", ["nleg": true, "mdat": Date()], (0, ["store"]), (0, ["store"])),
    Row("shared, flag false", ["nleg": false, "ggrp": "x"], (-50, []), (-34018, [])),
  ]

  @Test("Add goes to one place", arguments: rows, [true, false])
  func adding(_ row: Row, merging: Bool) throws {
    try Self.run(merging: merging) { keychain in
      let item: Pairs = ["class": "genp", "acct": "a", "v_Data": Data([1])]
      let status = FileItemCalls.add(unsafe item.merging(row.pairs) { $1 })
      #expect(status == (merging ? row.merging : row.standard))
      #expect(Self.places("a", keychain) == (merging ? row.placeMerging : row.placeStandard))
    }
  }

  @Test("a named keychain wins in both profiles; the flag wins over it", arguments: [true, false])
  func named(merging: Bool) throws {
    try Self.run(merging: merging) { keychain in
      let other = try KeychainCalls.created("other.keychain")
      let item: Pairs = ["class": "genp", "acct": "a", "v_Data": Data([1]), "u_Keychain": other]
      #expect(FileItemCalls.add(item) == errSecSuccess)
      #expect(Self.places("a", other) == ["file"] && Self.places("a", keychain) == [])
      #expect(FileItemCalls.add(item.merging(["nleg": true]) { $1 }) == errSecSuccess)
      #expect(Self.places("a", other) == ["file", "store"])
      // No keychain can have both.
      for more: Pairs in [
        ["accc": Calls.accessControl("ak", []) as Any], ["sync": true], ["tkid": "token"],
      ] {
        #expect(FileItemCalls.add(item.merging(more) { $1 }) == errSecParam)
      }
      #expect(FileItemCalls.find(["m_SearchList": [other], "r_Data": true]) == errSecParam)
      let missing = try KeychainCalls.open("missing.keychain")
      let query: Pairs = ["class": "genp", "m_SearchList": [missing]]
      #expect(FileItemCalls.find(query) == errSecNoSuchKeychain)
      #expect(
        FileItemCalls.add(item.merging(["u_Keychain": missing]) { $1 }) == errSecNoSuchKeychain)
      #expect(
        FileItemCalls.find(["class": "genp", "m_SearchList": [] as NSArray]) == errSecItemNotFound)
    }
  }

  @Test("the store as a keychain means the store, by its rules")
  func namedStore() throws {
    try KeychainHome().run {
      let store = try KeychainCalls.open("login.keychain")
      for account in ["a", "b"] {
        let item: Pairs = ["class": "genp", "acct": account, "v_Data": Data(account.utf8)]
        #expect(FileItemCalls.add(item.merging(["u_Keychain": store]) { $1 }) == errSecSuccess)
      }
      let query: Pairs = ["class": "genp", "m_SearchList": [store]]
      #expect(FileItemCalls.accounts(["class": "genp"]) == ["a", "b"])
      #expect(FileItemCalls.accounts(query) == ["a", "b"])
      let item = try #require(KeychainCalls.find(nil, "a", in: store).item)
      #expect(FileItemCalls.secret(["v_Ref": item]) == "a")
      #expect(FileItemCalls.delete(["v_Ref": item, "class": "genp"]) == errSecSuccess)
      #expect(FileItemCalls.accounts(query) == ["b"])
      // An access object has no effect on the store, as with the functions for keychains.
      var access: SecAccess?
      #expect(unsafe SecAccessCreate("x" as NSString, nil, &access) == errSecSuccess)
      let closed: Pairs = ["class": "genp", "acct": "c", "acls": access as Any]
      #expect(FileItemCalls.add(closed) == errSecSuccess)
      #expect(FileItemCalls.delete(query) == errSecSuccess)
      #expect(FileItemCalls.find(query) == errSecItemNotFound, "the store deletes all matches")
    }
  }

  @Test("a list of files and the store is searched in its order, and changed one by one")
  func mixed() throws {
    try KeychainHome().run {
      let store = try KeychainCalls.open("login.keychain")
      let file = try KeychainCalls.created("mixed.keychain")
      for (keychain, account) in [(store, "s1"), (store, "s2"), (file, "f1")] {
        #expect(
          FileItemCalls.add([
            "class": "genp", "acct": account, "v_Data": Data(account.utf8), "u_Keychain": keychain,
          ]) == errSecSuccess)
      }
      let query: Pairs = ["class": "genp", "m_SearchList": [store, file]]
      #expect(FileItemCalls.accounts(query) == ["s1", "s2", "f1"])
      #expect(
        FileItemCalls.accounts(query.merging(["m_SearchList": [file, store]]) { $1 })
          == ["f1", "s1", "s2"])
      #expect(FileItemCalls.secret(query) == "s1")
      #expect(FileItemCalls.copy(query).result is SecKeychainItem)
      #expect(FileItemCalls.find(query.merging(["acct": "x"]) { $1 }) == errSecItemNotFound)
      #expect(FileItemCalls.update(query.merging(["m_Limit": 3]) { $1 }, ["icmt": "x"]) == 0)
      #expect(FileItemCalls.count(query.merging(["icmt": "x"]) { $1 }) == 3)
      #expect(FileItemCalls.delete(query) == errSecSuccess)
      #expect(FileItemCalls.accounts(query) == ["s2", "f1"])
      #expect(FileItemCalls.delete(query.merging(["m_Limit": "m_LimitAll"]) { $1 }) == 0)
      #expect(FileItemCalls.find(query) == errSecItemNotFound)
    }
  }

  @Test("in a list of files and the store, an object or a reference names the class")
  func mixedReferences() throws {
    try KeychainHome().run {
      let store = try KeychainCalls.open("login.keychain")
      let file = try KeychainCalls.created("mixed.keychain")
      let made = try MadeIdentity()
      let key = try #require(KeyCalls.generate(kSecAttrKeyTypeEC, 256).object)
      for keychain in [store, file] {
        for account in ["a", "b"] { KeychainCalls.add("s", account, account, to: keychain) }
        for object in [made.certificate, key] as [AnyObject] {
          #expect(FileItemCalls.add(["v_Ref": object, "u_Keychain": keychain]) == errSecSuccess)
        }
      }
      let lists = [[file, store], [store, file], [file], [store]]
      for keychain in [store, file] {
        let item = try #require(KeychainCalls.find("s", "b", in: keychain).item)
        let query: Pairs = ["class": "genp", "acct": "b", "m_SearchList": [keychain]]
        let reference = try #require(
          FileItemCalls.copy(query.merging(["r_PersistentRef": true]) { $1 }).result as? Data)
        for list in lists {
          let isThere = list.contains(keychain)
          let places: Pairs = ["m_SearchList": list]
          for name: Pairs in [["v_Ref": item], ["v_PersistentRef": reference]] {
            for itemClass: Pairs in [[:], ["class": "genp"]] {
              let named = places.merging(name) { $1 }.merging(itemClass) { $1 }
              let status = FileItemCalls.find(named)
              // A persistent reference of the store and a list of keychains exclude each other.
              if keychain == store, name["v_Ref"] == nil {
                #expect(status == errSecParam)
                continue
              }
              // The store alone answers by its own rules.
              if list == [store], keychain == file { continue }
              #expect(status == (isThere || list == [store] ? errSecSuccess : errSecItemNotFound))
              guard isThere else { continue }
              #expect(FileItemCalls.secret(named) == "b", "\(list), \(name.keys)")
              #expect(FileItemCalls.count(named) == 1)
            }
          }
        }
      }
      for object in [made.certificate, key] as [AnyObject] {
        for (list, count) in zip(lists, [2, 2, 1, 1]) {
          let all: Pairs = ["m_SearchList": list, "v_Ref": object]
          #expect(FileItemCalls.count(all) == count, "\(list), \(object)")
        }
      }
      #expect(
        FileItemCalls.find(["m_SearchList": [file, store], "v_PersistentRef": Data([1])])
          == errSecParam)
    }
  }

  @Test("kSecUseKeychain counts in Add, kSecMatchSearchList in the other calls")
  func bothNamed() throws {
    try KeychainHome().run {
      let one = try KeychainCalls.created("one.keychain")
      let two = try KeychainCalls.created("two.keychain")
      let both: Pairs = ["class": "genp", "u_Keychain": one, "m_SearchList": [two] as NSArray]
      let item: Pairs = ["acct": "a", "v_Data": Data([1])]
      #expect(FileItemCalls.add(both.merging(item) { $1 }) == errSecSuccess)
      #expect(KeychainCalls.find(nil, "a", in: one).status == errSecSuccess)
      #expect(KeychainCalls.find(nil, "a", in: two).status == errSecItemNotFound)
      #expect(FileItemCalls.find(both) == errSecItemNotFound)
      #expect(FileItemCalls.update(both, ["icmt": "x"]) == errSecItemNotFound)
      #expect(FileItemCalls.delete(both) == errSecItemNotFound)
      KeychainCalls.add("s", "b", to: two)
      #expect(FileItemCalls.accounts(both) == ["b"])
      #expect(FileItemCalls.update(both, ["icmt": "x"]) == errSecSuccess)
      #expect(FileItemCalls.delete(both) == errSecSuccess)
      #expect(KeychainCalls.find(nil, "a", in: one).status == errSecSuccess)
    }
  }

  @Test("the distribution's certificates are found, and stay as they are")
  func authorities() throws {
    try KeychainHome().run {
      let system = try KeychainCalls.open("/Library/Keychains/System.keychain")
      let query: Pairs = ["class": "cert", "m_SearchList": [system]]
      let anchors = FileItemCalls.copy(query.merging(["m_Limit": 2]) { $1 })
      let status = anchors.status
      // Some machines have no certificates of authorities.
      guard status != errSecItemNotFound else { return }
      let found = try #require(anchors.result as? [SecCertificate])
      let one = query.merging(["v_Ref": found[0]]) { $1 }
      #expect(FileItemCalls.copy(one).result as? SecCertificate == found[0])
      #expect(FileItemCalls.attributes(one)?["ctyp"] is Int)
      #expect(FileItemCalls.update(one, ["labl": "x"]) == errSecWrPerm)
      #expect(FileItemCalls.delete(query) == errSecWrPerm)
      #expect(FileItemCalls.add(["class": "genp", "u_Keychain": system]) == errSecWrPerm)
      #expect(
        FileItemCalls.find(["class": "genp", "m_SearchList": [system]]) == errSecItemNotFound)
    }
  }

  @Test("the profiles of iOS know no keychain files")
  func phones() throws {
    let keychain = SecKeychain()
    for profile in [TemporaryKeychain.Profile.ios, .quirks] {
      try TemporaryKeychain(profile: profile).run {
        ProfileChoice.$scopedMerging.withValue(true) {
          #expect(FileItemCalls.find(["class": "genp", "u_Keychain": keychain]) == errSecParam)
          #expect(FileItemCalls.add(["class": "genp", "u_Keychain": keychain]) == errSecParam)
          #expect(FileItemCalls.find(["class": "genp"]) == errSecItemNotFound)
        }
      }
    }
  }
}

/// Calls that the profile `macos` sends to the store and to the keychain files of the search list.
@Suite("SecItem in the profile macos")
struct MergedCallTests {
  typealias Pairs = [String: Any]

  /// Runs a body with the passwords `store` in the store and `file` in a file of the search list.
  private static func run(_ body: (SecKeychain) throws -> Void) throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("merge.keychain")
      #expect(SecKeychainSetSearchList([keychain] as NSArray) == errSecSuccess)
      for (account, more) in [("store", ["nleg": true]), ("file", ["u_Keychain": keychain])]
        as [(String, Pairs)]
      {
        let item: Pairs = ["class": "genp", "acct": account, "svce": "s", "v_Data": Data([1])]
        #expect(FileItemCalls.add(item.merging(more) { $1 }) == errSecSuccess)
      }
      try ProfileChoice.$scopedMerging.withValue(true) { try body(keychain) }
    }
  }

  @Test("arrays are joined, single results are the store's, the flag chooses one")
  func copying() throws {
    try Self.run { _ in
      let query: Pairs = ["class": "genp", "svce": "s"]
      #expect(FileItemCalls.accounts(query) == ["store", "file"])
      #expect(FileItemCalls.attributes(query)?["acct"] as? String == "store")
      #expect(FileItemCalls.accounts(query.merging(["nleg": true]) { $1 }) == ["store"])
      #expect(FileItemCalls.accounts(query.merging(["nleg": false]) { $1 }) == ["file"])
      #expect(FileItemCalls.attributes(query.merging(["acct": "file"]) { $1 }) != nil)
      #expect(FileItemCalls.find(query.merging(["acct": "x"]) { $1 }) == errSecItemNotFound)
      // The store has no such group; a file ignores the group.
      #expect(FileItemCalls.accounts(query.merging(["agrp": "G"]) { $1 }) == ["file"])
      // With data of all, the files refuse and the store's answer counts.
      let data: Pairs = ["r_Data": true, "m_Limit": "m_LimitAll"]
      let all = FileItemCalls.copy(query.merging(data) { $1 })
      #expect(all.status == errSecSuccess && (all.result as? [Data])?.count == 1)
      let absent = data.merging(["acct": "file"]) { $1 }
      #expect(FileItemCalls.copy(query.merging(absent) { $1 }).status == errSecParam)
      // The dictionary of a result is a query again.
      let found = try #require(FileItemCalls.attributes(query.merging(["nleg": true]) { $1 }))
      #expect(
        FileItemCalls.find(found.merging(["class": "genp", "mdat": Date()]) { $1 }) == errSecSuccess
      )
    }
  }

  @Test("a search for certificates asks the keychain of the machine too, the others do not")
  func authorities() throws {
    try KeychainHome().run {
      let system = try KeychainCalls.open("/Library/Keychains/System.keychain")
      let list = unsafe KeychainCalls.list { unsafe SecKeychainCopySearchList($0) }
      #expect(list == [SecKeychain.store, system].compactMap(\.self))
      let named: Pairs = ["class": "cert", "m_SearchList": [system], "m_Limit": 1]
      // Some machines have no certificates of authorities.
      guard let found = FileItemCalls.copy(named).result as? [SecCertificate] else { return }
      let anchor = try #require(found.first)
      let query: Pairs = ["class": "cert", "v_Ref": anchor]
      #expect(FileItemCalls.find(query) == errSecItemNotFound)
      try ProfileChoice.$scopedMerging.withValue(true) {
        #expect(FileItemCalls.copy(query).result as? SecCertificate == anchor)
        #expect(FileItemCalls.delete(query) == errSecItemNotFound)
        #expect(FileItemCalls.update(query, ["labl": "x"]) == errSecItemNotFound)
        #expect(FileItemCalls.find(["class": "genp"]) == errSecItemNotFound)
        #expect(FileItemCalls.find(["class": "idnt"]) == errSecItemNotFound)
        // A damaged keychain is no longer told once a certificate is found.
        let home = try #require(SecKeychain.store?.path).replacing("store.db", with: "keychains")
        try FileManager.default.createDirectory(
          atPath: home, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: home + "/bad.keychain-db"))
        let bad = try KeychainCalls.open("bad.keychain")
        #expect(SecKeychainSetSearchList([bad] as CFArray) == errSecSuccess)
        #expect(FileItemCalls.find(query) == errSecSuccess)
        let absent: Pairs = ["class": "cert", "labl": "no such label"]
        #expect(FileItemCalls.find(absent) == errSecInvalidKeychain)
      }
    }
  }

  @Test("update and delete: all matches of the store, one of the files")
  func changing() throws {
    try Self.run { keychain in
      let second: Pairs = ["class": "genp", "acct": "file2", "svce": "s", "u_Keychain": keychain]
      #expect(FileItemCalls.add(second) == errSecSuccess)
      let more: Pairs = ["class": "genp", "acct": "store2", "svce": "s", "nleg": true]
      #expect(FileItemCalls.add(more) == errSecSuccess)
      let query: Pairs = ["class": "genp", "svce": "s"]
      #expect(FileItemCalls.update(query, ["icmt": "x"]) == errSecSuccess)
      #expect(
        FileItemCalls.accounts(["class": "genp", "icmt": "x"]) == ["store", "store2", "file"])
      #expect(FileItemCalls.delete(query.merging(["m_Limit": 1]) { $1 }) == errSecSuccess)
      #expect(FileItemCalls.accounts(query) == ["file2"])
      #expect(FileItemCalls.delete(query) == errSecSuccess)
      #expect(FileItemCalls.delete(query) == errSecItemNotFound)
    }
  }

  @Test("an item of a file that becomes synchronizable moves to the store")
  func moving() throws {
    try Self.run { keychain in
      let query: Pairs = ["class": "genp", "acct": "file"]
      #expect(FileItemCalls.update(query, ["sync": true, "icmt": "moved"]) == errSecSuccess)
      #expect(KeychainCalls.find(nil, "file", in: keychain).status == errSecItemNotFound)
      let moved = query.merging(["nleg": true, "sync": true, "icmt": "moved"]) { $1 }
      #expect(FileItemCalls.secret(moved) == "\u{1}")
      // The opposite update leaves the item where it is.
      let back = query.merging(["nleg": true]) { $1 }
      #expect(FileItemCalls.update(query.merging(["sync": "syna"]) { $1 }, ["sync": false]) == 0)
      #expect(FileItemCalls.find(back) == errSecSuccess)
      #expect(KeychainCalls.find(nil, "file", in: keychain).status == errSecItemNotFound)
      #expect(
        FileItemCalls.update(["class": "genp", "acct": "x"], ["sync": true]) == errSecItemNotFound)
    }
  }

  @Test("functions for keychains and imports that name the store stay with the store")
  func namedStore() throws {
    try Self.run { keychain in
      #expect(SecKeychainSetDefault(keychain) == errSecSuccess)
      let store = try #require(SecKeychain.store)
      let item = try #require(KeychainCalls.add("fn", "fn", to: store).item)
      #expect(KeychainCalls.find("fn", "fn", in: keychain).status == errSecItemNotFound)
      #expect(KeychainCalls.find("fn", "fn", in: store).secret == "secret")
      #expect(SecKeychainItemDelete(item) == errSecSuccess)
      let vector = try PKCS12Calls.vector("openssl, chain")
      #expect(try PKCS12Calls.importing(vector, ["keychain": store]).status == errSecSuccess)
      #expect(FileItemCalls.find(["class": "keys", "nleg": true]) == errSecSuccess)
      #expect(FileItemCalls.find(["class": "keys", "nleg": false]) == errSecItemNotFound)
    }
  }

  @Test("without files, the answers are those of the store")
  func storeAlone() throws {
    try KeychainHome().run {
      ProfileChoice.$scopedMerging.withValue(true) {
        let item: Pairs = ["class": "genp", "acct": "a", "v_Data": Data([1])]
        #expect(FileItemCalls.add(item) == errSecSuccess)
        #expect(FileItemCalls.secret(["class": "genp"]) == "\u{1}")
        #expect(FileItemCalls.secret(["class": "genp", "nleg": false]) == "\u{1}")
        #expect(FileItemCalls.delete(["class": "genp"]) == errSecSuccess)
        #expect(FileItemCalls.find(["class": "genp"]) == errSecItemNotFound)
        #expect(FileItemCalls.add([:]) == errSecParam)
      }
    }
  }
}
