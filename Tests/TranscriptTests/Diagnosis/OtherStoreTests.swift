// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Tests of real programs on another store than before, and of the calls of their earlier processes
/// (Specification/diagnostics.md, "Application history", cases 56, 57, story 14).
@Suite("another store than before") struct OtherStoreTests {
  private let home: TemporaryFolder
  private let program: Program
  private var tool: String { home.path + "/tool" }

  init() throws {
    home = try TemporaryFolder()
    var program = Program(home: home.path + "/a")
    program.environment["HOME"] = home.path
    self.program = program
    try program.putWorker(at: home.path + "/tool")
  }

  private func run(_ calls: String..., store: String = "a", settings: String? = nil) throws
    -> String
  {
    var program = program
    program.executable = tool
    program.environment["LATCHKEY_HOME"] = home.path + "/" + store
    program.environment["XDG_CONFIG_HOME"] = settings
    return try program.run(["traced"] + calls).output
  }

  private func security(_ arguments: [String], store: String = "a") throws -> Program.Result {
    var program = program
    program.environment["LATCHKEY_HOME"] = home.path + "/" + store
    return try program.run(arguments)
  }

  private let query = "svce=canary-service,acct=canary-account"

  @Test("57: LATCHKEY_HOME is another one than at last sight")
  func otherHome() throws {
    #expect(try run("add", "read") == "add 0\nread 0\n")
    #expect(try run("read", store: "b") == "read -25300\n")
    // Adding the first item makes the store.
    #expect(
      try security(["add-generic-password", "-a", "x", "-s", "y", "-w", "z"], store: "b").status
        == 0)
    #expect(try run("read", store: "b") == "read -25300\n")
    let found = try security(["explain", "--as", tool, query], store: "b")
    #expect(found.status == 44)
    for words in [
      "K201 error", "K506 warn", "/a on 20", "chosen by LATCHKEY_HOME",
      "Set or unset LATCHKEY_HOME as before",
    ] {
      #expect(flat(found.output).contains(words), "\(words)\n\(found.output)")
    }
    #expect(found.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let list = home.path + "/.local/state/latchkey/stores"
    let mode = try FileManager.default.attributesOfItem(atPath: list)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let text = String(decoding: try Files.read(list), as: UTF8.self)
    #expect(!text.contains("adhoc") && text.split(separator: "\n").count == 3, "\(text)")
    // For the store with the items there is no finding.
    #expect(try !security(["explain", "--as", tool, query + ",labl=L"]).output.contains("K506"))
  }

  @Test("57: switched off in the settings, and in the environment")
  func switchedOff() throws {
    let settings = home.path + "/settings/latchkey"
    try FileManager.default.createDirectory(
      atPath: settings, withIntermediateDirectories: true)
    try Files.write(Array("# ours\nregistry = off\n".utf8), to: settings + "/latchkey.conf")
    #expect(try run("add", settings: home.path + "/settings") == "add 0\n")
    #expect(!FileManager.default.fileExists(atPath: home.path + "/.local/state/latchkey/stores"))
    #expect(try security(["doctor"]).output.contains("of 0") == false)
    #expect(try run("read") == "read 0\n")
    #expect(FileManager.default.fileExists(atPath: home.path + "/.local/state/latchkey/stores"))
  }

  @Test("14: a store in a container's layer, and the container is replaced")
  func replaced() throws {
    #expect(try run("add") == "add 0\n")
    try FileManager.default.removeItem(atPath: home.path + "/a")
    let doctor = try security(["doctor", "--as", tool, "--all"])
    #expect(doctor.output.contains("K902") && doctor.output.contains("K506"), "\(doctor.output)")
    #expect(flat(doctor.output).contains("in another store at"))
    // A new store at the old path is another store.
    #expect(try security(["add-generic-password", "-a", "x", "-s", "y", "-w", "z"]).status == 0)
    #expect(try run("read") == "read -25300\n")
    let found = try security(["explain", "--as", tool, query])
    #expect(found.status == 44 && found.output.contains("K506 warn"), "\(found.output)")
  }

  @Test(
    "14: a store whose file system goes with the machine is told before it is gone",
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm")))
  func temporary() throws {
    let store = "/dev/shm/latchkey-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: store) }
    var program = program
    program.environment["LATCHKEY_HOME"] = store
    #expect(
      try program.run(["add-generic-password", "-a", "x", "-s", "y", "-w", "z"]).status == 0)
    let doctor = try program.run(["doctor"])
    #expect(doctor.output.contains("K915 warn") && doctor.output.contains("tmpfs"), "\(doctor)")
    #expect(doctor.status == 1)
  }

  @Test("56: an earlier process found it by a condition fewer")
  func queryChanged() throws {
    #expect(try run("add", "read") == "add 0\nread 0\n")
    let changed = ["explain", "--as", tool, query + ",labl=L"]
    let found = try security(changed)
    #expect(found.status == 44)
    for words in ["K505 error", "without labl found an item; this search has labl", "K204 error"] {
      #expect(flat(found.output).contains(words), "\(words)\n\(found.output)")
    }
    // New keys make new digests. The old ones can no longer be compared with them.
    #expect(try security(["rotate-keys"]).status == 0)
    let renewed = try security(changed)
    #expect(renewed.output.contains("K204") && !renewed.output.contains("K505"))
    #expect(try security(["check"]).status == 0)
  }

  /// A report without its line breaks.
  private func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
