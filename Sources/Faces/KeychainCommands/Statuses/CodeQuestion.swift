// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes

/// What `explain` is asked about codes and statuses, without a call: `K209`, `K2`, `-25300`,
/// `errSecItemNotFound`, `exit status 44`.
enum CodeQuestion {
  /// Answers a question about a status that looks like options, as `-25300` does.
  ///
  /// - Returns: false where the arguments ask for something else.
  static func isAnswered(_ invocation: Invocation) throws(Stop) -> Bool {
    let words = invocation.arguments.map { String(decoding: $0, as: UTF8.self) }
    guard words.contains(where: { $0.first == "-" && $0.dropFirst().first?.isNumber == true })
    else { return false }
    let options = words.filter { $0.hasPrefix("--") }
    let meanings = StatusWord.meanings(
      of: words.filter { !$0.hasPrefix("--") }.joined(separator: " "))
    // Behind another option it may be the value of that one.
    guard !meanings.isEmpty, options.isEmpty || words.first?.hasPrefix("--") == false else {
      return false
    }
    guard options.isEmpty else { throw .usage(message: "a status takes no options") }
    invocation.terminal.output(StatusCodes.text(of: meanings))
    return true
  }

  /// Answers a question about a code, about all codes that begin so, or about a status.
  ///
  /// - Returns: false where the operands ask for something else.
  /// - Throws: the usage, where there is no such code.
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
      beside: "what \(word) means", but: ["json"],
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
        message: "\(word): there is no such finding; codes go from \(ends), and security explain K "
          + "lists them")
    }
    if isJSON { throw .usage(message: "a list of codes has no JSON") }
    terminal.output(codes.map { line(of: $0) }.joined())
    return true
  }

  /// The words without what stands around a code that was pasted: quotes, blanks, a full stop, and
  /// the severity behind it.
  private static func pasted(_ words: [String]) -> [String] {
    guard let first = words.first else { return [] }
    let parts = first.split { " \t\n'\"`.,;:()[]".contains($0) }.map { String($0) }
    guard let code = parts.first, isCode(code) else { return words }
    let severities = Set(FindingArticle.all.map { $0.severity.word })
    return [code] + (parts.dropFirst() + words.dropFirst()).filter { !severities.contains($0) }
  }

  /// As `K209 error  synchronizable-not-searched`.
  static func line(of code: FindingCode) -> String {
    let article = code.article
    return "\(code) \(TextBlock.padded(article.severity.word, to: 6)) \(article.name)\n"
  }

  private static func isCode(_ word: String) -> Bool {
    // No longer, as it is shown in what is said of it: it may be a password in the wrong place.
    word.first?.uppercased() == "K" && word.utf8.count <= 5
      && word.dropFirst().allSatisfy { "0123456789".contains($0) }
  }
}

/// The article of a code as JSON: `security explain K209 --json`.
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

  /// What the codes of a hundred are about, and the statuses that they explain: the sections of
  /// spec/diagnostics.md 3.
  private static let areas: [(name: String, statuses: [Int64])] = [
    ("general", []), ("duplicate", [-25299]), ("not found", [-25300]),
    ("lock state and authentication", [-25308, -25293, -128, -25291]),
    ("identity and access groups", [-34018, -34020]), ("lost items", [-25300]),
    ("engines, profiles, file keychains", []), ("dictionaries", [-50, -25303, -25306, -4]),
    ("patterns over time", []), ("store and surroundings", []),
  ]
}
