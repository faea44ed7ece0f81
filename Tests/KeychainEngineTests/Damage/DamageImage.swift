// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory

/// The files of a small store as a killed process leaves them, and what is in it.
struct DamageImage: Sendable {
  /// By name; the log holds commits that the database does not.
  let files: [String: [UInt8]]
  /// Accounts and secrets of what was acknowledged.
  let items: [Item]

  struct Item: Sendable {
    let itemClass: ItemClass
    let account: String
    let secret: String
  }

  /// An item that was deleted, and secrets that were replaced, must never come back.
  static let deleted = "deleted"

  static let killed: DamageImage? = try? DamageImage(checkpointsAtEnd: false)

  init(checkpointsAtEnd: Bool) throws {
    let store = try ProofStore()
    let session = try store.session()
    var items: [Item] = []
    func add(_ account: String, _ secret: String, _ itemClass: ItemClass) throws {
      store.clock.advance(seconds: 1)
      _ = try session.add(password(account, secret: secret, of: itemClass))
      items.append(Item(itemClass: itemClass, account: account, secret: secret))
    }
    try add("one", "first", .genericPassword)
    try add("two", "second, old", .genericPassword)
    try add(Self.deleted, "gone", .genericPassword)
    try add("long", String(repeating: "long ", count: 300), .genericPassword)
    try add("net", "on the net", .internetPassword)
    try store.engine?.store.checkpoint(truncating: true)
    store.clock.advance(seconds: 1)
    var changes = Changes()
    changes.secret = SecretBytes(copying: Array("second, new".utf8))
    try session.update(asking("two"), setting: changes)
    try session.delete(asking(Self.deleted))
    try add("three", "third", .genericPassword)
    try add("web", "from the log", .internetPassword)
    if checkpointsAtEnd { store.close() }
    items.removeAll { $0.account == Self.deleted }
    self.items = items.map {
      $0.account == "two"
        ? Item(itemClass: $0.itemClass, account: "two", secret: "second, new") : $0
    }
    files = try store.files().filter { $0.key != "store.db-shm" }.mapValues { Array($0) }
  }

  /// Writes the files into a directory that exists.
  func restore(to directory: String) {
    for (name, bytes) in files { DamageFiles.write(bytes, to: "\(directory)/\(name)") }
  }
}

/// Whole files, written without a detour.
enum DamageFiles {
  static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = unsafe Foundation.write(descriptor, bytes, bytes.count)
  }

  static func removeAll(in directory: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
      unsafe unlink("\(directory)/\(name)")
    }
  }
}
