// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory

/// The files of a small store as a killed process leaves them, and their items.
struct DamageImage: Sendable {
  /// The files by name.
  ///
  /// The log holds commits that the database does not have yet.
  let files: [String: [UInt8]]
  /// The acknowledged items with names and secrets: rows of every class, in the database and in the
  /// log.
  let items: [Item]

  struct Item: Sendable {
    let itemClass: ItemClass
    let name: String
    let secret: String
    let isSynchronizable: Bool
  }

  /// A deleted item.
  ///
  /// Deleted items and replaced secrets must never come back.
  static let deleted = Item(
    itemClass: .genericPassword, name: "deleted", secret: "gone", isSynchronizable: false)
  /// A deleted item that left a tombstone.
  static let buried = Item(
    itemClass: .key, name: "buried", secret: "gone too", isSynchronizable: true)

  static let killed: DamageImage? = try? DamageImage(checkpointsAtEnd: false)

  init(checkpointsAtEnd: Bool) throws {
    let store = try ProofStore()
    let session = try store.session()
    var items: [Item] = []
    func add(_ item: Item) throws {
      store.clock.advance(seconds: 1)
      _ = try session.add(item.new())
      items.append(item)
    }
    func add(
      _ itemClass: ItemClass, _ name: String, _ secret: String, sync: Bool = false
    ) throws {
      try add(Item(itemClass: itemClass, name: name, secret: secret, isSynchronizable: sync))
    }
    try add(.genericPassword, "one", "first")
    try add(.genericPassword, "two", "second, old")
    try add(Self.deleted)
    try add(.genericPassword, "long", String(repeating: "long ", count: 180))
    try add(.internetPassword, "net", "on the net", sync: true)
    try add(.certificate, "cert", "certificate")
    try add(.key, "key", "key, as data")
    try add(Self.buried)
    try store.engine?.store.checkpoint(truncating: true)
    store.clock.advance(seconds: 1)
    var changes = Changes()
    changes.secret = SecretBytes(copying: Array("second, new".utf8))
    try session.update(ItemClass.genericPassword.query("two"), setting: changes)
    for gone in [Self.deleted, Self.buried] { try session.delete(gone.query()) }
    try add(.internetPassword, "web", "from the log")
    if checkpointsAtEnd { store.close() }
    items.removeAll { [Self.deleted.name, Self.buried.name].contains($0.name) }
    self.items = items.map {
      $0.name == "two"
        ? Item(itemClass: $0.itemClass, name: "two", secret: "second, new", isSynchronizable: false)
        : $0
    }
    files = try store.files().filter { $0.key != "store.db-shm" }.mapValues { Array($0) }
  }

  /// Writes the files into a directory that exists.
  func restore(to directory: String) {
    for (name, bytes) in files { DamageFiles.write(bytes, to: "\(directory)/\(name)") }
  }
}

extension DamageImage.Item {
  func new(secret: String? = nil) -> NewItem {
    itemClass.item(name, secret: secret ?? self.secret, sync: isSynchronizable)
  }

  func query(_ returns: Returns = []) -> Query { itemClass.query(name, returns) }
}

/// Writes and removes whole files directly.
enum DamageFiles {
  static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = unsafe Foundation.write(descriptor, bytes, bytes.count)
  }

  /// Returns the number of frames of a log, which may end in zeros.
  static func frames(of log: [UInt8]) -> Int {
    stride(from: 32, through: log.count - 536, by: 536).prefix { start in
      log[start..<start + 4].contains { $0 != 0 }
    }.count
  }

  static func removeAll(in directory: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
      unsafe unlink("\(directory)/\(name)")
    }
  }
}
