// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Records that no program of ours wrote, and files that are none of records
/// (spec/diagnostics.md 1.2, 1.4, 8).
@Suite("Records of others") struct HostileRecordTests {
  @Test("what is no plain file is not waited for, and said to be none")
  func noFiles() throws {
    let home = try TemporaryFolder()
    var program = Program(home: home.path)
    let pipe = home.path + "/pipe"
    let made = unsafe mkfifo(pipe, 0o600)
    #expect(made == 0)
    for path in [pipe, "/dev/zero", "/dev/full", home.path] {
      for words in [["trace"], ["trace", "--follow"], ["explain", "--call"]] {
        let result = try program.run(words + [path])
        #expect(result.status == 3 && result.output.isEmpty, "\(words) \(path)")
        let sentence = "\(words[0]): \(path) cannot be read: it is no plain file\n"
        #expect(result.error.hasSuffix(sentence), "\(words) \(path): \(result.error)")
      }
      program.environment["LATCHKEY_TRACE"] = path
      #expect(try program.run(["explain", "--last"]).status == 3, "\(path)")
      #expect(try program.run(["doctor"]).status < 128, "\(path)")
      _ = try program.run(["add-generic-password", "-a", "a", "-s", "s", "-w", "geheim"])
      let found = try program.run(["explain", "svce=s,acct=a", "--limit", "one"])
      #expect(found.status == 0, "\(path)")
      program.environment["LATCHKEY_TRACE"] = nil
    }
    let missing = try program.run(["trace", home.path + "/nowhere"])
    #expect(missing.status == 3 && missing.error.contains("cannot be read: No such file"))
  }

  @Test("failures that are kept in a pipe are none, and nothing waits for them")
  func keptInPipe() throws {
    let home = try TemporaryFolder()
    var program = Program(home: home.path)
    program.environment["XDG_STATE_HOME"] = home.path + "/state"
    program.environment["XDG_CONFIG_HOME"] = home.path + "/config"
    for folder in ["/state/latchkey", "/config/latchkey"] {
      try FileManager.default.createDirectory(
        atPath: home.path + folder, withIntermediateDirectories: true)
    }
    try Files.write(
      Array("last-failures = on\n".utf8), to: home.path + "/config/latchkey/latchkey.conf")
    let pipe = home.path + "/state/latchkey/last-failures.jsonl"
    let made = unsafe mkfifo(pipe, 0o600)
    #expect(made == 0)
    let last = try program.run(["explain", "--last"])
    #expect(last.status == 3 && last.error.contains("it is no plain file"))
    #expect(try program.run(["doctor"]).status < 128)
  }
}
