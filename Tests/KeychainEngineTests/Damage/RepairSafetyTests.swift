// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests the harm that a repair must not do.
///
/// It must not build a store that does not open, bring back deleted items, or treat unreadable
/// files as absent. It must not change anything before it can finish.
@Suite struct RepairSafetyTests {
  @Test("more than fits in the cache of pages is there again, and checked before it counts")
  func large() throws {
    let store = try ProofStore()
    let secret = String(repeating: "large ", count: 400_000)
    _ = try store.session().add(password("large", secret: secret))
    _ = try store.session().add(password("small"))
    try store.attack("UPDATE meta SET head = zeroblob(72)")
    store.close()
    _ = try StoreRepair(StoreLocation(directory: store.directory)).repair()
    try store.open()
    let found = try store.session().copyMatching(asking("large", .secret))
    #expect(found.map { $0.secret?.text == secret } == [true])
    #expect(try store.session().check().isClean)
  }

  @Test("a disk that loses a page of the new store: refused, the old store in its place")
  func lost() throws {
    let store = try damaged()
    let before = try store.files()
    let lost = Lock(0)
    let repair = Self.repair(store) { operation in
      guard operation.path.hasSuffix(".new"), operation.file == .database,
        case .write = operation.act
      else { return nil }
      let count = lost.withLock { (count: inout Int) in
        count += 1
        return count
      }
      return count == 20 ? .lost : nil
    }
    #expect(code { () throws(KeychainError) in _ = try repair.repair() } == .decode)
    #expect(lost.withLock { $0 } >= 20)
    try expectSame(store, before)
  }

  @Test("a full disk: nothing was changed, not even the keybag") func full() throws {
    let store = try damaged()
    let before = try store.files()
    let repair = Self.repair(store) { operation in
      guard operation.path.hasSuffix(".new"), operation.file == .database,
        case .write = operation.act
      else { return nil }
      return .full
    }
    #expect(code { () throws(KeychainError) in _ = try repair.repair() } == .diskFull)
    try expectSame(store, before)
  }

  @Test("a log or mark that the system does not let be read is not an absent one")
  func unreadable() throws {
    for file in [FileOperation.File.log, .mark] {
      for number in [EACCES, EIO, EMFILE] {
        let store = try killed()
        try spoil(store)
        let before = try store.files()
        let repair = Self.repair(store) { operation in
          operation.file == file ? .refused(errno: number) : nil
        }
        let said = code { () throws(KeychainError) in _ = try repair.repair() }
        #expect(said == (number == EIO ? .ioFailed : .notAvailable), "\(file), \(number)")
        try expectSame(store, before)
      }
    }
  }

  @Test(
    "something else with the name of the log or the mark is refused",
    arguments: ["store.db-wal", "store.db-mark"], ["directory", "pipe", "link"])
  func noFile(_ name: String, _ kind: String) throws {
    let store = try killed()
    try spoil(store)
    let path = "\(store.directory)/\(name)"
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    switch kind {
    case "directory": #expect(unsafe mkdir(path, 0o700) == 0)
    case "pipe": #expect(unsafe mkfifo(path, 0o600) == 0)
    default: #expect(unsafe symlink(path + ".moved", path) == 0)
    }
    let repair = StoreRepair(StoreLocation(directory: store.directory))
    #expect(code { () throws(KeychainError) in _ = try repair.repair() } == .notAvailable)
    let names = try FileManager.default.contentsOfDirectory(atPath: store.directory)
    #expect(!names.contains { StoreFiles.role(of: $0) == .aside })
  }

  @Test("a row that was given the highest number of all gets one of its own")
  func highestNumber() throws {
    let store = try ProofStore()
    for account in ["a", "b"] { _ = try store.session().add(password(account)) }
    try store.attack("UPDATE genp SET id = 9223372036854775807 WHERE id = 1")
    store.close()
    let repair = StoreRepair(StoreLocation(directory: store.directory))
    _ = try repair.repair()
    try store.open()
    _ = try store.session().add(password("c"))
    for account in ["a", "b", "c"] {
      #expect(try store.session().copyMatching(asking(account)).count == 1)
    }
    #expect(try store.session().check().isClean)
  }

  @Test("what was deleted stays away when frames of the log are damaged") func deleted() throws {
    let image = try #require(DamageImage.killed)
    let log = try #require(image.files["store.db-wal"])
    let count = DamageFiles.frames(of: log)
    let store = try killed()
    for frame in 0..<count {
      // Damages one frame by itself, and then one together with its neighbour but one.
      for others in [[], [frame + 2]] where others.allSatisfy({ $0 < count }) {
        DamageFiles.removeAll(in: store.directory)
        image.restore(to: store.directory)
        var bytes = log
        for damaged in [frame] + others { bytes[32 + damaged * 536 + 24 + 300] ^= 0x55 }
        DamageFiles.write(bytes, to: store.database + "-wal")
        _ = try StoreRepair(StoreLocation(directory: store.directory)).repair()
        try store.open()
        let found = code { () throws(KeychainError) in
          _ = try store.engineSession().copyMatching(DamageImage.deleted.query(.secret))
        }
        #expect(found == .itemNotFound, "frame \(frame + 1) and \(others)")
        store.close()
      }
    }
  }

  @Test("where the end of the log is destroyed, nothing old is an answer without a word")
  func destroyedEnd() throws {
    let image = try #require(DamageImage.killed)
    let log = try #require(image.files["store.db-wal"])
    let count = DamageFiles.frames(of: log)
    let store = try killed()
    for start in stride(from: 0, to: count, by: 7) {
      // Destroys the content of the frames, and then also their heads, so that even their pages are
      // unknown.
      for head in [24, 0] {
        DamageFiles.removeAll(in: store.directory)
        image.restore(to: store.directory)
        var bytes = log
        for frame in start..<count {
          let place = 32 + frame * 536
          for byte in place + head..<place + 536 { bytes[byte] = 0 }
        }
        DamageFiles.write(bytes, to: store.database + "-wal")
        let report = try #require(
          try StoreRepair(StoreLocation(directory: store.directory)).repair())
        // If only indexes are lost, no item is.
        guard head > 0 || !report.hasLosses else { continue }
        try store.open()
        let deleted = code { () throws(KeychainError) in
          _ = try store.engineSession().copyMatching(DamageImage.deleted.query(.secret))
        }
        #expect(deleted == .itemNotFound, "from frame \(start + 1)")
        for item in image.items {
          let found = try? store.session().copyMatching(item.query(.secret)).first?.secret?.text
          let isLost = found == nil && report.hasLosses
          #expect(isLost || found == item.secret, "\(item.name), from frame \(start + 1)")
        }
        store.close()
      }
    }
  }

  @Test("a row that was put back, of which no history tells, is said to be too many")
  func tooMany() throws {
    let store = try ProofStore()
    for account in ["a", "b"] { _ = try store.session().add(password(account)) }
    let kept = try store.insertion("genp", where: "id = (SELECT max(id) FROM genp)")
    try store.session().delete(asking("b"))
    try store.attack(kept, "DELETE FROM history")
    store.close()
    let report = try #require(
      try StoreRepair(StoreLocation(directory: store.directory)).repair())
    #expect(report.hasLosses)
    #expect(report.found.findings.contains { $0.detail.hasPrefix("1 more than the head") })
  }

  @Test("a second repair finds nothing to do") func twice() throws {
    let store = try damaged()
    let repair = StoreRepair(StoreLocation(directory: store.directory))
    let first: RepairReport? = try repair.repair()
    #expect(first != nil)
    let before = try store.files()
    let second: RepairReport? = try repair.repair()
    #expect(second == nil)
    try expectSame(store, before)
  }

  /// Returns a closed store with a head that does not authenticate.
  private func damaged() throws -> ProofStore {
    let store = try ProofStore()
    for account in ["a", "b"] { _ = try store.session().add(password(account)) }
    try store.attack("UPDATE meta SET head = zeroblob(72)")
    store.close()
    return store
  }

  /// Returns the files of a killed process, whose log is needed.
  private func killed() throws -> ProofStore {
    let store = try ProofStore()
    store.close()
    DamageFiles.removeAll(in: store.directory)
    try #require(DamageImage.killed).restore(to: store.directory)
    return store
  }

  /// Damages every page, so that a repair is necessary whichever pages the log replaces.
  private func spoil(_ store: ProofStore) throws {
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: store.database)))
    for page in stride(from: 512, to: bytes.count, by: 512) { bytes[page + 100] ^= 0x55 }
    DamageFiles.write(bytes, to: store.database)
  }

  private static func repair(_ store: ProofStore, _ gate: @escaping FileGate) -> StoreRepair {
    var environment = Environment.system
    environment.store.gate = gate
    return StoreRepair(StoreLocation(directory: store.directory), environment: environment)
  }

  private func expectSame(_ store: ProofStore, _ before: [String: Data]) throws {
    let passing = ["lock", "store.db-shm"]
    let after = try store.files()
    #expect(Set(after.keys).subtracting(passing) == Set(before.keys).subtracting(passing))
    for (name, bytes) in before where !passing.contains(name) {
      #expect(after[name] == bytes, "\(name)")
    }
  }
}
