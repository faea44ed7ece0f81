// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import Security
import Testing

@Suite("Refusals of dictionaries")
struct RefusalTests {
  static let profiles: [Profile] = [.dataProtection, .ios, .quirks]

  @Test("by the table", arguments: RefusalRow.rows, profiles)
  func table(_ row: RefusalRow, _ profile: Profile) {
    let service = RecordingService()
    var query: [AnyHashable: Any] = ["class": "genp"]
    query.merge(unsafe row.pairs) { $1 }
    let dictionary = query as NSDictionary
    let found = service.run(profile) {
      [
        SecItemAdd(dictionary, nil), SecItemCopyMatching(dictionary, nil),
        SecItemUpdate(dictionary, [:] as CFDictionary),
        SecItemUpdate(["class": "genp"] as CFDictionary, (unsafe row.pairs) as NSDictionary),
        SecItemDelete(dictionary),
      ]
    }
    let expected = row.others[profile] ?? row.statuses
    let names = ["Add", "Copy", "Update query", "Update changes", "Delete"]
    for (place, name) in names.enumerated() {
      #expect(
        found[place] == expected[place], "\(name), \(row.name), \(profile)",
        sourceLocation: SourceLocation(
          fileID: "SecurityTests/RefusalTable.swift", filePath: "RefusalTable.swift",
          line: row.line, column: 1))
    }
  }

  @Test("of an empty dictionary", arguments: profiles)
  func empty(_ profile: Profile) {
    RecordingService().run(profile) {
      #expect(Calls.add([:]) == errSecParam)
      #expect(Calls.find([:]) == errSecParam)
      #expect(Calls.update([:], [:]) == errSecParam)
      #expect(Calls.delete([:]) == errSecParam)
      #expect(Calls.update(["class": "genp"], [:]) == errSecItemNotFound)
    }
  }

  @Test("without a group come before all that the dictionary says, but for misuse of objects")
  func noGroups() {
    RecordingService(groups: []).run {
      for pairs in [[:], ["zz": 1], ["class": "xxxx"], ["class": "genp", "agrp": "X"]]
        as [[String: Any]]
      {
        #expect(Calls.add(pairs) == errSecMissingEntitlement)
        #expect(Calls.find(pairs) == errSecMissingEntitlement)
        #expect(Calls.update(pairs, [:]) == errSecMissingEntitlement)
        #expect(Calls.delete(pairs) == errSecMissingEntitlement)
      }
      #expect(Calls.find(["class": "genp", "accc": 1]) == errSecParam)
      #expect(Calls.find(["class": "genp", "clip": 1]) == errSecParam)
    }
  }

  @Test("of Update: a forbidden new group is stronger than match keys and the changes' types")
  func newGroup() {
    RecordingService().run {
      #expect(
        Calls.update(["class": "genp", "m_Limit": 1], ["agrp": "X"]) == errSecMissingEntitlement)
      #expect(Calls.update(["class": "genp", "r_Data": true], ["agrp": "X"]) == errSecParam)
      #expect(
        Calls.update(["class": "genp"], ["agrp": "X", "labl": true]) == errSecMissingEntitlement)
      #expect(Calls.update(["class": "genp"], ["agrp": "G2", "labl": true]) == errSecParam)
    }
  }

  @Test("of more pairs than a dictionary can have")
  func tooManyPairs() {
    var pairs: [String: Any] = ["class": "genp"]
    for number in 0..<127 { pairs["f_\(number + 1000)"] = number }
    RecordingService().run {
      #expect(Calls.find(pairs) == errSecItemNotFound)
      pairs["f_one_more"] = 1
      #expect(Calls.find(pairs) == errSecParam)
      #expect(Calls.add(pairs) == errSecParam)
      #expect(Calls.update(["class": "genp"], pairs) == errSecParam)
    }
  }

  @Test("of keychain files: a value that is none, and the store named beside it")
  func fileBased() {
    RecordingService().run(.dataProtection) {
      let query: [String: Any] = ["class": "genp", "u_Keychain": "a", "m_SearchList": ["b"]]
      #expect(Calls.find(query) == errSecParam)
      #expect(Calls.find(query.merging(["nleg": false]) { $1 }) == errSecParam)
      #expect(Calls.find(query.merging(["nleg": true]) { $1 }) == errSecItemNotFound)
      #expect(Calls.add(query.merging(["nleg": true]) { $1 }) == errSecSuccess)
    }
  }
}
