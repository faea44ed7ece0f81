// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import SecureMemory
import TestPatience
import Testing

/// Tests of the real file system, in a directory of their own.
@Suite("Files of the machine")
final class SystemFileSystemTests: Sendable {
  private let directory: String
  private let system = SystemFileSystem()

  init() throws {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/latchkey-keybag-XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer -> Bool in
      guard let base = buffer.baseAddress else { return false }
      return unsafe mkdtemp(base) != nil
    }
    try #require(made)
    directory = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in ["a", "b", "link", "pipe", "device.key", "keybag", "keybag.copy"] {
      unsafe unlink("\(directory)/\(name)")
    }
    unsafe rmdir("\(directory)/d")
    unsafe rmdir(directory)
  }

  private func path(_ name: String) -> String { "\(directory)/\(name)" }

  private func mode(_ name: String) -> UInt32? {
    try? system.read(path(name), limit: 1 << 20).mode
  }

  @Test("a file is private, whatever the umask, and holds what was written")
  func create() throws {
    let bytes = [UInt8](repeating: 5, count: 100_000)
    try system.create(path("a"), bytes.span)
    let content = try system.read(path("a"), limit: 1 << 20)
    #expect(content.bytes == SecretBytes(copying: bytes))
    #expect(content.mode == 0o600)
    #expect(content.owner == geteuid())
    #expect(throws: FileError.exists) { try self.system.create(self.path("a"), bytes.span) }
    #expect(throws: FileError.tooLarge) {
      try self.system.read(self.path("a"), limit: 99_999)
    }
  }

  @Test("a keybag is not made where a link, a pipe or a directory has its name or its copy's")
  func taken() throws {
    let files = KeybagFiles(directory: directory)
    for file in [KeybagError.File.keybag, .copy] {
      let name = path(file.rawValue)
      for make in [
        { unsafe symlink(AbsentPath.path, name) }, { unsafe mkfifo(name, 0o600) },
        { unsafe mkdir(name, 0o700) },
      ] {
        #expect(make() == 0)
        #expect(throws: KeybagError.exists(file)) {
          _ = try files.create(randomness: SystemRandomness())
        }
        #expect(unsafe Glibc.remove(name) == 0)
      }
    }
    #expect(unsafe access(path("device.key"), F_OK) != 0)
  }

  @Test("links, pipes and directories are not read, and nothing waits")
  func notRegular() throws {
    try system.create(path("a"), [UInt8(1)].span)
    unsafe symlink(path("a"), path("link"))
    unsafe mkfifo(path("pipe"), 0o600)
    unsafe mkdir(path("d"), 0o700)
    for name in ["link", "pipe", "d"] {
      #expect(throws: FileError.notRegular, "\(name)") {
        try self.system.read(self.path(name), limit: 10)
      }
    }
    #expect(throws: FileError.exists) {
      try self.system.create(self.path("link"), [UInt8(1)].span)
    }
    #expect(throws: FileError.absent) { try self.system.read(self.path("none"), limit: 10) }
  }

  @Test("a name is not taken from an existing file unless that is wanted")
  func rename() throws {
    try system.create(path("a"), [UInt8(1)].span)
    try system.create(path("b"), [UInt8(2)].span)
    #expect(throws: FileError.exists) {
      try self.system.rename(self.path("a"), to: self.path("b"), replacing: false)
    }
    #expect(try system.read(path("b"), limit: 9).bytes == SecretBytes(copying: [2]))
    try system.rename(path("a"), to: path("b"), replacing: true)
    #expect(try system.read(path("b"), limit: 9).bytes == SecretBytes(copying: [1]))
    try system.rename(path("b"), to: path("a"), replacing: false)
    #expect(throws: FileError.absent) { try self.system.read(self.path("b"), limit: 9) }
    try system.synchronize(directory: directory)
    try system.remove(path("a"))
    #expect(throws: FileError.absent) { try self.system.remove(self.path("a")) }
  }

  @Test("a keybag on real files")
  func keybag() throws {
    let files = KeybagFiles(directory: directory)
    let randomness = SystemRandomness()
    let keybag = try files.save(files.create(randomness: randomness).with(state: .complete))
    #expect(try files.open(randomness: randomness).image == keybag.image)
    for name in ["device.key", "keybag", "keybag.copy"] { #expect(mode(name) == 0o600) }
    unsafe chmod(path("device.key"), 0o640)
    #expect(throws: KeybagError.exposed(.deviceKey)) { try files.open(randomness: randomness) }
    unsafe unlink(path("device.key"))
    unsafe symlink("/dev/zero", path("device.key"))
    #expect(throws: KeybagError.file(.deviceKey, .notRegular)) {
      try files.open(randomness: randomness)
    }
  }
}
