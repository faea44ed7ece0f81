// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests of `-w` without a value, with every sort of standard input.
///
/// The program reads the password or refuses at once. It does not wait for a pipe that has given
/// enough.
@Suite("passwords that are piped in") struct PipeTests {
  private let home: TemporaryFolder
  private let program: Program

  init() throws {
    home = try TemporaryFolder()
    program = Program(home: home.path)
  }

  /// Runs a line of shell.
  ///
  /// `$0` is `security`, and `$1` is a path without a file.
  private func shell(_ line: String) throws -> Program.Result {
    var shell = program
    shell.executable = "/bin/sh"
    let folder = try TemporaryFolder()
    return try shell.run(["-c", line, Program.path, folder.path + "/pipe"])
  }

  private static let add = "\"$0\" add-generic-password -U -a me -s x -w"

  private func stored() throws -> String {
    try program.run(["find-generic-password", "-s", "x", "-w"]).output
  }

  @Test(
    "a pipe with one line, or the same line twice",
    arguments: ["printf 'pw\\n'", "printf pw", "printf 'pw\\npw\\n'", "printf 'pw\\r\\npw\\r\\n'"])
  func piped(_ writer: String) throws {
    let result = try shell("\(writer) | \(Self.add)")
    #expect(result == Program.Result(status: 0, output: "", error: ""))
    #expect(try stored() == "pw\n")
  }

  @Test("a pipe whose writer stays, as one that answers two questions")
  func open() throws {
    // The program inherits the writing end, so its input never ends.
    let line = "mkfifo \"$1\" && exec 3<>\"$1\" && printf 'pw\\npw\\n' >&3 && \(Self.add) <\"$1\""
    let result = try shell(line)
    #expect(result == Program.Result(status: 0, output: "", error: ""))
    #expect(try stored() == "pw\n")
  }

  @Test("a writer that never stops is not read to its end")
  func endless() throws {
    let result = try shell("yes pw | \(Self.add)")
    #expect(result.status == 1)
    #expect(result.error.contains("more lines"))
  }

  @Test(
    "nothing, and nobody to ask: status 36 at once",
    arguments: [
      ("printf '' | ", "", "ended without a line"),
      ("", " </dev/null", "no terminal for the question"),
      ("", " <&-", "no terminal for the question"),
      ("printf 'pw\\n' > \"$1\"; ", " <\"$1\"", "no terminal for the question"),
    ])
  func nothing(_ before: String, _ behind: String, _ reason: String) throws {
    let result = try shell(before + Self.add + behind)
    #expect(result.status == 36)
    #expect(result.error.contains(reason), "\(result)")
    #expect(try stored() == "")
  }

  @Test("LATCHKEY_INTERACTION=never forbids questions, and a pipe asks none") func never() throws {
    let result = try shell("export LATCHKEY_INTERACTION=never; echo pw | \(Self.add)")
    #expect(result == Program.Result(status: 0, output: "", error: ""))
    #expect(try stored() == "pw\n")
  }

  @Test("the line is as long as it likes") func long() throws {
    let text = String(repeating: "x", count: 200_000)
    let added = try program.run(
      ["add-generic-password", "-a", "me", "-s", "x", "-w"], input: Array("\(text)\n".utf8),
      isPiped: true)
    #expect(added == Program.Result(status: 0, output: "", error: ""))
    #expect(try stored() == text + "\n")
  }
}
