// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// Tests of `security restore`, by the built program, on a machine without a store.
@Suite("restoring on a new machine") struct RestoringTests {
  private static let words = "words of the backup"

  private let old: TemporaryFolder
  private let new: TemporaryFolder

  init() throws {
    old = try TemporaryFolder()
    new = try TemporaryFolder()
  }

  private func restore(_ file: String, _ words: String = words) throws -> Program.Result {
    try Program(home: new.path).run(
      ["restore", "--passphrase-fd", "3", file], descriptors: [3: Array(words.utf8)])
  }

  /// Makes a backup of one item, outside of both stores.
  private func backup(in folder: TemporaryFolder) throws -> String {
    let program = Program(home: old.path)
    let added = try program.run(["add-generic-password", "-a", "me", "-s", "svc", "-w", "geheim"])
    #expect(added.status == 0)
    let file = folder.path + "/saved"
    let saved = try program.run(
      ["backup", "--passphrase-fd", "3", file], descriptors: [3: Array(Self.words.utf8)])
    #expect(saved.status == 0, "\(saved)")
    return file
  }

  @Test("what is no backup, one cut short and a wrong passphrase make no store") func nothingMade()
    throws
  {
    let folder = try TemporaryFolder()
    let file = try backup(in: folder)
    let content = try Files.read(file)
    var changed = content
    changed[content.count - 1] ^= 1
    let others: [(name: String, bytes: [UInt8], words: String, status: Int32)] = [
      ("empty", [], Self.words, 93),
      ("foreign", Array("no backup at all".utf8), Self.words, 93),
      ("short", Array(content.dropLast()), Self.words, 93),
      ("changed", changed, Self.words, 93),
      ("whole", content, "other words", 51),
    ]
    for other in others {
      let path = "\(folder.path)/\(other.name)"
      try Files.write(other.bytes, to: path)
      let refused = try restore(path, other.words)
      #expect(refused.status == other.status, "\(other.name): \(refused)")
      #expect(Files.names(in: new.path) == [], "\(other.name)")
    }
    let restored = try restore(file)
    #expect(restored.status == 0)
    #expect(restored.output.hasPrefix("1 item restored, 0 items removed before.\n"))
    let found = try Program(home: new.path).run(["find-generic-password", "-s", "svc", "-w"])
    #expect(found.output == "geheim\n")
  }

  @Test(
    "a disk too full for the backup: it is said that a store is there, and that it is empty",
    .enabled(if: geteuid() == 0, "mounting needs root"))
  func fullDisk() throws {
    let folder = try TemporaryFolder()
    let secret = String(repeating: "x", count: 4_000)
    let lines = (0..<400).map { "add-generic-password -a a -s \($0) -w \(secret)\n" }.joined()
    #expect(try Program(home: old.path).run(["-i"], input: Array(lines.utf8)).status == 0)
    let file = try backup(in: folder)
    let size = "size=1m,mode=700"
    guard unsafe mount("tmpfs", new.path, "tmpfs", 0, size) == 0 else {
      return print("no file system can be mounted here: not tested")
    }
    defer { unsafe umount2(new.path, Int32(MNT_DETACH)) }
    let refused = try restore(file)
    #expect(refused.status == 222, "\(refused)")
    let told = "a new store was made, and it holds nothing of the backup"
    #expect(refused.error.contains(told), "\(refused)")
    #expect(!refused.error.contains("nothing was changed"), "\(refused)")
    let program = Program(home: new.path)
    #expect(try program.run(["lock-status"]).status == 0, "a store is there")
    #expect(try program.run(["dump-items"]).status == 44, "nothing is in it")
    #expect(unsafe mount("tmpfs", new.path, "tmpfs", UInt(MS_REMOUNT), "size=16m") == 0)
    let restored = try restore(file)
    #expect(restored.output.hasPrefix("401 items restored"), "\(restored)")
  }
}
