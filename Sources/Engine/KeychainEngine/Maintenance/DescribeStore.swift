// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Session {
  /// Where the store is and what it is.
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

  /// The damage that reading every page of the file meets, as words; opens no row.
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

/// What a store holds, as a value that can be compared with that of another store: slots to
/// versions, without anything local (spec/sync.md S18).
package struct StoreState: Hashable, Sendable {
  /// The content of a slot as it would travel: no persistent reference, write number or creator.
  package struct Version: Hashable, Sendable {
    package let uuid: Identifier16
    package let revision: Instant
    package let protection: Protection
    package let isTombstone: Bool
    /// SHA-1 over attributes and secret; nil for a row that cannot be opened.
    package let digest: AttributeValue?
  }

  /// By canonical primary key, which is free of local keys.
  package fileprivate(set) var versions: [[UInt8]: Version] = [:]
}

extension Session {
  /// The state of the store; rows that cannot be opened now are left out, as they cannot be named
  /// without local keys.
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
