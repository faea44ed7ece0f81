// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
package import KeychainTypes

extension StoreRepair {
  /// Accepts pages that another SQLite wrote: judges all content of a copy without looking at the
  /// sums of pages, then puts the copy with right sums in the store's place and the files aside.
  ///
  /// - Returns: what the judgement found; anything was changed only if that is nothing. Findings
  ///   about the log come first: without its sums SQLite would drop what follows a bad frame. Nil
  ///   where nothing is damaged, and nothing was done.
  /// - Throws: -25291 while other programs have the store open, and what an opening throws that is
  ///   not about sums.
  package func reseal() throws(KeychainError) -> CheckReport? {
    try files.prepareDirectory(in: home, environment.calls)
    return try files.locked(within: environment.store.busyLimit, environment.calls) {
      () throws(KeychainError) in
      try finishSwap()
      let keybag = try keybag()
      let closed = try alone(keybag)
      var notes: [String] = []
      if !closed.hasSoundLog {
        let verdict = try verdict(closed, keybag)
        guard let note = noteOfLog(closed, verdict) else {
          return report(closed, verdict, keybag)
        }
        notes = [note]
      }
      // The store may not have opened for another reason, as for lack of descriptors.
      let findings = closed.findings
      let isStale = !findings.pages.isEmpty || findings.missing != nil
      var judged = CheckReport()
      let isRight = try closed.prepareCopy { (reader) throws(KeychainError) in
        judged = try judge(reader, keybag)
        return judged.isClean && isStale
      }
      guard isRight else { return judged.isClean ? nil : judged }
      _ = try storing { () throws(StorageError) in
        try closed.replace(stamp: environment.clock.now().stamp)
      }
      judged.notes = notes
      return judged
    }
  }

  /// What there is to say of everything that a reader shows.
  func judge(
    _ reader: StoreReader, _ keybag: UnlockedKeybag
  ) throws(KeychainError) -> CheckReport {
    let epochs = try storing { () throws(StorageError) in try reader.keyEpochs() }
    let fitting = try Engine.keying(files) { () throws(KeybagError) in
      try keybag.using(epochs)
    }
    guard let fitting else { throw lackOfKeys }
    return try Inspection.report(of: reader, RowCodec(keybag: fitting))
  }
}
