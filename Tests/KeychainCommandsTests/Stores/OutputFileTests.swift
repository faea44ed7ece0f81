// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainCommands
import KeychainTypes
import SecureMemory
import Testing

/// Tests of the files to which `security export -o` writes, and those that it refuses: the file
/// contains private keys.
@Suite("files that are written for a user") struct OutputFileTests {
  private let place: String
  private static let content = SecretBytes(copying: Array("private".utf8))

  init() throws {
    place = FileManager.default.temporaryDirectory.path + "/latchkey-output-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
  }

  /// Runs a test, and removes its files afterwards.
  private func inPlace(_ body: () throws -> Void) throws {
    defer { try? FileManager.default.removeItem(atPath: place) }
    try body()
  }

  private func write(_ name: String) throws {
    try OutputFile.write(Self.content, to: Array((place + "/" + name).utf8))
  }

  private func text(_ name: String) -> String? {
    (try? Data(contentsOf: URL(filePath: place + "/" + name))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: place + "/" + name)[.posixPermissions] as? Int
  }

  private func status(_ body: () throws -> Void) -> Int32 {
    do {
      try body()
      return 0
    } catch {
      return (error as? KeychainError)?.code.rawValue ?? 1
    }
  }

  @Test("a new file, and in place of one of the user: mode 0600, whoever could read the old one")
  func regular() throws {
    try inPlace {
      try write("new")
      #expect(try text("new") == "private" && mode("new") == 0o600)
      try Data("old".utf8).write(to: URL(filePath: place + "/old"))
      unsafe chmod(place + "/old", 0o666)
      // Another name of the old file keeps the old content.
      unsafe link(place + "/old", place + "/other")
      try write("old")
      #expect(try text("old") == "private" && mode("old") == 0o600)
      #expect(text("other") == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: place).count == 3)
    }
  }

  @Test("links, special files and directories are refused, and nothing is changed")
  func refused() throws {
    try inPlace {
      try Data("target".utf8).write(to: URL(filePath: place + "/target"))
      unsafe symlink(place + "/target", place + "/link")
      unsafe symlink(place + "/none", place + "/dangling")
      for name in ["link", "dangling"] { #expect(status { try write(name) } == -50) }
      #expect(text("target") == "target" && text("none") == nil)
      #expect(status { try write("missing/file") } != 0)
      try FileManager.default.createDirectory(
        atPath: place + "/folder", withIntermediateDirectories: false)
      #expect(status { try write("folder") } != 0)
      #expect(status { try OutputFile.write(Self.content, to: Array("/dev/zero".utf8)) } == -50)
      #expect(status { try OutputFile.write(Self.content, to: [0x2F, 0x74, 0xFF]) } == -50)
      #expect(status { try OutputFile.write(Self.content, to: []) } == -50)
      #expect(status { try write(".latchkey-backup.abcdef") } == -50)
      try Data("database".utf8).write(to: URL(filePath: place + "/store.db"))
      let inStore = status {
        try OutputFile.write(
          Self.content, to: Array((place + "/./store.db").utf8), besides: place)
      }
      #expect(inStore == -50 && text("store.db") == "database")
    }
  }

  @Test("a file of another user is refused", .enabled(if: geteuid() == 0, "only root gives away"))
  func foreign() throws {
    try inPlace {
      try Data("his".utf8).write(to: URL(filePath: place + "/his"))
      unsafe chmod(place + "/his", 0o666)
      unsafe chown(place + "/his", 65_534, 65_534)
      unsafe mkfifo(place + "/pipe", 0o666)
      unsafe chown(place + "/pipe", 65_534, 65_534)
      for name in ["his", "pipe"] { #expect(status { try write(name) } == -50) }
      #expect(text("his") == "his")
    }
  }

  @Test("a pipe of the user, and descriptors, are written to as they are")
  func pipes() throws {
    try inPlace {
      unsafe mkfifo(place + "/pipe", 0o600)
      // Opened for reading and writing, so that opening does not wait for another process.
      let pipe = unsafe open(place + "/pipe", O_RDWR)
      let own = unsafe open(place + "/pipe", O_RDWR | O_CLOEXEC)
      defer {
        close(pipe)
        close(own)
      }
      // A descriptor that this program has opened itself cannot be named.
      #expect(status { try OutputFile.write(Self.content, to: Array("/dev/fd/\(own)".utf8)) } != 0)
      #expect(status { try OutputFile.write(Self.content, to: Array("/dev/fd/999".utf8)) } != 0)
      var bytes = [UInt8](repeating: 0, count: 16)
      for path in [place + "/pipe", "/dev/fd/\(pipe)", "/proc/self/fd/\(pipe)"] {
        try OutputFile.write(Self.content, to: Array(path.utf8))
        let count = unsafe read(pipe, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "private")
      }
    }
  }
}
