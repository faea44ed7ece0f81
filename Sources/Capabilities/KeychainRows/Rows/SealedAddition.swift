// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainStorage
package import KeychainTypes
package import SecureMemory

/// A new row and its history entry, sealed before the transaction if the call of Add has to wait
/// for its turn to write.
///
/// All other writers wait during the transaction, so the transaction should do little work. The
/// transaction only links the entry to the history, and writes the row and the entry.
package struct SealedAddition: Sendable {
  package let row: SealedRow
  package let entry: HistoryEntry
  /// The encoded history entry, as it is included in the authenticated chain of the history.
  package let encoded: [UInt8]
  /// The fingerprint of the new row, which the head of the history (its authenticated summary) must
  /// include.
  package let fingerprint: Identifier16
}

/// The caller and the time of a change, which are written to the history.
package struct ChangeOrigin: Sendable {
  /// The application identifier of the caller, encrypted.
  package let caller: [UInt8]
  /// The time at which the caller made the call.
  package let time: Instant

  package init(caller: [UInt8], time: Instant) {
    self.caller = caller
    self.time = time
  }
}

extension RowCodec {
  /// Seals a new row with new random identifiers, and returns it with its history entry.
  ///
  /// - Parameters:
  ///   - write: The write number of the row.
  ///   - group: The write number of the first change in the call that adds the row.
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
