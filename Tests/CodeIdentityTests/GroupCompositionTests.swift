// SPDX-License-Identifier: Apache-2.0

import CodeIdentity
import KeychainTypes
import Testing

/// A row: the entitlements of a program, and its access groups in both kinds of profile.
struct CompositionRow: CustomTestStringConvertible {
  let name: String
  let entitlements: Entitlements
  let mac: [String]
  let phone: [String]

  init(_ name: String, _ entitlements: Entitlements, mac: [String], phone: [String]) {
    self.name = name
    self.entitlements = entitlements
    self.mac = mac
    self.phone = phone
  }

  var testDescription: String { name }
}

@Suite("Group list")
struct GroupCompositionTests {
  static let token = "com.apple.token"

  static let rows = [
    CompositionRow(
      "all sources in their order",
      Entitlements(
        keychainAccessGroups: ["T.b", "T.a"], associatedApplicationIdentifiers: ["T.web"],
        applicationIdentifier: "T.app", applicationGroups: ["group.z", "group.y"]),
      mac: ["T.b", "T.a", "T.web", "T.app", token],
      phone: ["T.b", "T.a", "T.web", "T.app", "group.z", "group.y"]),
    CompositionRow(
      "duplicates stay",
      Entitlements(keychainAccessGroups: ["T.app", "T.app"], applicationIdentifier: "T.app"),
      mac: ["T.app", "T.app", "T.app", token], phone: ["T.app", "T.app", "T.app"]),
    CompositionRow(
      "an app clip has no application groups",
      Entitlements(
        applicationIdentifier: "T.clip", applicationGroups: ["group.z"], isAppClip: true),
      mac: ["T.clip", token], phone: ["T.clip"]),
    CompositionRow(
      "a listed token group moves to the end",
      Entitlements(keychainAccessGroups: [token, "T.a"], applicationIdentifier: "T.app"),
      mac: ["T.a", "T.app", token], phone: ["T.a", "T.app", token]),
    CompositionRow("nothing at all", .none, mac: [token], phone: []),
    CompositionRow(
      "only the token group listed", Entitlements(keychainAccessGroups: [token]),
      mac: [token], phone: [token]),
    CompositionRow(
      "application groups alone",
      Entitlements(applicationGroups: ["group.z"]), mac: [token], phone: ["group.z"]),
  ]

  @Test("by profile", arguments: rows)
  func composition(_ row: CompositionRow) {
    #expect(GroupComposition.groups(of: row.entitlements, in: .dataProtection) == row.mac)
    #expect(GroupComposition.groups(of: row.entitlements, in: .ios) == row.phone)
    #expect(GroupComposition.groups(of: row.entitlements, in: .quirks) == row.phone)
  }

  @Test("default and writable groups")
  func derived() {
    let both = Caller(identifier: "T.app", groups: ["T.a", Self.token])
    #expect(both.defaultGroup == "T.a")
    #expect(both.writableGroups == ["T.a"])
    #expect(both.mayRead(Self.token) && !both.mayWrite(Self.token))
    #expect(!both.mayRead("T.other") && !both.mayWrite("T.other"))

    let tokenOnly = Caller(identifier: "x", groups: [Self.token])
    #expect(tokenOnly.defaultGroup == Self.token)
    #expect(!tokenOnly.hasNoGroups && tokenOnly.hasNoWritableGroups)

    let none = Caller(identifier: "x", groups: [])
    #expect(none.hasNoGroups && none.hasNoWritableGroups && none.defaultGroup == nil)
  }

  @Test(
    "groups are compared byte by byte",
    arguments: ["t.a", "T.A", "T.a ", "T.a\0", "T.", "T.caf\u{E9}", "T.cafe\u{301}", ""])
  func exactComparison(_ other: String) {
    let caller = Caller(identifier: "x", groups: ["T.a", "T.caf\u{E9}"])
    let isListed = other.utf8.elementsEqual("T.caf\u{E9}".utf8)
    #expect(caller.mayRead(other) == isListed)
    #expect(caller.mayWrite(other) == isListed)
  }

  @Test("only our own tool sees everything")
  func tool() {
    let tool = EmbeddedIdentity.tool
    #expect(tool.defaultGroup == "com.apple.security")
    #expect(tool.identifier == "com.apple.security")
    #expect(tool.mayRead("T.other") && tool.mayWrite("T.other"))
    #expect(tool.mayRead(Self.token) && !tool.mayWrite(Self.token))
    #expect(!tool.hasNoGroups && !tool.hasNoWritableGroups)
  }
}
