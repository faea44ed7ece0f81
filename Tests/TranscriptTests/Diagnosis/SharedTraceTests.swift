// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests of `security trace` with a file that several processes write
/// (Specification/diagnostics.md, "Overview of surfaces", "Tracing a running program").
@Suite("security trace: several processes") struct SharedTraceTests {
  private static func record(_ number: Int, _ process: Int, _ verb: String) -> String {
    #"{"schema":1,"seq":\#(number),"time":"2024-03-04T13:02:11.482Z","pid":\#(process),"#
      + #""caller":"T.a","verb":"\#(verb)","lock":"unlocked","status":0,"pairs":[],"#
      + #""findings":["K001"]}"# + "\n"
  }

  @Test("the process is a column, and a number that two have is asked for with --pid")
  func several() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    let path = home.path + "/trace"
    let one = Self.record(1, 7, "add") + Self.record(2, 7, "update")
    try Files.write(Array(one.utf8), to: path)
    let plain = try program.run(["trace", path]).output
    #expect(plain.hasPrefix("  seq  time  ") && !plain.contains("pid"))
    #expect(try program.run(["trace", path, "--call", "2"]).status == 0)
    let two = one + Self.record(1, 81, "delete") + Self.record(3, 81, "add")
    try Files.write(Array(two.utf8), to: path)
    let lines = try program.run(["trace", path]).output.split(separator: "\n")
    #expect(lines[0] == "  seq      pid  time         function             status  codes")
    #expect(lines[3] == "    1       81  13:02:11.482 SecItemDelete             0  K001")
    let own = try program.run(["trace", path, "--pid", "81"]).output
    #expect(!own.contains("pid") && own.split(separator: "\n").count == 3)
    let which = try program.run(["trace", path, "--call", "1"])
    #expect(which.status == 2 && which.output.isEmpty)
    #expect(which.error.contains("call 1 is in processes 7, 81: name one process with --pid"))
    let named = try program.run(["trace", path, "--call", "1", "--pid", "81"])
    #expect(named.status == 0 && named.output.hasPrefix("SecItemDelete answered"))
    #expect(try program.run(["trace", path, "--call", "3"]).status == 0)
  }
}
