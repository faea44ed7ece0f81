// SPDX-License-Identifier: Apache-2.0

import CodeIdentity
import Testing

/// Tests of requirements as text (Specification/code-identity.md, "Requirement language").
@Suite("Text of requirements") struct RequirementTextTests {
  @Test("text, compiled form, and text again", arguments: RequirementRow.all)
  func roundTrip(row: RequirementRow) throws {
    let requirement = try CodeRequirement(text: row.text.utf8)
    #expect(requirement.text == row.printed)
    #expect(try CodeRequirement(text: row.printed.utf8) == requirement)
    let compiled = try #require(requirement.compiled)
    #expect(compiled.count % 4 == 0)
    let read = try CodeRequirement(compiled: compiled)
    #expect(read == requirement)
    #expect(read.text == row.printed)
    #expect(read.compiled == compiled)
  }

  @Test("the table is large") func size() {
    #expect(RequirementRow.all.count >= 60)
    #expect(Set(RequirementRow.all.map(\.text)).count == RequirementRow.all.count)
  }

  @Test(
    "each mistake has a place and a sentence",
    arguments: [
      ("", "column 1: a condition is expected, such as identifier \"NAME\""),
      ("identifier", "column 11: a text is expected"),
      ("identifier x annd y", "column 14: and, or, or the end is expected"),
      ("identifier x and", "column 17: a condition is expected, such as identifier \"NAME\""),
      ("identifier \"x", "column 12: this quote is not closed"),
      ("always /* x", "column 8: this comment is not closed"),
      ("always ; never", "column 8: no requirement has this character here"),
      ("always and\nnever or ä", "line 2, column 10: no requirement has this character here"),
      ("\"ä\" x", "column 1: a condition is expected, such as identifier \"NAME\""),
      ("identifier \"ä\" x", "column 16: and, or, or the end is expected"),
      ("(always", "column 8: a closing parenthesis is expected"),
      ("always)", "column 7: and, or, or the end is expected"),
      ("cdhash H\"00\"", "column 8: \(hashSentence)"),
      ("cdhash H\"0g\"", "column 8: \(hashSentence)"),
      ("digest H\"\(RequirementRow.hash)\"", "column 8: \(hashSentence)"),
      ("certificate leaf = \"/x.pem\"", "column 20: \(hashSentence)"),
      ("certificate leaf[field.1.x] exists", "column 18: \(identifierSentence)"),
      ("certificate leaf[policy.3.1] exists", "column 18: \(identifierSentence)"),
      ("certificate leaf[field.1.40] exists", "column 18: \(identifierSentence)"),
      ("certificate leaf[field.1.02] exists", "column 18: \(identifierSentence)"),
      ("certificate x trusted", "column 13: \(numberSentence)"),
      ("certificate 2147483648 trusted", "column 13: \(numberSentence)"),
      ("build >= 18446744073709551616", "column 10: \(numberSentence)"),
      ("build > 1", "column 7: a comparison is expected, such as = or >="),
      ("info x", "column 6: a key in brackets is expected"),
      ("info[x", "column 7: a key in brackets is expected"),
      ("info[x] =", "column 10: a text is expected"),
      ("info[x] = and", "column 11: a text is expected"),
      ("info[x] = timestamp \"2019\"", "column 21: a date is expected, as \"YYYYMMDDhhmmssZ\""),
      (
        "info[x] = timestamp \"20190229000000Z\"",
        "column 21: a date is expected, as \"YYYYMMDDhhmmssZ\""
      ),
      ("path \"x\"", "column 6: an absolute path is expected"),
      ("path x", "column 6: an absolute path is expected"),
      ("strength >= strong", "column 13: one of claimed, measured and held is expected"),
      ("designated => always", "column 1: a condition is expected, such as identifier \"NAME\""),
      ("anchor gid", "column 11: a text is expected"),
    ])
  func mistakes(text: String, sentence: String) throws {
    let failure = try #require(throws: RequirementTextFailure.self) {
      try CodeRequirement(text: text.utf8)
    }
    #expect(failure.description == sentence, "\(text)")
  }

  private static let hashSentence =
    "a hash is expected: H\"...\" with 40 hexadecimal digits, or 64 after digest"
  private static let identifierSentence =
    "an object identifier is expected, such as 1.2.840.113635.100.6.1"
  private static let numberSentence =
    "a whole number is expected, not above 2147483647, or 2^64 - 1 after build"

  @Test("parentheses and ! are nested 16 deep at most")
  func depth() throws {
    let limit = RequirementExpression.depthLimit
    for (open, close) in [("(", ")"), ("!", ""), ("! (never or ", ")")] {
      let each = open.contains("!") && open.contains("(") ? 2 : 1
      func nested(_ count: Int) -> String {
        String(repeating: open, count: count) + "always" + String(repeating: close, count: count)
      }
      let deepest = try CodeRequirement(text: nested(limit / each).utf8)
      let compiled = try #require(deepest.compiled)
      #expect(try CodeRequirement(compiled: compiled) == deepest)
      let failure = #expect(throws: RequirementTextFailure.self) {
        try CodeRequirement(text: nested(limit / each + 1).utf8)
      }
      #expect(failure?.reason == .tooDeep)
    }
    #expect(throws: RequirementTextFailure.self) {
      try CodeRequirement(text: String(repeating: "(", count: 4_096).utf8)
    }
  }

  @Test("texts up to 4096 bytes compile within the limit of compiled requirements")
  func length() throws {
    for pattern in ["(a)", "info[a]", "legacy", "always", "info[a]absent", #"team"a""#] {
      var text = pattern
      while text.utf8.count + pattern.utf8.count + 4 <= CodeRequirement.textLimit {
        text += (pattern.last?.isLetter == true ? " and " : "and ") + pattern
      }
      #expect(text.utf8.count > CodeRequirement.textLimit - 32)
      let requirement = try CodeRequirement(text: text.utf8)
      let compiled = try #require(requirement.compiled)
      #expect(compiled.count <= CodeRequirement.compiledLimit, "\(pattern)")
      #expect(try CodeRequirement(compiled: compiled) == requirement, "\(pattern)")
    }
    let longest = "identifier \"" + String(repeating: "x", count: 4_083) + "\""
    #expect(longest.utf8.count == CodeRequirement.textLimit)
    #expect(throws: Never.self) { try CodeRequirement(text: longest.utf8) }
    let failure = #expect(throws: RequirementTextFailure.self) {
      try CodeRequirement(text: (longest + " ").utf8)
    }
    #expect(failure?.reason == .tooLong)
  }

  @Test("a text that is cut or changed in any place is read or refused")
  func damaged() throws {
    for row in RequirementRow.all {
      let bytes = Array(row.text.utf8)
      for place in bytes.indices {
        _ = try? CodeRequirement(text: bytes[..<place])
        for other in [0, 0x22, 0x28, 0x5C, 0xFF, bytes[place] ^ 1] as [UInt8] {
          var changed = bytes
          changed[place] = other
          guard let requirement = try? CodeRequirement(text: changed) else { continue }
          #expect(try CodeRequirement(text: requirement.text.utf8) == requirement)
        }
      }
    }
  }
}
