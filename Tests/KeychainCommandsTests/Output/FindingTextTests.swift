// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import Testing

/// Tests of the texts of the table of findings with values (`KeychainExplaining/Texts`).
@Suite("texts of findings") struct FindingTextTests {
  private static let rows: [(FindingText, String)] = [
    (.limitZero.text, "kSecMatchLimit is 0."),
    (.wildcardInGroup.text(group: "a*"), "\"a*\" is a pattern for profiles, not a group."),
    // The number chooses words, and is printed too.
    (
      .keybagReplaced.text(n: 1), "The keybag is younger than 1 item, which can never be opened."
    ),
    (
      .keybagReplaced.text(n: 2), "The keybag is younger than 2 items, which can never be opened."
    ),
    (.shared.acts(function: "f", act: "remove", n: 1), "f would then remove it."),
    (
      .shared.acts(function: "f", act: "remove", n: 3),
      "f would then remove all 3 of them: give the whole key of one item, or a persistent "
        + "reference (K801)."
    ),
    // A condition chooses words.
    (
      .tokenGroupIsReadOnly.text(isOnly: false), "com.apple.token can be searched, never written."
    ),
    (
      .tokenGroupIsReadOnly.text(isOnly: true),
      "com.apple.token can be searched, never written, and is the only group you have."
    ),
    // Words about a value are printed only if there is one, also inside of other words.
    (.duplicateIdentical.text(date: nil, identifier: "a"), "An identical item was added before."),
    (
      .duplicateIdentical.text(date: "08:00", identifier: nil),
      "An identical item was added before (08:00)."
    ),
    (
      .duplicateIdentical.text(date: "08:00", identifier: "a"),
      "An identical item was added before (08:00, by a)."
    ),
    (
      .noGroupsAtAll.text(program: "", isSimulated: true),
      "The program has no access group: simulated without entitlements."
    ),
    // A text can be the value of another text. A value with braces is no placeholder.
    (
      .promptForbiddenByCall.allow(context: FindingText.shared.passContext),
      "Allow the prompt, or pass an evaluated LAContext with kSecUseAuthenticationContext."
    ),
    (.inAnotherOfYourGroups.itemIsIn(id: "{id}", group: "{id|}"), "{id} is in {id|}"),
  ]

  @Test("values are filled in", arguments: 0..<rows.count)
  func filled(row: Int) {
    let (text, words) = Self.rows[row]
    #expect(text.description == words)
  }

  @Test("a finding has the code and the severity of its text's row, if no other is given")
  func codes() {
    let rows: [(Finding, FindingCode, Severity)] = [
      (Finding(.limitZero.text), .limitZero, .error),
      (Finding(.limitNotGiven.text, as: .warning), .limitNotGiven, .warning),
      (
        Finding(.shared.refused(reason: "no", most: nil, key: nil), of: .largeSecret, as: .error),
        .largeSecret, .error
      ),
    ]
    for (finding, code, severity) in rows {
      #expect(finding.code == code && finding.severity == severity, "\(finding.found)")
    }
  }

  @Test("an article has the plural, and all alternatives")
  func articles() {
    let rows: [(FindingCode, String)] = [
      (.keybagReplaced, "The keybag is younger than n items, which can never be opened."),
      (
        .promptForbiddenByCall,
        "n matching items need user presence; kSecUseAuthenticationUIFail / interactionNotAllowed "
          + "forbids asking."
      ),
      (.memoryNotLocked, "Secrets may reach swap: RLIMIT_MEMLOCK is n KiB."),
    ]
    for (code, words) in rows { #expect(code.article.found == words) }
  }
}
