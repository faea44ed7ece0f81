// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands
import KeychainTypes
import SecureMemory
import TestPatience
import Testing
import UserFiles

/// Tests that the file of a backup gets its name when it is whole.
///
/// The tests try each way that a file system may offer (Documentation/Formats/backup.md, section
/// 7).
@Suite("Files of backups") struct BackupFileTests {
  /// A directory for one test, removed with the value.
  private final class Place: Sendable {
    let path: String

    init() throws {
      path = FileManager.default.temporaryDirectory.path + "/latchkey-backup-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    func make(_ name: String, _ text: String = "draft") throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
    }
  }

  private static let left = ".latchkey-backup.aB3xYz"
  private static let combinations: [[BackupDraft.Way]] = [
    BackupDraft.Way.allCases, [.linked], [.renamed], [.renamedAfterLook],
  ]

  @Test("whole, private and alone, and in place of nothing", arguments: combinations)
  func ways(_ ways: [BackupDraft.Way]) throws {
    let place = try Place()
    try BackupFile.write(Array("whole".utf8), to: place.path + "/file", by: ways)
    #expect(try place.names() == ["file"])
    #expect(try place.text("file") == "whole")
    let mode = try FileManager.default.attributesOfItem(atPath: place.path + "/file")
    #expect(mode[.posixPermissions] as? Int == 0o600)
    let taken = #expect(throws: KeychainError.self) {
      try BackupFile.write(Array("other".utf8), to: place.path + "/file", by: ways)
    }
    #expect(taken?.code == .parameter)
    #expect(try place.names() == ["file"])
    #expect(try place.text("file") == "whole")
    let nowhere = #expect(throws: KeychainError.self) {
      try BackupFile.write([1], to: place.path + "/no/file", by: ways)
    }
    #expect(nowhere?.code == .parameter)
  }

  @Test("a file in the root directory", .enabled(if: unsafe access("/", W_OK) == 0))
  func rootDirectory() throws {
    let path = "/latchkey-backup-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try BackupFile.write(Array("whole".utf8), to: path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("whole".utf8))
  }

  @Test("while it is written nothing is there that a killed process would leave")
  func nothingMeanwhile() throws {
    let place = try Place()
    let seen = Lock<(names: Set<String>, looks: Int)>(([], 0))
    let isDone = Lock(false)
    // A thread of its own does not take a place in the pool of threads that runs the tests.
    Thread.detachNewThread {
      while !isDone.withLock({ $0 }) {
        let names = (try? place.names()) ?? ["nothing"]
        seen.withLock { $0 = ($0.names.union(names), $0.looks + 1) }
      }
    }
    defer { isDone.withLock { $0 = true } }
    func waitForLooks() throws {
      let before = seen.withLock { $0.looks }
      try #require(Patience.wait { seen.withLock { $0.looks } >= before + 2 })
    }
    try waitForLooks()
    let content = [UInt8](repeating: 7, count: 24 << 20)
    try BackupFile.write(content, to: place.path + "/file")
    try waitForLooks()
    #expect(seen.withLock { $0.names } == ["file"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: place.path + "/file")).count == content.count)
  }

  @Test("a draft that a killed process has left goes with the next backup, and nothing else")
  func sweep() throws {
    let place = try Place()
    let others = [
      ".backup.aB3xYz", ".latchkey-backup.aB3xY", ".latchkey-backup.aB3xY-",
      ".latchkey-backup.aB3xYzz", "latchkey-backup.aB3xYz",
    ]
    for name in others + [Self.left, ".latchkey-backup.linked"] { try place.make(name) }
    let link = ".latchkey-backup.symbol"
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/\(link)", withDestinationPath: "\(place.path)/\(others[0])")
    let folder = ".latchkey-backup.folder"
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/\(folder)", withIntermediateDirectories: false)
    // A second name shows that another program has used the file.
    let twice = "second-name"
    try FileManager.default.linkItem(
      atPath: "\(place.path)/.latchkey-backup.linked", toPath: "\(place.path)/\(twice)")
    try BackupFile.write(Array("whole".utf8), to: place.path + "/file")
    let kept = others + [".latchkey-backup.linked", link, folder, twice, "file"]
    #expect(try place.names() == kept.sorted())
  }

  @Test("a draft that somebody works on stays") func locked() throws {
    let place = try Place()
    try place.make(Self.left)
    let descriptor = unsafe open("\(place.path)/\(Self.left)", O_RDONLY | O_CLOEXEC)
    #expect(flock(descriptor, LOCK_EX) == 0)
    try BackupFile.write([1], to: place.path + "/file")
    #expect(try place.names() == [Self.left, "file"])
    close(descriptor)
    try BackupFile.write([1], to: place.path + "/other")
    #expect(try place.names() == ["file", "other"])
  }

  @Test("many at once, each sweeping: every file is whole") func beside() async throws {
    let place = try Place()
    try await withThrowingTaskGroup { group in
      for number in 0..<24 {
        group.addTask {
          try BackupFile.write(
            Array("whole \(number)".utf8), to: "\(place.path)/file\(number)", by: [.linked])
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<24 { #expect(try place.text("file\(number)") == "whole \(number)") }
    #expect(try place.names().count == 24)
  }

  @Test("no backup gets a name that the next one would take for a draft's") func draftName() throws
  {
    let place = try Place()
    let refused = security(["backup", "\(place.path)/\(Self.left)"], on: ScriptedStore())
    #expect(refused.status == 206)
    #expect(refused.error.contains("this name is reserved for files that are being written\n"))
    #expect(try place.names() == [])
  }
}
