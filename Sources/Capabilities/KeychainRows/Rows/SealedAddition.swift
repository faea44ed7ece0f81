// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainStorage
package import KeychainTypes
package import SecureMemory

/// A new row with what the history says of it: all of an add that can be made before its turn.
///
/// What is left for the transaction, where all other writers wait, is to link the entry to the
/// history and to write both.
package struct SealedAddition: Sendable {
  package let row: SealedRow
  package let entry: HistoryEntry
  /// The entry as the chain of the history covers it.
  package let encoded: [UInt8]
  /// What the head of the history takes in for the row.
  package let fingerprint: Identifier16
}

/// Who makes changes and when, as the history tells it.
package struct ChangeOrigin: Sendable {
  /// The caller's application identifier, sealed.
  package let caller: [UInt8]
  /// When the verb was called.
  package let time: Instant

  package init(caller: [UInt8], time: Instant) {
    self.caller = caller
    self.time = time
  }
}

extension RowCodec {
  /// Seals a new row under new identifiers.
  ///
  /// - Parameters:
  ///   - write: its write number.
  ///   - group: the write number of the first change of the verb.
  package func addition(
    of prepared: PreparedRow, write: Int64, group: Int64, from origin: ChangeOrigin,
    drawing randomness: any RandomnessSource
  ) throws(KeychainError) -> SealedAddition {
    var row = try seal(prepared, RowNames.fresh(write: write, from: randomness))
    row.id = write
    let facts = row.facts
    let entry = HistoryEntry(
      write: write, time: origin.time, kind: .add, itemClass: facts.itemClass,
      persistentIdentifier: facts.persistentIdentifier, uuid: facts.uuid, slotAfter: facts.slot,
      revisionAfter: facts.revision, isSynchronizable: facts.isSynchronizable,
      caller: origin.caller, group: group)
    let fingerprint = try sealing { () throws(SealError) in
      try HistorySeal.fingerprint(of: row, keybag)
    }
    return SealedAddition(
      row: row, entry: entry, encoded: entry.encoded, fingerprint: fingerprint ?? .zero)
  }
}
