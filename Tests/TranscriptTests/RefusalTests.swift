// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// Tests of a store that cannot be opened: the message has the path, the reason and the next step,
/// and no file changes.
@Suite("stores that refuse") struct RefusalTests {
  private let home: TemporaryFolder
  private let program: Program

  init() throws {
    home = try TemporaryFolder()
    program = Program(home: home.path)
    let added = try program.run(["add-generic-password", "-a", "me", "-s", "svc", "-w", "x"])
    #expect(added.status == 0)
  }

  private func content() throws -> [String: [UInt8]] {
    var content: [String: [UInt8]] = [:]
    for path in Files.all(below: home.path) where !path.hasSuffix("-shm") {
      content[path] = try Files.read(path)
    }
    return content
  }

  /// Checks that every verb refuses with the path of a file, and leaves all files as they are.
  private func expectRefusal(naming file: String, _ verbs: [[String]] = Self.verbs) throws {
    let before = try content()
    for verb in verbs {
      let result = try program.run(verb)
      #expect(![0, 44, 45].contains(result.status), "\(verb)")
      #expect(result.output.isEmpty, "\(verb)")
      let lines = result.error.split(separator: "\n")
      #expect(lines.count >= 2, "\(verb): \(result.error)")
      #expect(lines.allSatisfy { $0.hasPrefix("security: ") }, "\(result.error)")
      #expect(result.error.contains("\(home.path)/\(file)"), "\(result.error)")
    }
    #expect(try content() == before)
  }

  private static let verbs = [
    ["find-generic-password", "-s", "svc", "-w"], ["delete-generic-password", "-s", "svc"],
    ["add-generic-password", "-a", "you", "-s", "svc", "-w", "y"], ["check"],
  ]

  @Test("a file of the store is missing", arguments: ["device.key", "store.db"])
  func missing(_ file: String) throws {
    unsafe unlink("\(home.path)/\(file)")
    try expectRefusal(naming: file)
  }

  @Test("another device key") func wrongKey() throws {
    try Files.write([UInt8](repeating: 7, count: 32), to: "\(home.path)/device.key")
    try expectRefusal(naming: "device.key")
  }

  @Test("no database: empty, truncated, something else") func noDatabase() throws {
    for bytes in [
      [], Array("SQLite format 3".utf8), Array(repeating: UInt8(ascii: "x"), count: 9_000),
    ] {
      try Files.write(bytes, to: "\(home.path)/store.db")
      unsafe unlink("\(home.path)/store.db-wal")
      try expectRefusal(naming: "store.db")
    }
  }

  @Test("others may write in the directory") func openDirectory() throws {
    unsafe chmod(home.path, 0o777)
    let result = try program.run(["find-generic-password", "-s", "svc"])
    #expect(result.status == 53)
    #expect(result.error.contains(home.path))
    unsafe chmod(home.path, 0o700)
  }

  @Test("no home at all") func noHome() throws {
    var program = program
    program.environment = ["HOME": "nowhere"]
    let result = try program.run(["list-keychains", "-d", "user"])
    #expect(result.status == 1)
    #expect(result.error.contains("LATCHKEY_HOME"))
  }
}
