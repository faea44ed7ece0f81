// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import Testing

/// Tests of reading options as BSD's getopt does (Specification/security-cli.md, "Global behaviour
/// of security").
@Suite("reading options") struct OptionReaderTests {
  private static let grammar = OptionReader.Grammar(
    letters: "a:s:w:lut:", optionalLast: ["w"], longWithValue: ["password-fd"],
    longFlags: ["wide"])

  private func read(_ words: [String], _ grammar: OptionReader.Grammar = Self.grammar) throws
    -> OptionReader
  {
    try OptionReader(words.map { Array($0.utf8) }, grammar: grammar)
  }

  private func texts(_ operands: [[UInt8]]) -> [String] {
    operands.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("letters can be joined, and the last takes the value") func joined() throws {
    let options = try read(["-lut", "21600", "build.keychain"])
    #expect(options.options.map(\.name) == [.letter("l"), .letter("u"), .letter("t")])
    #expect(options.value(.letter("t")) == Array("21600".utf8))
    #expect(texts(options.operands) == ["build.keychain"])
  }

  @Test("a value can follow its letter at once") func attached() throws {
    #expect(try read(["-sname"]).value(.letter("s")) == Array("name".utf8))
  }

  @Test("options end at the first operand") func operands() throws {
    let options = try read(["-l", "name", "-u"])
    #expect(!options.contains(.letter("u")))
    #expect(texts(options.operands) == ["name", "-u"])
  }

  @Test("two hyphens end the options, one is an operand") func hyphens() throws {
    #expect(texts(try read(["-l", "--", "-u"]).operands) == ["-u"])
    #expect(texts(try read(["-", "-u"]).operands) == ["-", "-u"])
  }

  @Test("a value may look like an option, and be empty") func values() throws {
    #expect(try read(["-a", "-s"]).value(.letter("a")) == Array("-s".utf8))
    #expect(try read(["-a", ""]).value(.letter("a")) == [])
  }

  @Test("-w may lack its value in the last place only") func optionalLast() throws {
    let last = try read(["-a", "x", "-w"])
    #expect(last.contains(.letter("w")))
    #expect(last.value(.letter("w")) == nil)
    #expect(try read(["-w", "-a"]).value(.letter("w")) == Array("-a".utf8))
    #expect(throws: OptionReader.Misuse.self) { try read(["-w", "x", "-a"]) }
  }

  @Test("long options of ours") func long() throws {
    #expect(try read(["--password-fd", "3"]).value(.long("password-fd")) == Array("3".utf8))
    #expect(try read(["--password-fd=3"]).value(.long("password-fd")) == Array("3".utf8))
    #expect(try read(["--wide"]).contains(.long("wide")))
  }

  @Test("commands of ours take options behind operands") func mixed() throws {
    var grammar = Self.grammar
    grammar.isMixed = true
    let options = try read(["genp", "--wide", "inet"], grammar)
    #expect(options.contains(.long("wide")))
    #expect(texts(options.operands) == ["genp", "inet"])
  }

  @Test(
    "what getopt says",
    arguments: [
      (["-Z"], "illegal option -- Z"), (["-lZ"], "illegal option -- Z"),
      (["-luZx"], "illegal option in argument 1"), (["-l", "-u7"], "illegal option in argument 2"),
      (["-A"], "illegal option -- A: is -a meant?"),
      (["-a"], "option requires an argument -- a"),
      (["--nosuch"], "illegal option in argument 1"),
      (["--nosuch=x"], "illegal option in argument 1"),
      // A word that does not look like an option may be a password.
      (["--hunter2"], "illegal option in argument 1"),
      (["-l", "--Geheim"], "illegal option in argument 2"),
      (["---geheim"], "illegal option in argument 1"),
      (["-a", "x", "--passwrd-fd"], "illegal option in argument 3: is --password-fd meant?"),
      (["-password-fd", "3"], "illegal option in argument 1: is --password-fd meant?"),
      (["--w", "x"], "illegal option in argument 1: is -w meant?"),
      (["--hepl"], "illegal option in argument 1: is --help meant?"),
      (["--wide=1"], "option takes no value -- wide"),
      (["--password-fd"], "option requires an argument -- password-fd"),
    ])
  func misuse(_ words: [String], _ message: String) {
    #expect(throws: OptionReader.Misuse(message: message)) { try read(words) }
  }
}
