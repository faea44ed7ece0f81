// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainStorage
import KeychainTypes
import SecureMemory

/// A store with rows of all kinds, for tests that rotate its keys.
final class RotationStore: Sendable {
  static let caller = Caller(identifier: "app", groups: ["a", "b"])
  /// The classes that stay unlocked when the others are locked.
  static let kept: Set<Protection> = [.always, .alwaysThisDeviceOnly]

  let store: TestStore
  let engine: Engine

  var session: Session { engine.session(as: Self.caller) }
  var locked: Session { engine.testOnlyLocked(keeping: Self.kept).session(as: Self.caller) }

  /// - Parameter passwords: the number of plain items to add.
  init(passwords: Int = 5) throws {
    store = try TestStore()
    engine = try store.open()
    for number in 0..<passwords { _ = try session.add(password("s", "u\(number)", "x\(number)")) }
  }

  /// Copies the files of another store, which must not change meanwhile.
  init(copying other: RotationStore, environment: Environment? = nil) throws {
    let copy = try TestStore()
    let files = FileManager.default
    for name in try other.store.names() where name != "lock" && !name.hasSuffix("-shm") {
      try files.copyItem(
        atPath: "\(other.store.directory)/\(name)", toPath: "\(copy.directory)/\(name)")
    }
    store = copy
    engine = try Engine.open(
      StoreLocation(directory: copy.directory),
      environment: environment ?? Environment(clock: copy.clock))
  }

  /// Adds one row of every kind: protections, flags, tombstones of each reason, unfinished ones.
  func fill() throws {
    for protection in ["ak", "ck", "dk", "aku", "cku", "dku"] {
      var item = password("kinds", protection, "secret \(protection)")
      item.protectionName = protection
      _ = try session.add(item)
    }
    for account in ["stays", "deleted", "moved", "withdrawn", "unfinished"] {
      _ = try session.add(password("sync", account, account, sync: true))
    }
    try session.delete(query("sync", "deleted", sync: .any))
    var changes = Changes()
    changes.attributes[.account] = .text("moved on")
    try session.update(query("sync", "moved", sync: .any), setting: changes)
    var local = Changes()
    local.isSynchronizable = false
    try session.update(query("sync", "withdrawn", sync: .any), setting: local)
    try locked.delete(query("sync", "unfinished", sync: .any))
    var certificate = NewItem(.certificate)
    certificate.attributes[.issuer] = .bytes([1, 2, 3])
    certificate.attributes[.serialNumber] = .bytes([4])
    _ = try session.add(certificate, group: .named("b"))
    var key = NewItem(.key)
    key.attributes[.applicationLabel] = .bytes([5, 6])
    key.secret = SecretBytes(copying: [7])
    _ = try session.add(key)
  }

  /// Opens another engine on the directory, as another program would.
  func other() throws -> Session { try store.open().session(as: Self.caller) }

  /// Reads the keybag from its file.
  func keybag() throws -> UnlockedKeybag {
    try KeybagFiles(directory: store.directory).open(randomness: SystemRandomness())
  }

  /// Returns the number of rows for each generation of keys, tombstones included.
  func epochs() throws -> [UInt32: Int] {
    var epochs: [UInt32: Int] = [:]
    for itemClass in ItemClass.stored {
      var plan = StorePlan(itemClass, contents: [])
      plan.rows = .both
      for row in try engine.store.fetch(plan) { epochs[row.facts.keyEpoch, default: 0] += 1 }
    }
    return epochs
  }
}

extension StoreState {
  /// Returns true if all data that could travel are equal, except for values that a tombstone gets
  /// when it is finished.
  func isSame(as other: StoreState) -> Bool {
    Set(versions.keys) == Set(other.versions.keys)
      && versions.allSatisfy { key, version in
        guard let same = other.versions[key] else { return false }
        return version.uuid == same.uuid && version.revision == same.revision
          && version.protection == same.protection && version.isTombstone == same.isTombstone
          && (version.digest == nil || version.digest == same.digest)
      }
  }
}

/// Ends a rotation at a step, as a kill would.
struct CutOff {
  static let error = KeychainError(.internalError, "cut off by the test")
}
