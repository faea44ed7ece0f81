// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Updates of several items of keychain files, and lists of items in a query
/// (Specification/file-keychain.md, "SecItem on file keychains").
@Suite("SecItem on keychain files: updates and lists of items")
struct FileUpdateTests {
  private typealias Pairs = [String: Any]

  private static func add(_ account: String, _ comment: String, to keychain: SecKeychain)
    -> OSStatus
  {
    FileItemCalls.add([
      "class": "genp", "svce": "s", "acct": account, "icmt": comment,
      "v_Data": Data(account.utf8), "u_Keychain": keychain,
    ])
  }

  /// Returns account, comment and secret of each item, in the order of the keychains.
  private static func items(_ keychains: [SecKeychain]) -> [String] {
    let query: Pairs = ["class": "genp", "m_SearchList": keychains]
    return FileItemCalls.accounts(query).map { account in
      let one = query.merging(["acct": account]) { $1 }
      let comment = FileItemCalls.attributes(one)?["icmt"] as? String ?? ""
      return "\(account) \(comment) \(FileItemCalls.secret(one) ?? "")"
    }
  }

  /// New values for all items of a list, and whether they meet a duplicate.
  private static let changes: [(isRefused: Bool, values: [String: String])] = [
    (true, ["acct": "same", "icmt": "new"]), (true, ["acct": "c"]), (true, ["acct": "same"]),
    (false, ["icmt": "new"]), (false, ["svce": "other", "icmt": "new"]),
  ]

  @Test("an update of all items of a keychain is whole, or changes nothing", arguments: [1, 2])
  func wholeOrNothing(_ count: Int) throws {
    try KeychainHome().run {
      for (isRefused, values) in Self.changes {
        for hasSecret in [false, true] {
          let name = "\(values.count)\(hasSecret)\(UUID().uuidString)"
          let keychains = try (0..<count).map { try KeychainCalls.created("\(name)\($0).keychain") }
          // With two keychains, only the last has two items that would become equal.
          for account in ["a", "b", "c"] {
            let keychain = keychains[account == "a" ? 0 : count - 1]
            #expect(Self.add(account, "old", to: keychain) == errSecSuccess)
          }
          let before = Self.items(keychains)
          var changes: Pairs = values
          if hasSecret { changes["v_Data"] = Data("renewed".utf8) }
          let query: Pairs = ["class": "genp", "m_SearchList": keychains, "m_Limit": "m_LimitAll"]
          let status = FileItemCalls.update(query, changes)
          let after = Self.items(keychains)
          guard !isRefused else {
            #expect(status == errSecDuplicateItem && after == before, "\(values): \(after)")
            continue
          }
          #expect(status == errSecSuccess)
          #expect(
            after.sorted()
              == ["a", "b", "c"].map {
                "\($0) \(values["icmt"] ?? "old") \(hasSecret ? "renewed" : $0)"
              })
        }
      }
    }
  }

  @Test("an update without a limit still changes one item")
  func oneItem() throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("one.keychain")
      for account in ["a", "b"] { #expect(Self.add(account, "old", to: keychain) == errSecSuccess) }
      let query: Pairs = ["class": "genp", "m_SearchList": [keychain]]
      #expect(FileItemCalls.update(query, ["icmt": "new"]) == errSecSuccess)
      #expect(Self.items([keychain]) == ["a new a", "b old b"])
    }
  }

  @Test("a list of references or items needs no class, in each of the calls")
  func listsOfItems() throws {
    try KeychainHome().run {
      let keychain = try KeychainCalls.created("list.keychain")
      for account in ["a", "b", "c"] {
        #expect(Self.add(account, "old", to: keychain) == errSecSuccess)
      }
      #expect(SecKeychainSetSearchList([keychain] as NSArray) == errSecSuccess)
      let two: Pairs = ["class": "genp", "m_SearchList": [keychain]]
      func found(_ account: String, _ kind: String) throws -> Any {
        let query = two.merging(["acct": account, kind: true]) { $1 }
        return try #require(FileItemCalls.copy(query).result)
      }
      let references = try ["a", "c"].map { try found($0, "r_PersistentRef") }
      let items = try ["a", "c"].map { try found($0, "r_Ref") }
      for named: Pairs in [
        ["v_PersistentRef": references], ["m_ItemList": references], ["m_ItemList": items],
        ["u_ItemList": references], ["v_PersistentRef": references, "class": "genp"],
        ["m_ItemList": references, "class": "genp"], ["m_ItemList": items, "class": "genp"],
        ["m_ItemList": references, "m_SearchList": [keychain]],
      ] {
        #expect(FileItemCalls.accounts(named) == ["a", "c"], "\(named.keys)")
        #expect(FileItemCalls.count(named) == 2, "\(named.keys)")
        let all = named.merging(["r_Ref": true, "m_Limit": "m_LimitAll"]) { $1 }
        #expect((FileItemCalls.copy(all).result as? NSArray)?.count == 2, "\(named.keys)")
        let limited = named.merging(["m_Limit": "m_LimitAll"]) { $1 }
        let comment = UUID().uuidString
        #expect(FileItemCalls.update(limited, ["icmt": comment]) == errSecSuccess)
        #expect(
          Self.items([keychain]) == ["a \(comment) a", "b old b", "c \(comment) c"],
          "\(named.keys)")
      }
      #expect(
        FileItemCalls.delete(["m_ItemList": items, "m_Limit": "m_LimitAll"]) == errSecSuccess)
      #expect(FileItemCalls.accounts(two) == ["b"])
      #expect(FileItemCalls.find(["m_ItemList": [] as NSArray]) == errSecParam)
    }
  }
}
