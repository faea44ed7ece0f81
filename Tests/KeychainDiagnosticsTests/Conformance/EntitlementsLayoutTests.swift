// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes
import Testing

/// Tests of the line that gives a program a group, in the layout of its entitlements file
/// (Specification/diagnostics.md, "-34018: identity, groups, the exact line").
@Suite("diagnosis: lines of entitlements files")
struct EntitlementsLayoutTests {
  private static let tabs = """
    <?xml version="1.0"?>
    <plist version="1.0">
    <dict>
    \t<key>application-identifier</key>
    \t<string>T.a</string>
    LIST</dict>
    </plist>
    """

  private func lines(_ list: String) -> [String] {
    let text = Self.tabs.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n").replacing("LIST", with: list)
    return EntitlementsLayout(text)?.lines(adding: "T.x") ?? []
  }

  @Test("one entry where there is a list, the whole list where there is none")
  func layouts() {
    #expect(
      lines("\t<key>keychain-access-groups</key>\n\t<array>\n\t  <string>T.g</string>\n")
        == ["\t  <string>T.x</string>"])
    #expect(
      lines("\t<key>keychain-access-groups</key>\n\t<array>\n\t</array>\n")
        == ["\t\t<string>T.x</string>"])
    #expect(
      lines("") == [
        "\t<key>keychain-access-groups</key>", "\t<array>", "\t\t<string>T.x</string>",
        "\t</array>",
      ])
    #expect(EntitlementsLayout("bplist00") == nil)
  }

  private func finding(_ text: String) throws -> Finding {
    let shape = CallShape(
      .add, .dataProtection,
      Caller(
        identifier: "T.a", groups: ["T.a"], origin: .entitlementsFile(path: "/p/a.entitlements")))
    var store = StoreFacts()
    store.entitlements = EntitlementsLayout(text)
    let facts = CallFacts(
      shape, asked: AskedFact(group: "T.xylophone"),
      outcome: CallOutcome(error: KeychainError(.missingEntitlement, "x")), store: store)
    let wording = Wording(showsValues: false, groups: ["T.a"]) { _ in "" }
    return try #require(Explanation(facts, wording).findings.first)
  }

  @Test("a line that would become the first says what that changes")
  func first() throws {
    let whole = try finding(Self.tabs.replacing("LIST", with: ""))
    #expect("\(whole.code)" == "K401")
    #expect(whole.fixes.first?.text == "Add to a.entitlements:")
    #expect(whole.fixes.last?.text == "Nothing to sign: start the program again.")
    #expect(whole.lines.last?.text.contains("no longer to T.a") == true)
    let list = "<key>keychain-access-groups</key><array><string>T.g</string></array>"
    let other = try finding(Self.tabs.replacing("LIST", with: list))
    #expect(other.fixes.first?.text == "List it in keychain-access-groups of a.entitlements:")
    #expect(other.lines.last?.text.hasPrefix("Do not make it the first entry") == true)
  }
}
