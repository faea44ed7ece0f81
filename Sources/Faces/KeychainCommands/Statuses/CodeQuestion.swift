// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes

/// Runs the command `explain` if its arguments name a finding code or a status instead of a call.
///
/// Examples of these arguments are `K209`, `K2`, `-25300`, `errSecItemNotFound` and `exit status
/// 44`.
enum CodeQuestion {
  /// Explains the status if the arguments contain a status that looks like an option, such as
  /// `-25300`.
  ///
  /// - Returns: True if a status was explained. False if the arguments name no status, or if they
  ///   begin with an option: the number may then be the value of the option.
  /// - Throws: `Stop.usage` if an option is given after a status.
  static func isAnswered(_ invocation: Invocation) throws(Stop) -> Bool {
    let words = invocation.arguments.map { String(decoding: $0, as: UTF8.self) }
    guard words.contains(where: { $0.first == "-" && $0.dropFirst().first?.isNumber == true })
    else { return false }
    let options = words.filter { $0.hasPrefix("--") }
    let meanings = StatusWord.meanings(
      of: words.filter { !$0.hasPrefix("--") }.joined(separator: " "))
    // After another option, the number may be the value of that option.
    guard !meanings.isEmpty, options.isEmpty || words.first?.hasPrefix("--") == false else {
      return false
    }
    guard options.isEmpty else { throw .usage(message: "a status takes no options") }
    invocation.terminal.output(StatusCodes.text(of: meanings))
    return true
  }

  /// Explains the finding code or status that the operands name.
  ///
  /// If an operand is only the beginning of codes, such as `K2`, all codes with this beginning are
  /// listed.
  ///
  /// - Returns: True if a code or status was explained, or codes were listed. False if the operands
  ///   have neither the form of a status nor the form of a code (K and digits).
  /// - Throws: `Stop.usage` if an operand has the form of a code, but no code begins so. Also if
  ///   there are further operands, or options that have no effect.
  static func isAnswered(_ options: OptionReader, _ terminal: Terminal) throws(Stop) -> Bool {
    let given = options.operands.map { String(decoding: $0, as: UTF8.self) }
    let words = pasted(given)
    let meanings = StatusWord.meanings(of: given.joined(separator: " "))
    if !meanings.isEmpty {
      guard options.options.isEmpty else { throw .usage(message: "a status takes no options") }
      terminal.output(StatusCodes.text(of: meanings))
      return true
    }
    guard let word = words.first, isCode(word) else { return false }
    try Contradiction.refuseSurplus(
      beside: "the article about \(word)", but: ["json"],
      operands: words.dropFirst().map { Array($0.utf8) }, options)
    let isJSON = options.contains(.long("json"))
    if let code = FindingCode(word) {
      terminal.output(isJSON ? ArticleJSON.line(of: code) + "\n" : ArticleText.text(of: code))
      return true
    }
    let all = FindingArticle.all.map(\.code).sorted()
    let codes = all.filter { "\($0)".hasPrefix(word.uppercased()) }
    guard !codes.isEmpty else {
      let ends = [all.first, all.last].compactMap { $0.map { "\($0)" } }.joined(separator: " to ")
      throw .usage(
        message: "\(word): there is no finding with this code; codes go from \(ends), and security "
          + "explain K lists them")
    }
    if isJSON { throw .usage(message: "a list of codes has no JSON form") }
    terminal.output(codes.map { line(of: $0) }.joined())
    return true
  }

  /// Reduces the words of the user to the finding code, if the user pasted the code from an
  /// explanation.
  ///
  /// Quotes, blanks and punctuation around the code are removed, and also the word for the severity
  /// after the code. If the first word does not begin with a code, the words are returned
  /// unchanged.
  private static func pasted(_ words: [String]) -> [String] {
    guard let first = words.first else { return [] }
    let parts = first.split { " \t\n'\"`.,;:()[]".contains($0) }.map { String($0) }
    guard let code = parts.first, isCode(code) else { return words }
    let severities = Set(FindingArticle.all.map { $0.severity.word })
    return [code] + (parts.dropFirst() + words.dropFirst()).filter { !severities.contains($0) }
  }

  /// Returns the line about a finding code in a list, such as `K209 error
  /// synchronizable-not-searched`.
  static func line(of code: FindingCode) -> String {
    let article = code.article
    return "\(code) \(TextBlock.padded(article.severity.word, to: 6)) \(article.name)\n"
  }

  private static func isCode(_ word: String) -> Bool {
    // Longer words are not codes. The messages show the word, so it must not be a password in the
    // wrong place.
    word.first?.uppercased() == "K" && word.utf8.count <= 5
      && word.dropFirst().allSatisfy { "0123456789".contains($0) }
  }
}

/// The article (explanation) about a finding code as JSON, as `security explain K209 --json` prints
/// it.
private enum ArticleJSON {
  static func line(of code: FindingCode) -> String {
    let row = code.article
    let area = areas[code.number / 100]
    return JSONText.object([
      "schema": 1, "code": .text("\(code)"), "name": .text(row.name),
      "severity": .text(row.severity.name), "area": .text(area.name),
      "statuses": .list(area.statuses.map { .number($0) }),
      "text": .text(row.found), "why": .text(row.why),
      "fix": .text(row.fix), "example": .text(row.example),
    ]).line
  }

  /// The subject of each group of finding codes (K0xx, K1xx and so on), and the statuses that the
  /// group explains.
  ///
  /// The subjects are the sections of Specification/diagnostics.md, "Findings: the code table".
  private static let areas: [(name: String, statuses: [Int64])] = [
    ("general", []), ("duplicate", [-25299]), ("not found", [-25300]),
    ("lock state and authentication", [-25308, -25293, -128, -25291]),
    ("identity and access groups", [-34018, -34020]), ("lost items", [-25300]),
    ("engines, profiles, file keychains", []), ("dictionaries", [-50, -25303, -25306, -4]),
    ("patterns over time", []), ("store and surroundings", []),
  ]
}
