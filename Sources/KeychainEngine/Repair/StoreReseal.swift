// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainStorage
package import KeychainTypes

extension StoreRepair {
  /// Accepts pages that another SQLite wrote: judges all content without looking at the sums of
  /// pages, then writes the sums anew.
  ///
  /// - Returns: what the judgement found; sums were written only if that is nothing.
  /// - Throws: -25291 while other programs have the store open, and what an opening throws that is
  ///   not about sums or the log.
  package func reseal() throws(KeychainError) -> CheckReport {
    try files.prepareDirectory(environment.calls)
    return try files.locked(within: environment.store.busyLimit, environment.calls) {
      () throws(KeychainError) in
      let keybag = try keybag()
      // Nobody else now; the judgement below keeps it so until it ends.
      _ = try alone(keybag)
      let report = try judge(keybag)
      guard report.isClean else { return report }
      let closed = try alone(keybag)
      try storing { () throws(StorageError) in try closed.writeSums() }
      return report
    }
  }

  private func judge(_ keybag: UnlockedKeybag) throws(KeychainError) -> CheckReport {
    return try UncheckedStore.read(
      files.database, of: keybag.image.store, options: environment.store
    ) { (reader) throws(KeychainError) in
      let epochs = try storing { () throws(StorageError) in try reader.keyEpochs() }
      let fitting = try Engine.keying(files) { () throws(KeybagError) in
        try keybag.using(epochs)
      }
      guard let fitting else {
        throw KeychainError(
          .notAvailable, "the keybag lacks keys that the database was written with",
          context: .path(files.directory + "/keybag"),
          advice: "bring back the keybag that belongs to the database")
      }
      return try Inspection.report(of: reader, RowCodec(keybag: fitting))
    }
  }
}
