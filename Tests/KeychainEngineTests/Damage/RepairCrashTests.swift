// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests the files of a killed repair when programs open the store later, or already wait for it.
@Suite struct RepairCrashTests {
  @Test("the old store is not opened once the new one counts") func oldStore() throws {
    let store = try stopped()
    #expect(throws: StorageError.refused(StoreRefusal(.replaced, path: store.database))) {
      _ = try ItemStore(store.database)
    }
    try store.open()
    _ = try store.session().add(password("later"))
    try store.reopen()
    #expect(try store.session().copyMatching(asking("later", .secret)).count == 1)
  }

  @Test("a program that waited while the repair was killed gets the new store") func waiting()
    throws
  {
    let store = try ProofStore()
    _ = try store.session().add(password("a"))
    store.close()
    let database = store.database
    let repaired = try #require(try store.files()["store.db"])
    let stops = Lock(1)
    var environment = Environment.system
    // Acts as if the repair had held the lock that this opening waits for, and ended here.
    environment.store.gate = { operation in
      guard operation.path == database, operation.file == .database,
        case .open = operation.act
      else { return nil }
      let isFirst = stops.withLock { (count: inout Int) in
        count -= 1
        return count == 0
      }
      if isFirst { DamageFiles.write(Array(repaired), to: database + ".repaired") }
      return nil
    }
    let engine = try Engine.open(
      StoreLocation(directory: store.directory), environment: environment)
    let session = engine.session(as: Caller(identifier: "proof.app", groups: ["proof.group"]))
    _ = try session.add(password("acknowledged"))
    #expect(try !store.files().keys.contains("store.db.repaired"))
    try store.open()
    #expect(try store.session().copyMatching(asking("acknowledged", .secret)).count == 1)
  }

  @Test("nobody finishes a repair while somebody has the old store open") func held() throws {
    let store = try ProofStore()
    _ = try store.session().add(password("a"))
    store.close()
    let holder = try Connection(store.database)
    _ = try holder.number("SELECT count(*) FROM genp")
    try writeRepaired(store)
    let before = Set(try store.files().keys)
    var environment = Environment.system
    environment.store.busyLimit = 50
    #expect(
      code { () throws(KeychainError) in
        _ = try Engine.open(
          StoreLocation(directory: store.directory), environment: environment)
      } == .notAvailable)
    #expect(Set(try store.files().keys) == before)
  }

  @Test("nothing of a draft stays, and its own name goes last") func drafts() throws {
    let store = try ProofStore()
    store.close()
    let names = ["-journal", "-wal", "-shm", "-mark", ""].map { "store.db.new" + $0 }
    for name in names { DamageFiles.write([1, 2, 3], to: "\(store.directory)/\(name)") }
    try store.open()
    #expect(try store.files().keys.filter { StoreFiles.role(of: $0) == .draft } == [])
  }

  @Test("a link as database is refused") func link() throws {
    let store = try ProofStore()
    store.close()
    let elsewhere = store.directory + "/aside-elsewhere"
    try FileManager.default.moveItem(atPath: store.database, toPath: elsewhere)
    #expect(unsafe symlink(elsewhere, store.database) == 0)
    let location = StoreLocation(directory: store.directory)
    #expect(code { () throws(KeychainError) in _ = try Engine.open(location) } == .notAvailable)
    let repair = StoreRepair(location)
    #expect(code { () throws(KeychainError) in _ = try repair.diagnose() } == .notAvailable)
    #expect(code { () throws(KeychainError) in _ = try repair.repair() } == .notAvailable)
    #expect(code { () throws(KeychainError) in _ = try repair.reseal() } == .notAvailable)
    // The old database's lock cannot be taken, since SQLite does not open the file.
    try writeRepaired(store, from: elsewhere)
    #expect(code { () throws(KeychainError) in _ = try Engine.open(location) } == .notAvailable)
  }

  /// Returns a store whose repair was killed when the new store had its first name.
  private func stopped() throws -> ProofStore {
    let store = try ProofStore()
    _ = try store.session().add(password("a"))
    store.close()
    try writeRepaired(store)
    return store
  }

  private func writeRepaired(_ store: ProofStore, from path: String? = nil) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path ?? store.database))
    DamageFiles.write(Array(bytes), to: store.database + ".repaired")
  }
}
