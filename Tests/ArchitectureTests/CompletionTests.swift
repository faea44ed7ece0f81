// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of the values that shells offer after options of `security`, by running the shells.
@Suite("completion of values", .timeLimit(.minutes(10))) struct CompletionTests {
  /// Options with a closed list of values.
  struct Row: Sendable, CustomTestStringConvertible {
    let commands: [String]
    let option: String
    let values: Set<String>
    /// The other arguments that the command needs to check the value.
    ///
    /// Nil if the command would do more than check it.
    let beside: [String]?

    init(_ commands: String, _ option: String, _ values: String, beside: [String]? = nil) {
      self.commands = commands.split(separator: " ").map(String.init)
      self.option = option
      self.values = Set(values.split(separator: " ").map(String.init))
      self.beside = beside
    }

    var testDescription: String { "\(commands.joined(separator: ", ")) \(option)" }
  }

  static let rows = [
    Row("list-keychains default-keychain", "-d", "user system common dynamic", beside: []),
    Row(
      "add-internet-password find-internet-password delete-internet-password", "-t",
      "ntlm msna dpaa rpaa http httd form dflt"),
    Row("create-keypair", "-a", "rsa ec"),
    Row("find-key", "-t", "symmetric public private", beside: []),
    Row(
      "find-identity", "-p",
      "basic ssl-client ssl-server smime eap ipsec ichat codesigning sys-default "
        + "sys-kerberos-kdc macappstore appleID", beside: []),
    Row("verify-cert", "-p", "basic ssl smime codeSign IPSec eap timestamping", beside: absent),
    Row("verify-cert", "-R", "ocsp crl require online offline", beside: absent),
    Row("import", "-t", "pub priv session cert agg", beside: ["/absent"]),
    Row(
      "import", "-f", "openssl bsafe raw pkcs7 pkcs8 pkcs12 netscape pemseq x509",
      beside: ["/absent"]),
    Row("export", "-t", "certs allKeys pubKeys privKeys identities all", beside: []),
    Row(
      "export", "-f", "openssl bsafe raw pkcs7 pkcs8 pkcs12 pemseq x509", beside: ["-P", "x"]),
    Row(
      "explain", "--if", "locked before-first-unlock unlocked background headless no-passcode"),
    Row("explain", "--profile", "dataProtection ios macos quirks"),
    Row("explain", "--return", "data attributes ref persistent-ref"),
    Row("explain", "--limit", "one all"),
  ]

  private static let absent = ["-c", "/absent"]

  private static func path(_ name: String) -> String {
    Repository.root.appending(path: "Packaging/completions/\(name)").path
  }

  private static func lines(_ run: Command) -> [String] {
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test("bash", arguments: rows)
  func bash(_ row: Row) throws {
    let script = """
      source "$0"
      COMP_WORDS=(security "$@"); COMP_CWORD=$#; _security; printf '%s\\n' "${COMPREPLY[@]}"
      """
    for command in row.commands {
      let run = try Command.run([
        "bash", "-c", script, Self.path("security.bash"), command, row.option, "",
      ])
      #expect(Set(Self.lines(run)) == row.values, "\(command)")
    }
  }

  @Test("zsh", .enabled(if: Command.exists("zsh"), "apt: zsh"), arguments: rows)
  func zsh(_ row: Row) throws {
    // Functions of the completion system are replaced by functions that print their arguments.
    let script = """
      _describe() { : }
      _arguments() { print -rl -- "$@" }
      words=(security "${@:2}"); CURRENT=$#words; source "$1"
      """
    for command in row.commands {
      let run = try Command.run(["zsh", "-fc", script, "zsh", Self.path("_security"), command, ""])
      let specs = Self.lines(run).map { $0.hasPrefix("*") ? String($0.dropFirst()) : $0 }
      let spec = try #require(specs.first { $0.hasPrefix(row.option + "[") }, "\(command)")
      let found = spec.firstMatch(of: /:\(([^()]*)\)$/)
      let words = try #require(found, "\(spec)").output.1.split(separator: " ")
      #expect(Set(words.map(String.init)) == row.values)
    }
  }

  @Test("fish", .enabled(if: Command.exists("fish"), "apt: fish"), arguments: rows)
  func fish(_ row: Row) throws {
    for command in row.commands {
      let offered = try FishCompletion.candidates(of: [command, row.option, ""])
      #expect(offered == row.values, "\(command)")
    }
  }

  @Test(
    "security takes each of the values, and no other word",
    arguments: rows.filter { $0.beside != nil })
  func taken(_ row: Row) throws {
    let beside = try #require(row.beside)
    let program = Bundle.main.bundleURL.appending(path: "security").path
    let home = FileManager.default.temporaryDirectory.appending(path: "latchkey-no-store").path
    func status(_ command: String, _ value: String) throws -> Int32 {
      // The operand of `import` may come before or after its options.
      let words = [program, command, row.option, value] + beside
      return try Command.run(words, environment: ["LATCHKEY_HOME": home]).status
    }
    for command in row.commands {
      #expect(try status(command, "no-such-value") == 2, "\(command)")
      for value in row.values.sorted() {
        #expect(try status(command, value) != 2, "\(command) \(row.option) \(value)")
      }
    }
  }

  @Test("fish's names of commands and files", .enabled(if: Command.exists("fish"), "apt: fish"))
  func names() throws {
    let names = try FishCompletion.candidates(of: [""])
    #expect(names.symmetricDifference(PackagingTests.commands.keys).sorted() == [])
    for (command, options) in PackagingTests.commands {
      let offered = try FishCompletion.candidates(of: [command, "-"]).filter { $0.hasPrefix("-") }
      #expect(offered.symmetricDifference(options).sorted() == [], "\(command)")
    }
    for words in [["find-g"], ["-q", "find-g"], ["-p", "x> ", "find-g"], ["help", "find-g"]] {
      #expect(try FishCompletion.candidates(of: words) == ["find-generic-password"], "\(words)")
    }
    #expect(
      try FishCompletion.candidates(of: ["explain", ""]) == ["query", "add", "update", "delete"])
    #expect(
      try FishCompletion.candidates(of: ["dump-items", ""]) == ["genp", "inet", "cert", "keys"])
    // Files are offered only if the command takes a file here.
    let file = Self.path("security.bash")
    for words in [["import"], ["trace"], ["explain", "--as"], ["verify-cert", "-c"]] {
      #expect(try FishCompletion.candidates(of: words + [file]) == [file], "\(words)")
    }
    for words in [["lock-status"], ["find-key"], ["find-generic-password", "-a"]] {
      #expect(try FishCompletion.candidates(of: words + [file]).isEmpty, "\(words)")
    }
  }

  @Test("the file of fish is installed where fish looks for those of packages")
  func installed() throws {
    let script = Repository.text(of: "Scripts/install.sh")
    #expect(script.contains("share/fish/vendor_completions.d/security.fish 644"))
    #expect(Repository.text(of: "Scripts/deb.sh").contains(" usr/share/fish "))
  }
}

/// The completions that fish offers for the words of a command line.
enum FishCompletion {
  /// Returns the candidates, without their descriptions.
  static func candidates(of words: [String]) throws -> Set<String> {
    let script = """
      source $argv[1]
      set -l words (string escape -- $argv[2..-2]) $argv[-1]
      complete -C (string join -- ' ' security $words)
      """
    let file = Repository.root.appending(path: "Packaging/completions/security.fish").path
    let home = FileManager.default.temporaryDirectory.path
    let run = try Command.run(
      ["fish", "--no-config", "-c", script, file] + words,
      environment: ["LC_ALL": "C.UTF-8", "HOME": home])
    #expect(run.errors == "")
    return Set(
      run.output.split(separator: "\n").map { line in
        String(line.prefix { $0 != "\t" })
      })
  }
}
