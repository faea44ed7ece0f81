// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainTypes
import Testing

/// Tests keys and a database that do not belong together, with commits in the log: the opening is
/// refused, and no byte of any file changes.
@Suite struct RefusedOpeningTests {
  private static let keys = ["device.key", "keybag", "keybag.copy"]

  @Test("the keys of another store") func otherStore() throws {
    let (store, other) = (try RotationStore(), try RotationStore())
    try expectRefusal(keysOf: Self.read(other), with: store)
  }

  @Test("the keys of before a rotation") func olderKeys() throws {
    let store = try RotationStore()
    let old = try Self.read(store)
    _ = try store.session.rotateKeys()
    try expectRefusal(keysOf: old, with: store)
  }

  /// - Parameter store: an open store, so that its log exists.
  private func expectRefusal(keysOf keys: [String: Data], with store: RotationStore) throws {
    let directory = try TestStore()
    var before = try Self.read(store)
    for name in Self.keys { before[name] = keys[name] }
    #expect(before["store.db-wal"].map { $0.count > 1_000 } == true)
    for (name, bytes) in before {
      let path = "\(directory.directory)/\(name)"
      _ = FileManager.default.createFile(
        atPath: path, contents: bytes, attributes: [.posixPermissions: 0o600])
    }
    #expect(status { _ = try directory.open() } == -25291)
    var after = try Self.read(directory)
    after["lock"] = before["lock"]
    #expect(after == before)
  }

  /// Returns all files except the memory that SQLite shares between processes.
  private static func read(_ store: RotationStore) throws -> [String: Data] {
    try read(store.store)
  }

  private static func read(_ store: TestStore) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try store.names() where name != "store.db-shm" {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: "\(store.directory)/\(name)"))
    }
    return files
  }
}
