// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import Testing

/// Tests of mistakes in a command line: the message names the mistake and the likely correction.
///
/// A word that could be a password in the wrong place is never repeated (DispatchTests,
/// `misplaced`).
@Suite("mistakes in a command line") struct MistakeTests {
  /// The commands that read options.
  ///
  /// `help` and `error` take any arguments.
  private static let commands = CommandTable.namesThere.filter { !["help", "error"].contains($0) }

  private static func line(_ outcome: Outcome) -> String {
    outcome.error.split(separator: "\n").first.map(String.init) ?? ""
  }

  @Test("the place of an unknown option is named", arguments: commands)
  func unknown(_ name: String) throws {
    let long = security([name, "--zzzzz"])
    #expect(long.status == 2 && long.output.isEmpty)
    #expect(Self.line(long) == "security: illegal option in argument 1")
    let grammar = try #require(CommandTable.grammar(of: name))
    let known = Set(grammar.letters.lowercased())
    let free = "qybfi".first { !known.contains($0) }
    let letter = try #require(free)
    let short = security([name, "-\(letter)"])
    #expect(short.status == 2 && short.output.isEmpty)
    #expect(Self.line(short) == "security: illegal option -- \(letter)")
  }

  @Test("a letter of the wrong case") func wrongCase() {
    #expect(
      Self.line(security("find-key -L x")) == "security: illegal option -- L: is -l meant?")
    #expect(Self.line(security("find-generic-password -gS x")).hasSuffix("-- S: is -s meant?"))
  }

  @Test("a long option behind one hyphen, a letter behind two") func hyphens() {
    #expect(
      Self.line(security("lock-store -follow-session"))
        == "security: illegal option in argument 1: is --follow-session meant?")
    #expect(
      Self.line(security("find-key --l x"))
        == "security: illegal option in argument 1: is -l meant?")
  }

  @Test("a mistyped option is answered with the nearest one", arguments: commands)
  func mistyped(_ name: String) throws {
    let grammar = try #require(CommandTable.grammar(of: name))
    for option in grammar.longWithValue.union(grammar.longFlags) where option.count > 2 {
      let outcome = security([name, "--\(option.dropLast())"])
      #expect(
        Self.line(outcome).hasSuffix(": is --\(option) meant?"), "\(name) \(option): \(outcome)")
    }
    let help = Self.line(security([name, "--hlep"]))
    #expect(help.hasSuffix("argument 1: is --help meant?"), "\(name)")
  }

  @Test("an option without its value is named", arguments: commands)
  func withoutValue(_ name: String) throws {
    let grammar = try #require(CommandTable.grammar(of: name))
    for option in grammar.longWithValue {
      let outcome = security([name, "--\(option)"])
      #expect(Self.line(outcome) == "security: option requires an argument -- \(option)")
    }
    for option in grammar.longFlags {
      let outcome = security([name, "--\(option)=1"])
      #expect(Self.line(outcome) == "security: option takes no value -- \(option)")
    }
    let letters = Array(grammar.letters)
    for (place, letter) in letters.enumerated().dropLast()
    where letters[place + 1] == ":" && !grammar.optionalLast.contains(letter) {
      let outcome = security([name, "-\(letter)"])
      #expect(Self.line(outcome) == "security: option requires an argument -- \(letter)")
    }
  }

  @Test("a mistyped command is answered with the nearest one", arguments: CommandTable.names)
  func command(_ name: String) throws {
    var letters = Array(name)
    let exchanged = (1..<letters.count - 1).first { letters[$0] != letters[$0 + 1] }
    let place = try #require(exchanged)
    letters.swapAt(place, place + 1)
    let mistyped = String(letters)
    #expect(CommandTable.name(for: mistyped) == nil)
    #expect(
      security([mistyped])
        == Outcome(
          status: 1, output: "",
          error: "security: unknown command \"\(mistyped)\": is \(name) meant?\n"))
    #expect(security(["help", mistyped]).error.hasSuffix(": is \(name) meant?\n"))
  }

  @Test("what is far from every name has no suggestion")
  func far() {
    #expect(security("xyzzy").error == "security: unknown command \"xyzzy\"\n")
    #expect(Self.line(security("check --xyzzy")) == "security: illegal option in argument 1")
  }

  @Test(
    "what is missing, or excludes another, is named",
    arguments: [
      ("add-certificates", "the file is missing"), ("add-certificates -k /store", "the file is"),
      ("import", "the file is missing"), ("import -f pkcs12", "the file is missing"),
      ("import f -a name", "the file is missing, or the value after -a NAME"),
      ("backup", "the file is missing"), ("restore --passphrase-fd 3", "the file is missing"),
      ("trace", "the file is missing"), ("error", "the status is missing"),
      ("delete-generic-password", "an option that names the password is missing, such as -a"),
      ("delete-internet-password -P 0", "an option that names the password is missing"),
      ("delete-certificate", "-c name or -Z hash is missing"),
      ("delete-identity -t", "-c name or -Z hash is missing"),
      ("add-generic-password -U", "-a account and -s service are missing"),
      ("add-internet-password -a me", "-s server is missing"),
      ("check --repair --reseal", "--copy, --repair and --reseal cannot be combined\n"),
      ("list-keychains x.keychain", "-s is missing before the keychain"),
      ("default-keychain x.keychain", "-s is missing before the keychain"),
    ])
  func named(_ words: String, _ mistake: String) {
    let outcome = security(words)
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.error.hasPrefix("security: \(mistake)"), "\(outcome)")
  }

  @Test(
    "an operand that has no place is named by its own",
    arguments: [
      ("version x", 1), ("rotate-keys x", 1), ("lock-status x", 1), ("show-keychain-info a b", 2),
      ("lock-store --all x", 2), ("unlock-store -- x", 2), ("set-passcode --timeout 3 x", 3),
      ("change-passcode x", 1), ("remove-passcode x", 1), ("export -t certs x", 3),
      ("backup a b", 2), ("restore a b", 2), ("import a -t cert b", 4),
      ("import a -a name value b", 5), ("trace a --failed b", 3), ("doctor a b", 2),
      ("default-keychain -s a b", 3), ("create-keypair a b", 2),
      ("add-generic-password -a me -s svc k1 k2", 6),
    ])
  func surplus(_ words: String, _ place: Int) {
    let outcome = security(words)
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.error.hasPrefix("security: argument \(place) is too many: "), "\(outcome)")
  }

  @Test(
    "an option whose value is none of its words",
    arguments: [
      ("find-identity -p hunter2", "-p takes smime, ssl-client, "),
      ("find-key -t hunter2", "-t takes private, public or symmetric\n"),
      ("export -t hunter2", "-t takes certs, allKeys, "),
      ("export -f hunter2", "-f takes bsafe, netscape, "),
      ("import a -t hunter2", "-t takes agg, cert, priv, pub or session\n"),
      ("import a -f hunter2", "-f takes bsafe, netscape, "),
      ("verify-cert -p hunter2", "-p takes IPSec, basic, "),
      ("verify-cert -R hunter2", "-R takes crl, ocsp, "),
      ("set-passcode --timeout hunter2", "--timeout takes a number of seconds"),
      ("add-internet-password -a a -s s -P hunter2", "-P takes a port number"),
      ("create-keypair -s hunter2", "-s takes the size of the key in bits"),
    ])
  func value(_ words: String, _ mistake: String) {
    let outcome = security(words)
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.error.hasPrefix("security: \(mistake)"), "\(outcome)")
    #expect(!outcome.error.contains("hunter2"))
  }
}
