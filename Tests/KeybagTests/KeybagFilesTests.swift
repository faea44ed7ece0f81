// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import SecureMemory
import Testing

/// Tests of the rules of the three keybag files, on files in memory.
@Suite("Keybag files")
struct KeybagFilesTests {
  private let randomness = SystemRandomness()
  private let memory = MemoryFileSystem()
  private var files: KeybagFiles { KeybagFiles(directory: "/s", files: memory) }

  private func made() throws -> UnlockedKeybag {
    try files.save(files.create(randomness: randomness).with(state: .complete))
  }

  private func refusal(_ body: () throws -> Void) -> KeybagError? {
    do {
      try body()
      return nil
    } catch {
      return error as? KeybagError
    }
  }

  @Test("made, completed and opened again")
  func roundTrip() throws {
    let made = try files.create(randomness: randomness)
    #expect(made.image.state == .creating)
    #expect(memory.names == ["/s/device.key", "/s/keybag", "/s/keybag.copy"])
    #expect(memory["/s/keybag"] == memory["/s/keybag.copy"])
    #expect(memory["/s/device.key"]?.bytes.count == 32)
    let complete = try files.save(made.with(state: .complete))
    let opened = try files.open(randomness: randomness)
    #expect(opened.image == complete.image)
    #expect(opened.image.state == .complete)
    #expect(opened.condition == .inStep)
    #expect(opened.image.sequence > made.image.sequence)
  }

  @Test("two keybags have nothing in common")
  func fresh() throws {
    let one = try made()
    let other = try KeybagFiles(directory: "/t", files: memory).create(randomness: randomness)
    #expect(one.image.store != other.image.store)
    #expect(one.image.incarnation != other.image.incarnation)
    #expect(memory["/s/device.key"] != memory["/t/device.key"])
  }

  @Test("what is missing is named; nothing is made for it")
  func missing() throws {
    #expect(refusal { _ = try files.open(randomness: randomness) } == .absent)
    _ = try made()
    memory["/s/device.key"] = nil
    #expect(refusal { _ = try files.open(randomness: randomness) } == .missing(.deviceKey))
    #expect(refusal { _ = try files.create(randomness: randomness) } == .exists(.keybag))
    #expect(memory["/s/device.key"] == nil)
    memory["/s/keybag"] = nil
    memory["/s/device.key"] = .init(bytes: [UInt8](repeating: 1, count: 32))
    #expect(refusal { _ = try files.create(randomness: randomness) } == .exists(.copy))
    memory["/s/keybag.copy"] = nil
    #expect(refusal { _ = try files.open(randomness: randomness) } == .missing(.keybag))
  }

  @Test("what appears while a keybag is being made is not replaced either")
  func intruder() throws {
    let files = KeybagFiles(directory: "/s", files: Intruder(memory: memory))
    #expect(refusal { _ = try files.create(randomness: randomness) } == .exists(.keybag))
    #expect(memory["/s/keybag"]?.bytes == [1])
  }

  @Test("a device key of another length", arguments: [0, 1, 31, 33, 64])
  func length(count: Int) throws {
    _ = try made()
    memory["/s/device.key"] = .init(bytes: [UInt8](repeating: 1, count: count))
    #expect(refusal { _ = try files.open(randomness: randomness) } == .deviceKeyLength(count))
  }

  @Test("another store's device key")
  func wrongKey() throws {
    _ = try made()
    memory["/s/device.key"] = .init(bytes: [UInt8](repeating: 1, count: 32))
    #expect(refusal { _ = try files.open(randomness: randomness) } == .wrongDeviceKey)
  }

  @Test("owner and mode", arguments: [KeybagError.File.deviceKey, .keybag, .copy])
  func access(file: KeybagError.File) throws {
    _ = try made()
    let path = "/s/\(file.rawValue)"
    let good = try #require(memory[path])
    memory[path] = .init(bytes: good.bytes, owner: 0)
    #expect(refusal { _ = try files.open(randomness: randomness) } == .foreignOwner(file))
    for mode: UInt32 in [0o620, 0o602, 0o666] {
      memory[path] = .init(bytes: good.bytes, mode: mode)
      #expect(refusal { _ = try files.open(randomness: randomness) } == .exposed(file))
    }
    // A keybag is sealed, so others may read it. The device key must be private.
    memory[path] = .init(bytes: good.bytes, mode: 0o644)
    #expect(
      refusal { _ = try files.open(randomness: randomness) }
        == (file == .deviceKey ? .exposed(file) : nil))
  }

  @Test("the copy stands in, and the condition says so")
  func copies() throws {
    _ = try files.create(randomness: randomness)
    let older = try #require(memory["/s/keybag"])
    let keybag = try files.save(files.open(randomness: randomness).with(state: .complete))
    let good = try #require(memory["/s/keybag"])
    let torn = MemoryFileSystem.File(bytes: Array(good.bytes.dropLast(9)))
    let rows: [(MemoryFileSystem.File?, MemoryFileSystem.File?, LockedKeybag.Condition)] = [
      (good, nil, .copyMissing), (good, torn, .copyDamaged), (nil, good, .keybagMissing),
      (torn, good, .keybagDamaged), (good, older, .copyBehind),
      (good, .init(bytes: .init(repeating: 0, count: 2_000_000)), .copyDamaged),
    ]
    for (main, copy, condition) in rows {
      memory["/s/keybag"] = main
      memory["/s/keybag.copy"] = copy
      let opened = try files.open(randomness: randomness)
      #expect(opened.condition == condition)
      #expect(opened.image == keybag.image)
      // Saving repairs the keybag and its copy.
      let saved = try files.save(opened)
      #expect(try files.open(randomness: randomness).condition == .inStep)
      #expect(try files.open(randomness: randomness).image == saved.image)
    }
    memory["/s/keybag"] = torn
    memory["/s/keybag.copy"] = torn
    #expect(refusal { _ = try files.open(randomness: randomness) } == .damaged)
    memory["/s/keybag.copy"] = nil
    #expect(refusal { _ = try files.open(randomness: randomness) } == .damaged)
    memory["/s/keybag"] = .init(bytes: [])
    #expect(refusal { _ = try files.create(randomness: randomness) } == .exists(.keybag))
  }

  @Test("a keybag of a newer version is not replaced by an older copy")
  func newer() throws {
    _ = try made()
    var bytes = try #require(memory["/s/keybag"]).bytes
    bytes[8] = 4
    memory["/s/keybag"] = .init(bytes: bytes)
    #expect(refusal { _ = try files.open(randomness: randomness) } == .newerVersion)
  }

  @Test("incarnation and lock generation change and stay changed")
  func changes() throws {
    let keybag = try made()
    let renewed = try files.save(
      keybag.withNewIncarnation(randomness: randomness).withNextLockGeneration())
    #expect(renewed.image.incarnation != keybag.image.incarnation)
    #expect(renewed.image.store == keybag.image.store)
    #expect(renewed.image.lockGeneration == keybag.image.lockGeneration + 1)
    #expect(try files.open(randomness: randomness).image == renewed.image)
  }

  @Test("a refusal of the system keeps its errno", arguments: [ENOSPC, EROFS, EACCES, EIO])
  func refused(errno: Int32) throws {
    memory.arm(.refuse(at: 1, errno: errno))
    #expect(
      refusal { _ = try files.create(randomness: randomness) }
        == .file(.deviceKey, .refused(errno: errno)))
  }
}

/// A file system on which another program ignores the lock and makes a `keybag` meanwhile.
private struct Intruder: FileSystem {
  let memory: MemoryFileSystem
  var owner: UInt32 { memory.owner }

  func read(_ path: String, limit: Int) throws(FileError) -> FileContent {
    try memory.read(path, limit: limit)
  }

  func create(_ path: String, _ bytes: Span<UInt8>) throws(FileError) {
    if path == "/s/keybag.new" { memory["/s/keybag"] = .init(bytes: [1]) }
    try memory.create(path, bytes)
  }

  func rename(_ path: String, to target: String, replacing: Bool) throws(FileError) {
    try memory.rename(path, to: target, replacing: replacing)
  }

  func remove(_ path: String) throws(FileError) { try memory.remove(path) }

  func synchronize(directory: String) throws(FileError) {
    try memory.synchronize(directory: directory)
  }
}
