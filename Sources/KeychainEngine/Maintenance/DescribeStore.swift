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
