// SPDX-License-Identifier: Apache-2.0
import Authentication
import Testing

@Suite("QuotedText")
struct QuotedTextTests {
  @Test(
    "a text of an application cannot look like ours",
    arguments: [
      ("read my mail", "“read my mail”"),
      ("a\nPasscode:\tb", "“a Passcode: b”"),
      ("x” is allowed. “y", "“x' is allowed. 'y”"),
      ("\u{202E}txt.exe\u{2066}", "“\u{FFFD}txt.exe\u{FFFD}”"),
      ("a\u{1B}[2Jb\u{0}", "“a\u{FFFD}[2Jb\u{FFFD}”"),
      ("\u{200B}\u{2028}\u{E000}", "“\u{FFFD}\u{FFFD}\u{FFFD}”"),
      ("Grüße, 世界 🔑", "“Grüße, 世界 🔑”"), ("", "“”"),
    ])
  func quoted(_ text: String, _ shown: String) {
    #expect(QuotedText.quoted(text) == shown)
  }

  @Test("a long one is cut")
  func long() {
    #expect(QuotedText.quoted("abcdef", limit: 5) == "“abcde…”")
    #expect(QuotedText.quoted("abcde", limit: 5) == "“abcde”")
  }
}
