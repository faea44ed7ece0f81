// SPDX-License-Identifier: Apache-2.0
import KeychainCommands
import KeychainExplanations
import KeychainTypes

/// What `explain` is asked about codes and statuses, without a call: `K209`, `K2`, `-25300`.
enum CodeQuestion {
  /// Tells of a code, of all that begin so, or of a status.
  ///
  /// - Returns: false where the arguments ask for something else.
  /// - Throws: the usage, where there is no such code.
  static func isAnswered(_ invocation: Invocation) throws(Stop) -> Bool {
    let words = invocation.arguments.map { String(decoding: $0, as: UTF8.self) }
    // It looks like an option.
    guard words.count == 1, let status = status(words[0]) else { return false }
    invocation.terminal.output(StatusCodes.text(of: status))
    return true
  }

  /// The same of what stands beside options.
  static func isAnswered(_ options: OptionReader, _ terminal: Terminal) throws(Stop) -> Bool {
    let words = options.operands.map { String(decoding: $0, as: UTF8.self) }
    guard let word = words.first, isCode(word) else { return false }
    try Contradiction.refuseSurplus(
      beside: "what \(word) means", but: ["json"], operands: Array(options.operands.dropFirst()),
      options)
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

  /// The number of a word like `-25300`.
  private static func status(_ word: String) -> Int32? {
    guard word.first == "-", word.utf8.count > 1,
      word.dropFirst().allSatisfy({ "0123456789".contains($0) })
    else { return nil }
    return Int32(word)
  }
}
