// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of the man page and completions against the command itself, which is built with the tests.
@Suite("packaging", .timeLimit(.minutes(10))) struct PackagingTests {
  /// The commands of `security help`, with the options that `security help CMD` names.
  static let commands: [String: Set<String>] = {
    var found: [String: Set<String>] = [:]
    for name in names(in: help()) {
      found[name] = options(in: help(of: name))
    }
    return found
  }()

  @Test("the command lists its commands")
  func listed() {
    #expect(Self.commands.count > 10)
    #expect(Self.commands["find-generic-password"]?.contains("-w") ?? false)
  }

  @Test("the man page renders without a warning", .enabled(if: Command.exists("man")))
  func manPage() throws {
    let page = Repository.root.appending(path: "Packaging/man/security.1").path
    let run = try Command.run(
      "man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page,
      environment: ["LC_ALL": "C.UTF-8", "MANROFFSEQ": ""])
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test("the man page names every command and option")
  func manPageIsComplete() {
    let page = Repository.text(of: "Packaging/man/security.1")
      .replacing("\\-", with: "-")
    let flags = Set(page.matches(of: /Fl ([-a-zA-Z]+)/).map { "-" + $0.output.1 })
      .union(page.matches(of: /Op Fl ([a-z]{2,})/).flatMap { $0.output.1.map { "-\($0)" } })
      .union(page.matches(of: /Oo Fl ([a-z]{2,})/).flatMap { $0.output.1.map { "-\($0)" } })
    for (command, options) in Self.commands {
      #expect(page.contains("Cm \(command)"), "\(command)")
      #expect(options.subtracting(flags).sorted() == [], "\(command)")
    }
  }

  @Test("bash completes the commands of the help list, and their options")
  func bash() throws {
    let script = """
      source "$0"
      COMP_WORDS=(security "$@"); COMP_CWORD=$#; _security; printf '%s\\n' "${COMPREPLY[@]}"
      """
    func complete(_ words: String...) throws -> Set<String> { try complete(words) }
    func complete(_ words: [String]) throws -> Set<String> {
      let file = Repository.root.appending(path: "Packaging/completions/security.bash").path
      let run = try Command.run(
        ["bash", "-c", script, file] + words, environment: ["LC_ALL": "C.UTF-8"])
      #expect(run.errors == "")
      return Set(run.output.split(separator: "\n").map(String.init))
    }
    let names = try complete("").filter { !$0.hasPrefix("-") }
    #expect(names.symmetricDifference(Self.commands.keys).sorted() == [])
    for (command, options) in Self.commands {
      let offered = try complete(command, "-")
      #expect(offered.symmetricDifference(options).sorted() == [], "\(command)")
    }
    #expect(try complete("-q", "find-g") == ["find-generic-password"])
    #expect(try complete("explain", "") == ["query", "add", "update", "delete"])
    #expect(try complete("explain", "--profile", "q") == ["quirks"])
    #expect(try complete("explain", "--if", "lo") == ["locked"])
    #expect(try complete("explain", "add", "--return", "p") == ["persistent-ref"])
    // If the completion offers nothing, the shell offers files.
    for words in [["explain", "--as"], ["trace"], ["explain", "--call"], ["doctor", "--as"]] {
      #expect(try complete(words + ["./"]).isEmpty, "\(words)")
    }
    let page = Repository.text(of: "Packaging/completions/security.bash")
    #expect(page.contains("complete -o bashdefault -o default -F _security security"))
  }

  @Test(
    "zsh completes the commands of the help list, and their options",
    .enabled(if: Command.exists("zsh")))
  func zsh() throws {
    // Functions of the completion system are replaced by functions that print their arguments.
    let script = """
      _describe() { print -rl -- "${(@P)4%%:*}"; for c in "${(@P)4}"; do print -r -- "${c%%:*}"; done }
      _arguments() { for a in "$@"; do a=${a#\\*}; print -r -- "${a%%\\[*}"; done }
      words=(security "${@:2}"); CURRENT=$#words; source "$1"
      """
    func complete(_ words: String...) throws -> Set<String> {
      let file = Repository.root.appending(path: "Packaging/completions/_security").path
      let run = try Command.run(["zsh", "-fc", script, "zsh", file] + words)
      #expect(run.errors == "")
      return Set(run.output.split(separator: "\n").map(String.init))
    }
    let names = try complete("").filter { !$0.hasPrefix("-") }
    #expect(names.symmetricDifference(Self.commands.keys).sorted() == [])
    for (command, options) in Self.commands where command != "help" {
      let offered = try complete(command, "").filter { $0.hasPrefix("-") }
      #expect(offered.symmetricDifference(options).sorted() == [], "\(command)")
    }
  }

  // MARK: The command

  private static func help(of command: String? = nil) -> String {
    let program = Bundle.main.bundleURL.appending(path: "security").path
    let words = [program, "help"] + (command.map { [$0] } ?? [])
    let home = FileManager.default.temporaryDirectory.appending(path: "latchkey-no-store").path
    return (try? Command.run(words, environment: ["LATCHKEY_HOME": home]).output) ?? ""
  }

  /// Returns the names in the list: four spaces, the name, spaces, one line of help.
  ///
  /// A command that is not available says so and is left out.
  private static func names(in list: String) -> [String] {
    list.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("    "), line.dropFirst(4).first?.isLetter ?? false,
        !line.contains("(not available")
      else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }
  }

  /// Returns the options of a usage.
  ///
  /// The first line has `[-x]`, `[-adir]` for several, or `[--long]`. Each line below it has four
  /// spaces, one or more options, two spaces, and their explanation.
  private static func options(in usage: String) -> Set<String> {
    var heads: [Substring] = []
    for line in usage.split(separator: "\n") {
      if line.hasPrefix("Usage: ") { heads.append(line) }
      guard line.hasPrefix("    -") else { continue }
      let rest = line.dropFirst(4)
      heads.append(rest.firstRange(of: "  ").map { rest[..<$0.lowerBound] } ?? rest)
    }
    let words = heads.flatMap { $0.matches(of: /(?:^|[\s\[|])(--?[A-Za-z][-A-Za-z]*)/) }
      .map { String($0.output.1) }
    return Set(
      words.flatMap { word in
        word.hasPrefix("--") ? [word] : word.dropFirst().map { "-\($0)" }
      })
  }
}
