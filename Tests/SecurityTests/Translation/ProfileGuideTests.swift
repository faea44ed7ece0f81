// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests that every call answers the status in the table of the guide of profiles.
@Suite("The guide of profiles")
struct ProfileGuideTests {
  /// A call, with the words that the guide has for it.
  struct Row: CustomTestStringConvertible, Sendable {
    let words: String
    let call: @Sendable () -> OSStatus

    init(_ words: String, _ call: @escaping @Sendable () -> OSStatus) {
      self.words = words
      self.call = call
    }

    var testDescription: String { words }
  }

  /// The profiles in the order of the guide's columns.
  static let profiles: [TemporaryKeychain.Profile] = [.dataProtection, .ios, .quirks]

  static let rows: [Row] = [
    Row("`SecItemDelete` with `kSecMatchLimit`") {
      Calls.delete(["class": "genp", "m_Limit": "m_LimitAll"])
    },
    Row("`SecItemUpdate` of a query with `kSecMatchLimit`") {
      Calls.update(["class": "genp", "m_Limit": "m_LimitAll"], ["labl": "b"])
    },
    Row("`SecItemUpdate` of a query with `kSecReturnData`") {
      Calls.update(["class": "genp", "r_Data": true], ["labl": "b"])
    },
    Row("`SecItemAdd` with `kSecMatchLimit` or another match key") {
      Calls.add(["class": "genp", "svce": "b", "m_Limit": "m_LimitOne"])
    },
    Row("`SecItemAdd` with a persistent reference of 20 bytes") {
      Calls.add(["class": "genp", "svce": "b", "v_PersistentRef": PersistentReferences.second])
    },
    Row("`SecItemCopyMatching` with `kSecMatchSearchList`") {
      Calls.find(["class": "genp", "m_SearchList": [SecKeychain()]])
    },
    Row("`SecItemDelete` with `kSecMatchSearchList`") {
      Calls.delete(["class": "genp", "m_SearchList": [SecKeychain()]])
    },
    Row("`SecItemCopyMatching` with `kSecUseKeychain`") {
      Calls.find(["class": "genp", "u_Keychain": SecKeychain()])
    },
    Row(
      "`SecItemCopyMatching` with `kSecUseKeychain`, and `kSecUseDataProtectionKeychain` true"
    ) {
      Calls.find(["class": "genp", "u_Keychain": SecKeychain(), "nleg": true])
    },
  ]

  @Test("each call answers what the guide says", arguments: rows, profiles)
  func answers(_ row: Row, _ profile: TemporaryKeychain.Profile) throws {
    let statuses = try #require(try Self.table()[row.words])
    let place = try #require(Self.profiles.firstIndex(of: profile))
    try TemporaryKeychain(profile: profile).run {
      #expect(Calls.add(["class": "genp", "svce": "a", "v_Data": Data([1])]) == errSecSuccess)
      #expect(row.call() == statuses[place])
    }
  }

  @Test("the guide has no other calls")
  func calls() throws {
    #expect(Set(try Self.table().keys) == Set(Self.rows.map(\.words)))
  }

  /// Returns the rows of the guide that begin with a function of SecItem, with a status for each
  /// column.
  private static func table() throws -> [String: [OSStatus]] {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    let path = root.joined(separator: "/") + "/Documentation/Guides/profiles.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var table: [String: [OSStatus]] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `SecItem") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      table[cells[0]] = cells.dropFirst().map { cell in
        OSStatus(cell.prefix { $0 == "-" || $0.isNumber }) ?? .min
      }
    }
    return table
  }
}
