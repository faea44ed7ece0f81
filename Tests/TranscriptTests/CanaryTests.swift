// SPDX-License-Identifier: Apache-2.0

import Testing

/// Enters a known secret in every way, and looks for it in every place where it must not be
/// (Specification/design.md, "Promises", 6 and 7).
@Suite("secrets stay where they belong") struct CanaryTests {
  private static let canary = "canary-7f3a91"

  @Test("in no file of the store, and on no stream that was not asked for it") func everywhere()
    throws
  {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    let canary = Self.canary
    let line = Array("\(canary)\n".utf8)
    let calls: [([String], [UInt8], [Int32: [UInt8]])] = [
      (["-v", "add-generic-password", "-a", "a", "-s", "s", "-w", canary], [], [:]),
      (["-v", "add-generic-password", "-a", "a", "-s", "s", "-w\(canary)"], [], [:]),
      (["-v", "add-generic-password", "-a", "b", "-s", "s", "-p", canary, "-Z"], [], [:]),
      (["add-generic-password", "-a", "c", "-s", "s", "--password-fd", "0"], line, [:]),
      (["add-internet-password", "-a", "d", "-s", "s", "--password-fd", "5"], [], [5: line]),
      (["add-internet-password", "-Ua", "d", "-s", "s", "--password-fd=5"], [], [5: line]),
      (["-v", "add-generic-password", "-a", "g", "-s", "s", "-w"], line, [:]),
      (["-v", "add-internet-password", "-a", "h", "-s", "s", "-w"], line + line, [:]),
      (["add-generic-password", "-a", "i", "-s", "s", "-w"], line + Array("x".utf8), [:]),
      (["-i"], Array("add-generic-password -a e -s s -w \(canary)\n".utf8), [:]),
      (["-v", "-i"], Array("add-generic-password -a e -s s -w \(canary)\n".utf8), [:]),
      (["-i"], Array("add-generic-password -a f -s s -w '\(canary)\n".utf8), [:]),
      (["find-generic-password", "-s", "s"], [], [:]), (["dump-keychain"], [], [:]),
      (["dump-items", "--values"], [], [:]), (["check"], [], [:]),
    ]
    for (words, input, descriptors) in calls {
      let result = try program.run(words, input: input, descriptors: descriptors, isPiped: true)
      #expect(!(result.output + result.error).contains(canary), "\(words)")
    }
    for account in ["c", "g"] {
      let found = try program.run(["find-generic-password", "-a", account, "-w"])
      #expect(found.output == "\(canary)\n")
    }
    let files = Files.all(below: home.path)
    #expect(files.count > 3)
    for path in files {
      let text = String(decoding: try Files.read(path), as: UTF8.self)
      #expect(!text.contains(canary), "\(path)")
    }
  }

  @Test("no arguments are needed for a secret, so none shows in the list of processes")
  func arguments() throws {
    let home = try TemporaryFolder()
    let terminal = try PseudoTerminal()
    let process = try terminal.start(
      Program(home: home.path), ["add-generic-password", "-a", "me", "-s", "svc", "-w"])
    for question in ["password data for new item: ", "retype password for new item: "] {
      try terminal.waitFor(question)
      let shown = String(decoding: try Files.read("/proc/\(process)/cmdline"), as: UTF8.self)
      #expect(!shown.contains(Self.canary))
      try terminal.type("\(Self.canary)\n")
    }
    #expect(try terminal.readToEnd(of: process) == 0)
    #expect(!terminal.screen.contains(Self.canary))
    let found = try Program(home: home.path).run(["find-generic-password", "-s", "svc", "-w"])
    #expect(found.output == "\(Self.canary)\n")
  }
}
