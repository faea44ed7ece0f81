// SPDX-License-Identifier: Apache-2.0

/// A session of `security` as text: commands, their input and their expected output.
///
/// | line | means |
/// |---|---|
/// | `# …` | remark |
/// | `env NAME=VALUE` | sets a variable from here on; without a value it is unset |
/// | `file PATH`, then lines `| …` | makes a file and its folder before the next command |
/// | `$ security …` | a command; `'…'` groups words, `{home}` is the store directory |
/// | `% security …` | a command that is typed at a terminal, which shows all of its output |
/// | `program PATH` | copies `StoreWorker` to this path before the next command |
/// | `& PATH …` | runs the program at this path |
/// | `< …` | a line of its standard input |
/// | `3< …` | a line on descriptor 3 (to 9) |
/// | `> …` | a line of its standard output |
/// | `! …` | a line of its standard error |
/// | `= N` | its exit status, if not 0 |
///
/// Expected lines may hold placeholders for text that differs from run to run: `{home}`, `{moment}`
/// (a date as a keychain shows it), `{date}` (as tables show it), `{time}`, `{id}` (a short
/// identifier), `{digest}`, `{pid}` and `{any}`. `␠` is a blank at the end of a line.
struct Transcript {
  struct Step {
    let line: Int
    var environment: [String: String?] = [:]
    /// The files to write first, by path.
    var files: [String: [String]] = [:]
    var words: [String] = []
    /// True if the command is typed at a terminal.
    var isTyped = false
    /// The path of the program, or nil for `security`.
    var program: String?
    /// The paths to put `StoreWorker` at first.
    var copies: [String] = []
    var input: [String] = []
    var descriptors: [Int32: [String]] = [:]
    var output: [String] = []
    var error: [String] = []
    var status: Int32 = 0
  }

  private(set) var steps: [Step] = []

  init(_ text: String) throws {
    var environment: [String: String?] = [:]
    var files: [String: [String]] = [:]
    var file = ""
    var copies: [String] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("env ") {
        let parts = line.dropFirst(4).split(separator: "=", maxSplits: 1)
        environment[String(parts[0])] = .some(parts.count == 2 ? String(parts[1]) : nil)
        continue
      }
      if line.hasPrefix("file ") {
        file = String(line.dropFirst(5))
        files[file] = []
        continue
      }
      if line.hasPrefix("| ") {
        files[file, default: []].append(String(line.dropFirst(2)))
        continue
      }
      if line.hasPrefix("program ") {
        copies.append(String(line.dropFirst(8)))
        continue
      }
      if let (words, isTyped, program) = Self.command(line) {
        var step = Step(line: index + 1, environment: environment, files: files)
        (step.words, step.isTyped, step.program) = (words, isTyped, program)
        step.copies = copies
        files = [:]
        copies = []
        steps.append(step)
        continue
      }
      guard !steps.isEmpty, Self.read(line, into: &steps[steps.count - 1]) else {
        throw Program.Failure(text: "line \(index + 1) means nothing: \(line)")
      }
    }
  }

  /// Returns the words of a command, whether it is typed, and its program unless it is `security`.
  private static func command(_ line: Substring) -> ([String], Bool, String?)? {
    for (mark, isTyped) in [("$ security", false), ("% security", true)]
    where line.hasPrefix(mark) {
      return (words(String(line.dropFirst(mark.count))), isTyped, nil)
    }
    guard line.hasPrefix("& ") else { return nil }
    let words = words(String(line.dropFirst(2)))
    return words.first.map { (Array(words.dropFirst()), false, $0) }
  }

  private static func read(_ line: Substring, into step: inout Step) -> Bool {
    let content = String(line.dropFirst(2)).replacing("␠", with: " ")
    switch line.prefix(2) {
    case "> ", ">": step.output.append(content)
    case "! ", "!": step.error.append(content)
    case "< ", "<": step.input.append(content)
    case "= ": step.status = Int32(content) ?? -1
    default:
      guard line.dropFirst().hasPrefix("< "), let number = Int32(line.prefix(1)), number > 2 else {
        return false
      }
      step.descriptors[number, default: []].append(String(line.dropFirst(3)))
    }
    return true
  }

  /// Splits a text into words at blanks.
  ///
  /// Single quotes group words.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in text {
      switch character {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }
}
