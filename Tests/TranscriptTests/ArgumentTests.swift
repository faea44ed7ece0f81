// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that `security` takes its arguments from `main`, and not from /proc.
@Suite("arguments") struct ArgumentTests {
  /// Runs a shell script in which nothing is mounted at /proc.
  private static func run(_ script: String, home: String) throws -> Program.Result {
    var program = Program(home: home)
    program.executable = "/usr/bin/unshare"
    let hidden = "mount -t tmpfs none /proc && exec \(script)"
    return try program.run(["--user", "--map-root-user", "--mount", "/bin/sh", "-c", hidden])
  }

  /// False if the kernel gives no name spaces to users, as in many containers.
  private static let isPossible: Bool =
    (try? run("true", home: "/").status == 0) ?? false

  @Test(
    "they arrive where /proc is not mounted",
    .enabled(if: isPossible, "the kernel gives this user no name space of mounts"))
  func hidden() throws {
    let home = try TemporaryFolder()
    let version = try Self.run("'\(Program.path)' version", home: home.path)
    #expect(version.output.hasPrefix("security, Latchkey "), "\(version)")
    let unknown = try Self.run("'\(Program.path)' help find-key", home: home.path)
    #expect(unknown.output.hasPrefix("Usage: find-key "), "\(unknown)")
  }

  @Test("one that is empty stays one")
  func empty() throws {
    let home = try TemporaryFolder()
    let program = Program(home: home.path)
    let added = try program.run(["add-generic-password", "-a", "", "-s", "s", "-w", ""])
    #expect(added.status == 0, "\(added)")
    let found = try program.run(["find-generic-password", "-a", "", "-s", "s"])
    #expect(found.status == 0 && found.output.contains("\"acct\"<blob>=<NULL>"), "\(found)")
  }
}
