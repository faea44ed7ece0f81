// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// One case of spec/secitem.md 17, on an empty keychain of a program with the groups G1 and G2.
///
/// Cases that need certificates, keys, a locked device or somebody to ask come with those parts.
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

/// What a case works on.
struct Bench: Sendable {
  let profile: TemporaryKeychain.Profile
  let keychain: TemporaryKeychain
  let clock: TestClock

  /// Whether the strict choices of spec/secitem.md 16 hold.
  var isStrict: Bool { profile != .quirks }
  /// Whether Update and Delete are stripped as on the Mac.
  var isMac: Bool { profile == .dataProtection }

  init(_ profile: TemporaryKeychain.Profile, groups: [String] = ["G1", "G2"]) throws {
    self.profile = profile
    clock = TestClock()
    keychain = try TemporaryKeychain(
      as: .withGroups(exactly: groups), profile: profile, clock: clock)
  }

  /// A generic password `{class, svce a, acct b}` with more pairs, or others.
  func item(_ pairs: [String: Any] = [:]) -> [String: Any] {
    ["class": "genp", "svce": "a", "acct": "b"].merging(pairs) { $1 }
  }

  /// Adds an item and expects success.
  func add(_ pairs: [String: Any] = [:]) {
    #expect(Calls.add(item(pairs)) == errSecSuccess)
  }

  /// Adds an item and answers its persistent reference.
  func addReferenced(_ pairs: [String: Any] = [:]) throws -> Data {
    let added = Calls.adding(item(pairs).merging(["r_PersistentRef": true]) { $1 })
    #expect(added.status == errSecSuccess)
    return try #require(added.result as? Data)
  }

  /// The attributes of the first item of a query; nil when there is none.
  func attributes(_ query: [String: Any]) -> [String: Any]? {
    let pairs = ["class": "genp", "r_Attributes": true].merging(query) { $1 }
    return Calls.copy(pairs).result as? [String: Any]
  }

  /// How many items a query finds.
  func count(_ query: [String: Any]) -> Int {
    let pairs: [String: Any] = ["class": "genp", "r_Attributes": true, "m_Limit": "m_LimitAll"]
    return (Calls.copy(pairs.merging(query) { $1 }).result as? NSArray)?.count ?? 0
  }

  /// The secret of an item.
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
    // Every call is foretold; what a person answers is not.
    #expect(count.calls > 0)
    #expect(count.foretold == count.calls || row.number == 58)
  }
}
