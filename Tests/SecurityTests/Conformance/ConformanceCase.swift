// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// One case of Specification/secitem.md, "The 60 most discriminating conformance cases".
///
/// It runs on an empty keychain of a program with the access groups G1 and G2.
///
/// Cases that need certificates, keys, a locked device or a prompt are in the tests of those parts.
struct ConformanceCase: CustomTestStringConvertible, Sendable {
  let number: Int
  let name: String
  let groups: [String]
  let line: Int
  let file: String
  let body: @Sendable (Bench) throws -> Void

  init(
    _ number: Int, _ name: String, groups: [String] = ["G1", "G2"], line: Int = #line,
    file: String = #filePath, body: @escaping @Sendable (Bench) throws -> Void
  ) {
    self.number = number
    self.name = name
    self.groups = groups
    self.line = line
    self.file = file
    self.body = body
  }

  var testDescription: String { "\(number): \(name)" }

  static let all: [ConformanceCase] =
    addCases + synchronizableCases + queryCases + resultCases + changeCases + referenceCases
    + groupCases + protectionCases + filterCases + identityCases
}

/// The keychain, profile and clock that a case works on.
struct Bench: Sendable {
  let profile: TemporaryKeychain.Profile
  let keychain: TemporaryKeychain
  let clock: TestClock

  /// True if the strict choices of Specification/secitem.md, "Discrepancies between documents and
  /// source" hold.
  var isStrict: Bool { profile != .quirks }
  /// True if the queries of Update and Delete are stripped, as on the Mac.
  var isMac: Bool { profile == .dataProtection }

  init(_ profile: TemporaryKeychain.Profile, groups: [String] = ["G1", "G2"]) throws {
    self.profile = profile
    clock = TestClock()
    keychain = try TemporaryKeychain(
      as: .withGroups(exactly: groups), profile: profile, clock: clock)
  }

  /// Returns the generic password `{class, svce a, acct b}`, with the given pairs added or
  /// replaced.
  func item(_ pairs: [String: Any] = [:]) -> [String: Any] {
    ["class": "genp", "svce": "a", "acct": "b"].merging(pairs) { $1 }
  }

  /// Adds an item and expects success.
  func add(_ pairs: [String: Any] = [:]) {
    #expect(Calls.add(item(pairs)) == errSecSuccess)
  }

  /// Adds an item and returns its persistent reference.
  func addReferenced(_ pairs: [String: Any] = [:]) throws -> Data {
    let added = Calls.adding(item(pairs).merging(["r_PersistentRef": true]) { $1 })
    #expect(added.status == errSecSuccess)
    return try #require(added.result as? Data)
  }

  /// Returns the attributes of the first item that the query finds, or nil if it finds no item.
  func attributes(_ query: [String: Any]) -> [String: Any]? {
    let pairs = ["class": "genp", "r_Attributes": true].merging(query) { $1 }
    return Calls.copy(pairs).result as? [String: Any]
  }

  /// Returns the number of items that the query finds.
  func count(_ query: [String: Any]) -> Int {
    let pairs: [String: Any] = ["class": "genp", "r_Attributes": true, "m_Limit": "m_LimitAll"]
    return (Calls.copy(pairs.merging(query) { $1 }).result as? NSArray)?.count ?? 0
  }

  /// Returns the secret of the first item that the query finds.
  func secret(_ query: [String: Any] = ["svce": "a"]) -> Data? {
    Calls.copy(["class": "genp", "r_Data": true].merging(query) { $1 }).result as? Data
  }
}

@Suite("Conformance")
struct ConformanceTests {
  @Test(
    "case", arguments: ConformanceCase.all,
    [.dataProtection, .ios, .quirks] as [TemporaryKeychain.Profile])
  func run(_ row: ConformanceCase, _ profile: TemporaryKeychain.Profile) throws {
    let bench = try Bench(profile, groups: row.groups)
    let count = Calls.Count()
    try Calls.$count.withValue(count) { try bench.keychain.run { try row.body(bench) } }
    // Every answer was predicted, except in case 58, which depends on the user.
    #expect(count.calls > 0)
    #expect(count.foretold == count.calls || row.number == 58)
  }
}
