// SPDX-License-Identifier: Apache-2.0

import CLatchkeySQLite
import Foundation
import Glibc
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// One reason to refuse a store, and the expected error.
struct Refusal: CustomTestStringConvertible, Sendable {
  let name: String
  let code: KeychainError.Code
  /// A part of the sentence that no other refusal has.
  let says: String
  /// The file that the error names.
  let names: String
  let spoil: @Sendable (String) throws -> Void
  var testDescription: String { name }

  init(
    _ name: String, _ code: KeychainError.Code, says: String, names: String,
    _ spoil: @escaping @Sendable (String) throws -> Void
  ) {
    self.name = name
    self.code = code
    self.says = says
    self.names = names
    self.spoil = spoil
  }
}

@Suite("Stores that are refused")
struct RefusalsTests {
  static func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }
  static func put(_ data: Data, _ path: String) throws {
    // Written in place, so that mode and owner stay.
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: data)
    try handle.close()
  }
  static func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

  static let refusals: [Refusal] = [
    Refusal("no database", .notAvailable, says: "not a Latchkey store", names: "store.db") {
      try put(Data(repeating: 0x41, count: 8_192), $0 + "/store.db")
    },
    Refusal(
      "another SQLite database", .notAvailable, says: "not a Latchkey store", names: "store.db"
    ) {
      try put(ForeignDatabase.make(), $0 + "/store.db")
    },
    Refusal("cut in the middle", .notAvailable, says: "cut short", names: "store.db") {
      let data = try bytes($0 + "/store.db")
      try put(data.prefix(data.count / 2048 * 1024), $0 + "/store.db")
    },
    Refusal("empty", .notAvailable, says: "empty", names: "store.db") {
      try put(Data(), $0 + "/store.db")
    },
    Refusal("newer version", .notAvailable, says: "newer version", names: "store.db") {
      let connection = try Connection($0 + "/store.db")
      try connection.execute("PRAGMA user_version = 99")
      try connection.checkpoint(truncating: true)
    },
    Refusal("database missing", .notAvailable, says: "database is missing", names: "store.db") {
      try remove($0 + "/store.db")
    },
    Refusal("device key missing", .notAvailable, says: "device key is missing", names: "device.key")
    {
      try remove($0 + "/device.key")
    },
    Refusal(
      "another device key", .notAvailable, says: "belongs to another store", names: "device.key"
    ) {
      try put(Data(repeating: 7, count: 32), $0 + "/device.key")
    },
    Refusal("device key cut", .notAvailable, says: "32 bytes", names: "device.key") {
      try put(Data(repeating: 7, count: 31), $0 + "/device.key")
    },
    Refusal(
      "device key for all to read", .notAvailable, says: "other users may", names: "device.key"
    ) {
      _ = unsafe chmod($0 + "/device.key", 0o644)
    },
    Refusal("keybag missing", .notAvailable, says: "keybag is missing", names: "keybag") {
      try remove($0 + "/keybag")
      try remove($0 + "/keybag.copy")
    },
    Refusal("keybag and copy damaged", .notAvailable, says: "keybag", names: "keybag") {
      for file in ["/keybag", "/keybag.copy"] {
        var data = try bytes($0 + file)
        data[data.count / 2] ^= 1
        try put(data, $0 + file)
      }
    },
    Refusal("files of two stores", .notAvailable, says: "two different stores", names: "") {
      let other = try ProofStore()
      other.close()
      try put(try bytes(other.database), $0 + "/store.db")
    },
    Refusal(
      "directory that others may write in", .notAvailable, says: "other users may write", names: ""
    ) {
      _ = unsafe chmod($0, 0o777)
    },
  ]

  /// Makes a small closed store with all its content in the database file.
  static func closedStore() throws -> ProofStore {
    let store = try ProofStore()
    for number in 0..<20 { _ = try store.session().add(password("account \(number)")) }
    store.close()
    let connection = try Connection(store.database)
    try connection.checkpoint(truncating: true)
    return store
  }

  /// Returns names, file numbers and contents of the files in a directory.
  ///
  /// It leaves out the log and its index, which opening may make, and the lock.
  static func snapshot(_ directory: String) throws -> [String: String] {
    var result: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      guard !name.hasSuffix("-wal"), !name.hasSuffix("-shm"), name != "lock" else { continue }
      var status = stat()
      #expect(unsafe stat(directory + "/" + name, &status) == 0)
      let data = try bytes(directory + "/" + name)
      result[name] = "\(status.st_ino) \(data.count) \(data.hashValue)"
    }
    return result
  }

  static func refusal(_ directory: String) -> KeychainError? {
    do throws(KeychainError) {
      _ = try Engine.open(StoreLocation(directory: directory))
      return nil
    } catch {
      return error
    }
  }

  @Test("status, sentence and file; nothing is replaced, emptied or created", arguments: refusals)
  func refused(_ row: Refusal) throws {
    let store = try Self.closedStore()
    try row.spoil(store.directory)
    let before = try Self.snapshot(store.directory)
    for _ in 0..<2 {
      let error = try unwrap(Self.refusal(store.directory))
      #expect(error.code == row.code)
      #expect("\(error.reason)".contains(row.says), "\(error)")
      #expect("\(error)".contains(store.directory), "\(error)")
      #expect(row.names.isEmpty || "\(error)".contains("/" + row.names), "\(error)")
      #expect(try Self.snapshot(store.directory) == before)
    }
  }

  @Test("each refusal has a sentence of its own")
  func sentences() throws {
    var sentences: [String: String] = [:]
    for row in Self.refusals where row.name != "another SQLite database" {
      let store = try Self.closedStore()
      try row.spoil(store.directory)
      let error = try unwrap(Self.refusal(store.directory))
      let other = sentences.updateValue(row.name, forKey: "\(error.reason)")
      #expect(other == nil, "\(row.name) and \(other ?? "")")
    }
  }

  @Test("one damaged keybag is not a refusal, and stays as it is for check to tell")
  func oneKeybag() throws {
    for file in ["keybag", "keybag.copy"] {
      let store = try Self.closedStore()
      var data = try Self.bytes(store.directory + "/" + file)
      data[data.count / 2] ^= 1
      try Self.put(data, store.directory + "/" + file)
      try store.open()
      #expect(try store.session().copyMatching(asking()).count == 20)
      #expect(try store.session().check().findings.contains { $0.kind == .copyOutOfStep })
    }
  }

  @Test("a missing copy of the keybag is made again; one of another store stays and is told")
  func copyMended() throws {
    let store = try Self.closedStore()
    let copy = store.directory + "/keybag.copy"
    let whole = try Self.bytes(copy)
    try Self.remove(copy)
    try store.open()
    #expect(try store.session().check().isClean)
    #expect(try Self.bytes(copy) == whole)
    store.close()
    let other = try Self.closedStore()
    let foreign = try Self.bytes(other.directory + "/keybag.copy")
    try Self.put(foreign, copy)
    try store.open()
    #expect(try store.session().check().findings.map(\.kind) == [.copyOutOfStep])
    #expect(try Self.bytes(copy) == foreign)
  }

  @Test("a file in place of the directory, and a directory in place of the database")
  func wrongKinds() throws {
    let store = try Self.closedStore()
    let error = try unwrap(Self.refusal(store.directory + "/device.key"))
    #expect(error.code == .notAvailable && "\(error.reason)".contains("not a directory"))
    try Self.remove(store.database)
    try FileManager.default.createDirectory(
      atPath: store.database, withIntermediateDirectories: false)
    #expect(Self.refusal(store.directory)?.code == .notAvailable)
  }

  @Test("a full disk: the call says so, nothing is changed, and it goes on when there is room")
  func fullDisk() throws {
    let isFull = Lock(false)
    let store = try ProofStore(gate: { operation in
      guard case .write = operation.act, isFull.withLock({ $0 }) else { return nil }
      return .full
    })
    let session = try store.session()
    _ = try session.add(password("before"))
    isFull.withLock { $0 = true }
    #expect(
      code { () throws(KeychainError) in _ = try session.add(password("during")) }
        == .diskFull)
    #expect(
      code { () throws(KeychainError) in
        try session.update(asking("before"), setting: Changes())
      } == .diskFull)
    #expect(code { () throws(KeychainError) in try session.delete(asking("before")) } == .diskFull)
    #expect(try session.copyMatching(asking(nil, .secret)).count == 1)
    isFull.withLock { $0 = false }
    _ = try session.add(password("after"))
    #expect(try session.copyMatching(asking(nil, .secret)).count == 2)
    #expect(try session.check().isClean)
  }

  @Test("a failing disk: errSecIO, and the change is whole or absent")
  func failingDisk() throws {
    let fails = Lock(false)
    let store = try ProofStore(gate: { operation in
      guard operation.act == .sync, fails.withLock({ $0 }) else { return nil }
      return .failure
    })
    let session = try store.session()
    _ = try session.add(password("before"))
    fails.withLock { $0 = true }
    #expect(
      code { () throws(KeychainError) in _ = try session.add(password("during")) }
        == .ioFailed)
    fails.withLock { $0 = false }
    let count = try store.session().copyMatching(asking(nil, .secret)).count
    #expect(count == 1 || count == 2)
    #expect(try store.session().check().isClean)
  }
}

/// A SQLite database that is not a store.
enum ForeignDatabase {
  static func make() throws -> Data {
    let path = NSTemporaryDirectory() + "latchkey-foreign-" + UUID().uuidString
    defer { removeFolder(path) }
    var handle: OpaquePointer?
    guard
      unsafe sqlite3_open_v2(
        path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "unix") == SQLITE_OK,
      unsafe sqlite3_exec(handle, "CREATE TABLE t(x)", nil, nil, nil) == SQLITE_OK
    else { throw Missing() }
    unsafe sqlite3_close(handle)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }
}
