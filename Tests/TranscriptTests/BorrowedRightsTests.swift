// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// Tests of programs that another user starts and that have rights which their caller lacks.
///
/// They must ignore the paths that the caller sets in the environment.
@Suite("borrowed rights", .enabled(if: geteuid() == 0, "only root gives rights away"))
struct BorrowedRightsTests {
  private static let user = "65534"
  private let home: TemporaryFolder
  private let worker: String

  init() throws {
    home = try TemporaryFolder()
    worker = home.path + "/tool"
    unsafe chmod(home.path, 0o755)
    try Program(home: home.path).putWorker(at: worker)
    unsafe chmod(worker, 0o755)
  }

  /// Runs the program as a user who sets all its paths in the environment.
  private func run(_ words: String..., capabilities: [String] = []) throws -> [String] {
    var program = Program(home: home.path + "/chosen")
    program.executable = "/usr/bin/setpriv"
    for name in ["LATCHKEY_TRACE", "LATCHKEY_EXPLAIN", "XDG_STATE_HOME"] {
      program.environment[name] = home.path + "/chosen/\(name)"
    }
    let who = ["--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups"]
    let result = try program.run(who + capabilities + [worker, "borrowed"] + words)
    #expect(result.status == 0, "\(result.error)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test("a program without rights of its own believes what its user says")
  func plain() throws {
    let said = try run()
    #expect(said.contains("believed 1") && said.contains("store \(home.path)/chosen"), "\(said)")
    #expect(said.filter { $0.hasPrefix("takes ") }.count == 5, "\(said)")
  }

  @Test("set-uid, set-gid, whatever it makes of its ids", arguments: [0o4755, 0o2755, 0o6755])
  func setID(mode: Int) throws {
    unsafe chmod(worker, mode_t(mode))
    for words in [[], ["own"]] {
      let said = try words.isEmpty ? run() : run("own")
      // Skipped if the file system is mounted without set-uid rights.
      guard said.contains("secure 1") else { continue }
      #expect(said.contains("believed 0") && !said.contains { $0.hasPrefix("takes ") }, "\(said)")
      #expect(!said.contains { $0.contains("/chosen") }, "\(said)")
    }
  }

  @Test("capabilities of its file")
  func fileCapabilities() throws {
    var setcap = Program(home: home.path)
    setcap.executable = "/usr/sbin/setcap"
    guard unsafe access(setcap.executable, X_OK) == 0,
      try setcap.run(["cap_dac_override+ep", worker]).status == 0
    else { return }
    let said = try run()
    guard said.contains("secure 1") else { return }
    #expect(said.contains("believed 0") && !said.contains { $0.contains("/chosen") }, "\(said)")
  }

  @Test(
    "capabilities that its caller had: those that reach files of others, and one that does not",
    arguments: [("dac_override", false), ("net_bind_service", true)])
  func ambient(name: String, isBelieved: Bool) throws {
    let given = ["--inh-caps=+\(name)", "--ambient-caps=+\(name)"]
    let said = try run(capabilities: given)
    #expect(said.contains("secure 0") && said.contains("believed \(isBelieved ? 1 : 0)"), "\(said)")
  }
}
