// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes

extension SealedRow {
  /// Everything in the clear of the row, as the associated data has it.
  ///
  /// nil when a column holds a value that the engine never writes: such a row does not open.
  package var binding: RowBinding? {
    isMalformed ? nil : RowBinding(facts)
  }
}

extension RowBinding {
  /// The clear columns of a row as associated data.
  package init(_ facts: RowFacts) {
    self.init(
      identifier: facts.uuid, persistentReference: facts.persistentIdentifier,
      revision: facts.revision, itemClass: facts.itemClass, protection: facts.protection,
      groupDigest: facts.group, slotDigest: facts.slot,
      isSynchronizable: facts.isSynchronizable, isTombstone: facts.isTombstone,
      form: UInt32(facts.form.rawValue), keyEpoch: facts.keyEpoch, writeNumber: facts.write)
  }
}
