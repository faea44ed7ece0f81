// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of statuses as users have them: numbers, names, messages, exit statuses.
@Suite("statuses that are pasted") struct StatusWordTests {
  private let home: TemporaryFolder
  private let program: Program

  init() throws {
    home = try TemporaryFolder()
    program = Program(home: home.path)
  }

  private struct Constant {
    let name: String
    let status: Int32
  }

  /// Reads the constants of programs from the sources.
  private static func constants() throws -> [Constant] {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
      .joined(separator: "/")
    let folder = root + "/Sources/Faces/Security/Statuses"
    return try (Files.names(in: folder) ?? []).flatMap { file -> [Constant] in
      let text = String(decoding: try Files.read("\(folder)/\(file)"), as: UTF8.self)
      return text.matches(of: #/public let (\w+): OSStatus = (-?[0-9_]+)/#).compactMap { match in
        Int32(match.output.2.filter { $0 != "_" })
          .map { Constant(name: String(match.output.1), status: $0) }
      }
    }
  }

  @Test("error knows every name, and that of each number")
  func names() throws {
    let constants = try Self.constants()
    #expect(constants.count > 400)
    let result = try program.run(["error"] + constants.map(\.name))
    #expect(result.status == 1 && result.error.isEmpty, "\(result.error)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == constants.count)
    for (line, constant) in zip(lines, constants) {
      #expect(line.contains(" \(constant.status) "), "\(constant)")
    }
  }

  @Test(
    "explain understands a status in any form",
    arguments: [
      ["errSecItemNotFound"], ["errsecitemnotfound"], ["25300"], ["-25300 "], ["\"-25300\""],
      ["'25300'"], ["(-25300)"], ["0xFFFF9D2C"], ["4294941996"], ["\u{2212}25300"],
      ["OSStatus", "-25300"], ["OSStatus", "error", "-25300"], ["status:", "25300"],
      ["-25300 errSecItemNotFound"], ["-25300", "errSecItemNotFound"],
      ["The operation couldn\u{2019}t be completed. (OSStatus error -25300.)"],
      ["Error Domain=NSOSStatusErrorDomain Code=-25300 \"(null)\""],
    ])
  func explained(words: [String]) throws {
    let expected = try program.run(["explain", "-25300"])
    #expect(expected.output.hasPrefix("-25300 errSecItemNotFound: "))
    #expect(try program.run(["explain"] + words) == expected)
    let told = try program.run(["error"] + words)
    let line = try program.run(["error", "-25300"]).output
    #expect(told.status == 1 && told.error.isEmpty, "\(told)")
    #expect(told.output == line || told.output == line + line, "\(told)")
  }

  @Test("an exit status stands for each status that ends so")
  func exits() throws {
    for words in [["44"], ["exit status 44"], ["exit", "status", "44"], ["exit code 44"]] {
      let result = try program.run(["explain"] + words)
      #expect(result.status == 0, "\(words)")
      #expect(result.output.hasPrefix("exit status 44: the low byte of the status "), "\(words)")
      #expect(result.output.contains("\n-25300 errSecItemNotFound: "), "\(words)")
      #expect(result.output.contains("\nK201 error  nothing-of-this-class\n"), "\(words)")
    }
    for (words, shown, hidden) in [
      ("36", ["-25308 errSecInteractionNotAllowed", "Without its sign", "-36 errSecIO"], []),
      ("exit status 36", ["-25308 errSecInteractionNotAllowed"], ["errSecIO"]),
      ("30", ["-34018 errSecMissingEntitlement"], ["Without its sign"]),
      ("206", ["-50 errSecParam"], []), ("50", ["-25294 errSecNoSuchKeychain", "-50 errS"], []),
      ("128", ["-128 errSecUserCanceled"], []),
      ("9", ["no status of items has this low byte"], ["errSec"]),
      ("0", ["0 errSecSuccess"], []), ("exit status 0", ["exit status 0: success"], []),
      ("1", ["a failure without a status"], ["errSec"]), ("2", ["wrong usage"], ["errSec"]),
      ("3", ["could not be determined"], ["errSec"]), ("4", ["of doctor", "-4 errSecUnimp"], []),
    ] as [(String, [String], [String])] {
      let result = try program.run(["explain", words])
      #expect(result.status == 0, "\(words)")
      let flat = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for text in shown { #expect(flat.contains(text), "\(words): \(result.output)") }
      for text in hidden { #expect(!result.output.contains(text), "\(words): \(result.output)") }
      #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(words)")
    }
    // Statuses that a keychain call can answer come first.
    let output = try program.run(["explain", "30"]).output
    let places = ["-34018 ", "-25314 "].map { output.firstRange(of: $0)?.lowerBound }
    if let first = places[0], let second = places[1] { #expect(first < second) }
    #expect(!places.contains(nil))
  }

  @Test("error has a line for each meaning")
  func error() throws {
    let lines = [
      -25300: "Error: 0xFFFF9D2C -25300 The specified item could not be found in the keychain.\n",
      -25308: "Error: 0xFFFF9D24 -25308 User interaction is not allowed.\n",
      -36: "Error: 0xFFFFFFDC -36 Reading or writing failed.\n",
    ]
    for (words, statuses) in [
      (["44"], [-25300]), (["exit", "status", "44"], [-25300]), (["36"], [-25308, -36]),
      (["exit status 36"], [-25308]), (["-25300", "36"], [-25300, -25308, -36]),
      (["-25300rest"], [-25300]), (["exit", "44", "25308"], [-25300, -25308]),
    ] {
      let result = try program.run(["error"] + words)
      #expect(result.status == 1 && result.error.isEmpty, "\(words): \(result)")
      #expect(result.output == statuses.map { lines[$0] ?? "" }.joined(), "\(words)")
    }
    // macOS prints this text.
    #expect(try program.run(["error", "0"]).output == "Error: 0x00000000 0 No error.\n")
  }

  @Test("what is no status is refused by its place, and not repeated")
  func mistakes() throws {
    for (words, place, meant) in [
      (["hunter2"], 1, ""), (["-25300", "hunter2"], 2, ""), (["exit"], 1, ""), ([""], 1, ""),
      (["errSecItemNotFond"], 1, ": is errSecItemNotFound meant?"),
    ] {
      let result = try program.run(["error"] + words)
      let sentence = "argument \(place) is neither a number nor the name of a status\(meant)"
      #expect(result.status == 1 && result.error == "security: error: \(sentence)\n", "\(words)")
      #expect(!result.output.contains("hunter2"))
    }
    for words in [["-25300", "--json"], ["44", "--json"], ["errSecParam", "--values"]] {
      let result = try program.run(["explain"] + words)
      #expect(result.status == 2 && result.output.isEmpty, "\(words)")
      #expect(result.error.contains("a status takes no options"), "\(words): \(result.error)")
    }
    // The number of a limit or of a value is not read as a status.
    for words in [["svce=44"], ["svce=a", "--limit", "-1"], ["--limit", "-1"], ["class=cert"]] {
      let result = try program.run(["explain"] + words)
      #expect(!result.output.contains("exit status") && result.status != 0, "\(words): \(result)")
    }
  }
}
