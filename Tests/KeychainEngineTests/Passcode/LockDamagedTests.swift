// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Keybag
import KeychainEngine
import KeychainRows
import KeychainTypes
import SecureMemory
import TestPatience
import Testing

/// Tests that a lock takes the keys whatever else is wrong (Specification/design.md, "Embedded or
/// daemon": locking reaches every process).
@Suite("Locking a store that has something wrong")
struct LockDamagedTests {
  /// The content that is put in the place of a file.
  enum Instead: CaseIterable {
    case nothing, empty, cut, flipped, pipe, link, directory
  }

  private func put(_ instead: Instead, _ path: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    switch instead {
    case .empty: bytes = Data()
    case .cut: bytes = bytes.prefix(bytes.count / 2)
    case .flipped: bytes[bytes.count / 2] ^= 1
    case .nothing, .pipe, .link, .directory: try FileManager.default.removeItem(atPath: path)
    }
    switch instead {
    case .nothing: return
    case .empty, .cut, .flipped:
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: bytes)
      try file.close()
    case .pipe: #expect(unsafe mkfifo(path, 0o600) == 0)
    case .link: #expect(unsafe symlink("nowhere", path) == 0)
    case .directory: #expect(unsafe mkdir(path, 0o700) == 0)
    }
  }

  /// Locks the store without opening it, as the command does.
  private func lock(_ locked: LockedStore, all: Bool = false) -> Int32 {
    status {
      try Engine.lockStore(
        in: StoreFiles(directory: locked.store.directory), all: all, locked.environment)
    }
  }

  private func names(_ locked: LockedStore) -> [String] {
    locked.holder.names(beginningWith: "latchkey:")
  }

  @Test(
    "a keybag that its copy stands in for is locked, unlocked and written anew",
    arguments: Instead.allCases)
  func keybag(instead: Instead) throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    _ = try session.add(password("s", "a", "secret"))
    let path = locked.store.directory + "/keybag"
    try put(instead, path)
    try session.lockStore(all: false)
    #expect(try session.lockStatus().state == .locked)
    try locked.unlock(session)
    #expect(try session.lockStatus().state == .unlocked)
    // A file cannot be renamed over a directory.
    guard instead != .directory else { return }
    try session.changePasscode(from: passcode("1234"), to: passcode("new"), for: .standard)
    let copy = try Data(contentsOf: URL(fileURLWithPath: path + ".copy"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == copy)
    #expect(status { _ = try session.copyMatching(query("s", "a", .secret)) } == 0)
  }

  @Test("the database is not asked", arguments: Instead.allCases)
  func database(instead: Instead) throws {
    let locked = try LockedStore()
    do { _ = try locked.open(in: .unlocked) }
    #expect(names(locked).count == 2)
    try put(instead, locked.store.directory + "/store.db")
    #expect(lock(locked) == 0)
    #expect(names(locked).allSatisfy { $0.hasSuffix(":first") })
    #expect(lock(locked, all: true) == 0)
    #expect(names(locked).isEmpty)
  }

  @Test(
    "where others cannot be told, the keys go all the same", arguments: [Instead.link, .directory])
  func untold(instead: Instead) throws {
    let locked = try LockedStore()
    do { _ = try locked.open(in: .unlocked) }
    try put(instead, locked.store.directory + "/lock")
    #expect(lock(locked) != 0)
    #expect(names(locked).allSatisfy { $0.hasSuffix(":first") })
  }

  @Test("nobody who works on the files is waited for")
  func busy() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    let file = unsafe Glibc.open(locked.store.directory + "/lock", O_RDWR)
    defer { close(file) }
    #expect(flock(file, LOCK_EX) == 0)
    let thread = Thread { _ = lock(locked) }
    thread.start()
    // A lock that waited for the file would wait for ever.
    #expect(Patience.wait { session.engine.codec.keybag.lockState != .unlocked })
    #expect(names(locked).allSatisfy { $0.hasSuffix(":first") })
    flock(file, LOCK_UN)
    #expect(Patience.wait { thread.isFinished })
  }

  @Test("held keys that a killed removal of the passcode has left go at the next lock, all of them")
  func leftByRemoval() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    let store = session.engine.codec.keybag.image.store.uuidText
    try session.removePasscode(passcode("1234"))
    let left = ["latchkey:\(store):0011223344556677:unlock", "latchkey:\(store):00:first"]
    for name in left { locked.holder.hold(SecretBytes(copying: [1]), as: name, for: nil) }
    #expect(lock(locked) == -50)
    #expect(names(locked).isEmpty)
  }

  @Test("held keys of other passcodes, left by who was killed, go at the next lock or change")
  func left() throws {
    let locked = try LockedStore()
    let session = try locked.open(in: .unlocked)
    let store = session.engine.codec.keybag.image.store.uuidText
    let left = ["latchkey:\(store):0011223344556677:unlock", "latchkey:\(store):00:first"]
    let foreign = "latchkey:other:00:unlock"
    func leave() {
      for name in left + [foreign] {
        locked.holder.hold(SecretBytes(copying: [1]), as: name, for: nil)
      }
    }
    func there() -> Set<String> { Set(names(locked)).intersection(left + [foreign]) }
    leave()
    try session.lockStore(all: false)
    #expect(there() == [left[1], foreign])
    try session.lockStore(all: true)
    #expect(there() == [foreign])
    leave()
    try locked.unlock(session)
    #expect(there() == [foreign])
    leave()
    try session.changePasscode(from: passcode("1234"), to: passcode("new"), for: .standard)
    #expect(there() == [foreign])
    leave()
    try session.removePasscode(passcode("new"))
    #expect(names(locked) == [foreign])
    leave()
    try session.setPasscode(passcode("1234"), for: .standard)
    #expect(there() == [foreign])
  }
}
