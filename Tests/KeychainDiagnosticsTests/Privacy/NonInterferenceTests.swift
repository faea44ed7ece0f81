// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainDiagnostics
import KeychainTesting
import Security
import Testing

/// Tests that explanations tell a program only facts that its own calls could tell it
/// (Specification/diagnostics.md, "Security rules of diagnosis", rule 1, case 21).
@Suite("non-interference")
struct NonInterferenceTests {
  private static let foreign = SimulatedDevice.App(
    "com.other.z", entitlements: .init(prefix: "ZYXWV98765", groups: ["ZYXWV98765.z"]))

  /// The calls of the program: each verb with items that are there, nearly there, and not there.
  private static var calls: [KeychainCall] {
    let queries: [[NSString: Any]] = [
      ["svce": "a", "acct": "b"], ["svce": "a", "acct": "B"], ["svce": "x", "acct": "y"],
      ["svce": "x"], ["svce": "a", "labl": "l"], [:], ["svce": "a", "limit": kSecMatchLimitAll],
      ["svce": "x", "acct": "y", "agrp": "ZYXWV98765.z"], ["acct": "y", "sync": true],
    ]
    let item = ["data": Data("s".utf8)] as [NSString: Any]
    return queries.flatMap { query -> [KeychainCall] in
      [
        .copyMatching(Stage.password(query)), .delete(Stage.password(query)),
        .add(Stage.password(query.merging(item) { $1 })),
        .update(Stage.password(query), setting: [kSecAttrLabel: "new"] as NSDictionary),
      ]
    }
  }

  private func stage(withForeign: Bool, locked: Bool) -> Stage {
    let stage = Stage()
    stage.phone.install(Self.foreign)
    if withForeign {
      for account in ["y", "b", "B", "c"] {
        stage.add(["svce": "x", "acct": account], as: Self.foreign)
        stage.add(["svce": "a", "acct": account, "labl": "l"], as: Self.foreign)
      }
      let gone = Stage.password(["svce": "x", "acct": "y"])
      #expect(stage.phone.run(as: Self.foreign) { SecItemDelete(gone) } == errSecSuccess)
    }
    stage.add(["svce": "a", "acct": "b"])
    if locked { stage.phone.lock() }
    return stage
  }

  /// Masks identifiers and times, which differ from store to store.
  private func masked(_ text: String) -> String {
    text.replacing(#/\b[0-9a-f]{4}\b/#, with: "ID")
      .replacing(#/[0-9-]{10}[T ][0-9:.]{5,12}Z?/#, with: "TIME")
  }

  @Test(
    "items of others and their history change no letter of any report", arguments: [false, true])
  func identical(_ locked: Bool) {
    let with = stage(withForeign: true, locked: locked)
    let without = stage(withForeign: false, locked: locked)
    for call in Self.calls {
      let (one, other) = (with.phone.explain(call), without.phone.explain(call))
      #expect(one.status == other.status)
      #expect(masked(one.text) == masked(other.text))
      #expect(masked(one.json) == masked(other.json))
    }
  }

  /// Returns a stage whose program has lost a group, while a sister program still adds items to it.
  private func heir(withForeign: Bool) throws -> Stage {
    let stage = Stage()
    let sister = SimulatedDevice.App(
      "com.example.sister",
      entitlements: .init(prefix: Stage.team, groups: [Stage.group("g1")]))
    stage.phone.install(sister)
    stage.phone.install(Self.foreign)
    stage.add(["svce": "a", "acct": "b"])
    try stage.phone.upgrade(
      stage.app, .init(prefix: Stage.team, groups: [Stage.group("g2")]), version: "2")
    guard withForeign else { return stage }
    for account in ["y", "B", "c"] {
      stage.add(["svce": "x", "acct": account], as: sister)
      stage.add(["svce": "a", "acct": account], as: sister)
    }
    // Other programs are upgraded, change their groups, and are deleted.
    try stage.phone.upgrade(
      sister, .init(prefix: "ZYXWV98765", groups: [Stage.group("g2")]), version: "9")
    try stage.phone.upgrade(
      Self.foreign, .init(prefix: Stage.team, groups: ["ZYXWV98765.y"]), version: "9")
    stage.phone.delete(Self.foreign)
    return stage
  }

  @Test("nor do other programs' histories, and what they made in a group that was lost")
  func histories() throws {
    let (with, without) = (try heir(withForeign: true), try heir(withForeign: false))
    var codes: Set<String> = []
    for call in Self.calls {
      let (one, other) = (with.phone.explain(call), without.phone.explain(call))
      #expect(one.status == other.status)
      #expect(masked(one.text) == masked(other.text))
      #expect(masked(one.json) == masked(other.json))
      codes.formUnion(one.codes.map(\.rawValue))
    }
    #expect(codes.isSuperset(of: ["K501", "K003", "K201"]), "\(codes.sorted())")
  }

  @Test("what is told of an own item that needs a person is that it exists and what it needs")
  func constrained() throws {
    let stage = Stage()
    stage.add([
      "svce": "canary-service", "acct": "canary-account", "accc": try control(.userPresence),
    ])
    for ui in [kSecUseAuthenticationUIFail, kSecUseAuthenticationUISkip] {
      let found = stage.phone.explain(
        stage.search(["svce": "canary-service", "ui": ui, "r_Data": true]))
      #expect(!(found.text + found.json).contains("canary-account"))
    }
  }
}
