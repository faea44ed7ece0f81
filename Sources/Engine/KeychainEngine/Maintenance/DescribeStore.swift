// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Session {
  /// Returns the paths, identifiers and item count of the store.
  package func describeStore() throws(KeychainError) -> StoreDescription {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    let files = engine.files
    let image = codec.keybag.image
    let flaw = codec.keybag.condition.finding?.detail
    var description = try storing { () throws(StorageError) in
      try engine.store.read { (reader) throws(StorageError) in
        var count = 0
        for itemClass in ItemClass.stored { count += try reader.count(itemClass) }
        var description = StoreDescription(
          directory: files.directory, path: files.database,
          formatVersion: SchemaText.formatVersion, store: image.store,
          incarnation: try reader.identity().incarnation,
          lastWrite: try reader.lastWrite(), itemCount: count)
        description.rowsAside = try reader.asideCount()
        return description
      }
    }
    description.keybagFlaw = flaw
    description.hasKeysFromBeforePasscode = try KeyRenewal(engine: engine).isDue()
    description.filesAside = files.filesAside
    description.hasCopyFromBefore = KeptCopy(of: engine).isThere
    return description
  }

  /// Reads every page of the database and returns one description for each damage found.
  ///
  /// Decrypts no row. Empty if the pages and indexes are undamaged.
  package func damagedParts() throws(KeychainError) -> [String] {
    try withKeys { (call) throws(KeychainError) in
      try call.reading { (reader) throws(KeychainError) in
        var inspection = try Inspection(codec: call.codec)
        try inspection.inspectStructure(reader)
        return inspection.report.findings.map(\.detail)
      }
    }
  }
}

/// The items of a store as a value, by which two stores can be compared.
///
/// A `StoreState` maps each primary key to the version of its item. The state leaves out values
/// that only one device has, such as write numbers (Specification/sync.md, "Seams", S18).
package struct StoreState: Hashable, Sendable {
  /// The content of an item as it would be synced: without persistent reference, write number and
  /// creator.
  package struct Version: Hashable, Sendable {
    package let uuid: Identifier16
    package let revision: Instant
    package let protection: Protection
    package let isTombstone: Bool
    /// The SHA-1 digest of the attributes and the secret, or nil for an item without a stored
    /// digest.
    package let digest: AttributeValue?
  }

  /// The item versions, by the bytes of the items' primary keys, which are equal on all devices.
  package fileprivate(set) var versions: [[UInt8]: Version] = [:]
}

extension Session {
  /// Returns the content of the store as a comparable value.
  ///
  /// Rows that cannot be decrypted now are left out, because their primary keys are unknown.
  package func state() throws(KeychainError) -> StoreState {
    try withKeys { (call) throws(KeychainError) in try call.stateNow() }
  }

  private func stateNow() throws(KeychainError) -> StoreState {
    try reading { (reader) throws(KeychainError) in
      var state = StoreState()
      for itemClass in ItemClass.stored {
        var plan = StorePlan(itemClass, contents: [])
        plan.rows = .both
        let rows = try storing { () throws(StorageError) in try reader.fetch(plan) }
        for row in rows {
          guard case .item(let item) = codec.open(row) else { continue }
          let key = ItemDraft(item, secret: nil).primaryKey
          state.versions[key] = StoreState.Version(
            uuid: item.facts.uuid, revision: item.facts.revision,
            protection: item.facts.protection, isTombstone: item.facts.isTombstone,
            digest: item[.digest])
        }
      }
      return state
    }
  }
}
