// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainStorage
package import KeychainTypes

extension Session {
  /// Opens every row, compares it with its digests, and all rows with the head of the history.
  ///
  /// Reads one state of the store; changes nothing.
  package func check() throws(KeychainError) -> CheckReport {
    try withKeys { (call) throws(KeychainError) in try call.checkOnce() }
  }

  private func checkOnce() throws(KeychainError) -> CheckReport {
    var inspection = try Inspection(codec: codec)
    try reading { (reader) throws(KeychainError) in
      for itemClass in ItemClass.stored { inspect(itemClass, reader, &inspection) }
      let structure = try inspection.reading { () throws(StorageError) in
        try reader.structuralFindings()
      }
      for finding in structure ?? [] { inspection.add(.fileDamaged, detail: finding) }
      inspection.report.rowsAside =
        try inspection.reading { () throws(StorageError) in try reader.asideCount() } ?? 0
      let head = try inspection.reading { () throws(StorageError) in try reader.historyHead() }
      let history = try inspection.reading { () throws(StorageError) in
        try reader.history(after: 0, limit: .max)
      }
      if let head, let history { try inspection.compare(head: head, history: history) }
    }
    if !engine.isKeybagInStep {
      inspection.add(.copyOutOfStep, detail: "keybag and keybag.copy differ")
    }
    return inspection.report
  }

  /// Reads a class in batches, so that a large store does not have to fit in memory.
  private func inspect(
    _ itemClass: ItemClass, _ reader: StoreReader, _ inspection: inout Inspection
  ) {
    var plan = StorePlan(itemClass, limit: 256, contents: [.secret, .digests])
    plan.rows = .both
    do throws(StorageError) {
      while true {
        let rows = try reader.fetch(plan)
        for row in rows { inspection.visit(row) }
        guard rows.count == 256, let last = rows.last else { return }
        plan.after = last.id
      }
    } catch {
      inspection.add(
        .fileDamaged, itemClass: itemClass, detail: "\(KeychainError(error).reason)")
    }
  }
}
