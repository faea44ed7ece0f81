// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainFiles
import KeychainPages
import KeychainRows
import KeychainStorage
package import KeychainTypes
import SecureMemory

extension Session {
  /// Opens every row, compares it with its digests, and all rows with the head of the history.
  ///
  /// Reads one state of the store; changes nothing.
  package func check() throws(KeychainError) -> CheckReport {
    try withKeys { (call) throws(KeychainError) in try call.checkOnce() }
  }

  private func checkOnce() throws(KeychainError) -> CheckReport {
    var report = try reading { (reader) throws(KeychainError) in
      try Inspection.report(of: reader, codec)
    }
    if !engine.store.hasSoundMark(codec.keybag.image.store) {
      report.findings.append(
        CheckReport.Finding(.fileDamaged, detail: "store.db-mark, which the next change renews"))
    }
    if try !engine.isKeybagInStep() {
      report.findings.append(
        codec.keybag.condition.finding
          ?? CheckReport.Finding(.copyOutOfStep, detail: "keybag and keybag.copy differ"))
    }
    if let finding = findingOnAttempts() { report.findings.append(finding) }
    if let flaw = LockGeneration.look(engine.files.lockFile).flaw {
      report.notes.append("the file lock of the store \(flaw.words)")
    }
    report.notes += SecretBytes.memoryWeakness.words
    // For the repair: in the file, frames would take the place of pages that may tell more.
    if !report.isClean { engine.store.leaveFiles() }
    return report
  }

  /// What is wrong with the counts of wrong passcodes.
  private func findingOnAttempts() -> CheckReport.Finding? {
    guard codec.keybag.hasPasscode else { return nil }
    let environment = engine.environment
    let keys = environment.keys(in: engine.files.directory)
    let attempts = try? keys.readAttempts(at: environment.clock.bootMoment)
    guard attempts?.isLost ?? true else { return nil }
    return CheckReport.Finding(
      .countsLost, detail: "it is as after nine wrong ones")
  }
}

extension Inspection {
  /// What there is to say of one state of a store.
  static func report(of reader: StoreReader, _ codec: RowCodec) throws(KeychainError)
    -> CheckReport
  {
    var inspection = try Inspection(codec: codec)
    for itemClass in ItemClass.stored { inspection.inspect(itemClass, reader) }
    try inspection.inspectStructure(reader)
    let schema = try inspection.reading { () throws(StorageError) in try reader.schemaFindings() }
    for finding in schema ?? [] { inspection.add(.fileDamaged, detail: finding) }
    inspection.report.rowsAside =
      try inspection.reading { () throws(StorageError) in try reader.asideCount() } ?? 0
    let head = try inspection.reading { () throws(StorageError) in try reader.historyHead() }
    let history = try inspection.reading { () throws(StorageError) in
      try reader.history(after: 0, limit: .max)
    }
    if let head, let history { try inspection.compare(head: head, history: history) }
    let counts = try inspection.reading { () throws(StorageError) in
      (write: try reader.lastWrite(), entries: try reader.countedEntries())
    }
    if let counts, let history {
      inspection.compare(write: counts.write, entries: counts.entries, with: history.count)
    }
    return inspection.report
  }

  /// Reads every page and compares indexes with tables.
  mutating func inspectStructure(_ reader: StoreReader) throws(KeychainError) {
    let structure = try reading { () throws(StorageError) in try reader.structuralFindings() }
    for finding in structure ?? [] { add(.fileDamaged, detail: finding) }
  }

  /// Reads a class in batches, so that a large store does not have to fit in memory.
  private mutating func inspect(_ itemClass: ItemClass, _ reader: StoreReader) {
    var plan = StorePlan(itemClass, limit: 256, contents: [.secret, .digests])
    plan.rows = .both
    do throws(StorageError) {
      while true {
        let rows = try reader.fetch(plan)
        for row in rows { visit(row) }
        guard rows.count == 256, let last = rows.last else { return }
        plan.after = last.id
      }
    } catch {
      unread.insert(itemClass)
      add(.fileDamaged, itemClass: itemClass, detail: Self.words(error))
    }
  }

  private static func words(_ error: StorageError) -> String {
    guard case .damaged(let damage) = error else { return "\(KeychainError(error).reason)" }
    return damage.words
  }
}
