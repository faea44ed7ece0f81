// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainRows
import KeychainTypes
import SecureMemory
import Testing

/// A store with an item of every protection, and the calls that tests of backups need.
struct BackedUpStore {
  static let words = "the words of the backup"

  let locked: LockedStore
  let session: Session

  /// - Parameter hasPasscode: true to set a passcode. Without a passcode the store has no item of
  ///   `akpu`.
  init(hasPasscode: Bool = true) throws {
    locked = try LockedStore()
    session = hasPasscode ? try locked.open(in: .unlocked) : try locked.open()
  }

  /// Adds an item for each protection, and an item that needs the user's presence.
  func fill(_ protections: [Protection] = Protection.allCases) throws {
    for protection in protections {
      var item = password("class", protection.name, "secret of \(protection.name)")
      item.protectionName = protection.name
      _ = try session.add(item)
    }
    var constrained = password("class", "constrained", "secret of a person")
    var control = try AccessControl(protectionName: "ak", flags: .userPresence)
    control.explicitBound = true
    constrained.accessControl = control
    _ = try session.add(constrained)
  }

  static func wrapping(_ words: String = words) throws -> BackupWrapping {
    .passphrase(try passcode(words))
  }

  func backup() throws -> Backup { try session.backup(under: Self.wrapping()) }

  func restore(_ content: [UInt8], _ words: String = words) throws -> RestoreReport {
    try session.restore(content, under: Self.wrapping(words))
  }

  /// Returns the secret of each item of the service `class`, or the status of reading it.
  func secrets() -> [String: String] {
    var found: [String: String] = [:]
    for name in Protection.allCases.map(\.name) + ["constrained"] {
      do {
        let match = try session.copyMatching(query("class", name, .secret)).first
        found[name] = match?.secret?.text ?? "none"
      } catch {
        found[name] = "\(error.code.rawValue)"
      }
    }
    return found
  }

  /// Returns the persistent references of all items of the service `class`, sorted.
  func references() throws -> [String] {
    var query = query("class", nil, sync: .any)
    query.limit = .all
    query.returns = .persistentReference
    query.interaction = .skip
    return try session.copyMatching(query).map { "\($0.identifier)" }.sorted()
  }

  /// Returns the result of `secrets` if only the items with these names are there and readable.
  static func only(_ names: [String]) -> [String: String] {
    var expected: [String: String] = [:]
    for name in Protection.allCases.map(\.name) + ["constrained"] {
      expected[name] = names.contains(name) ? "secret of \(name)" : "-25300"
    }
    return expected
  }
}
