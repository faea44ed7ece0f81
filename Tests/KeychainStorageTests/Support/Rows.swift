// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes

/// Makes rows as an engine would seal them, from numbers.
///
/// Their digests are computed from numbers and are not hashes.
enum Rows {
  /// Returns the digest that stands for a value of an attribute.
  static func digest(_ attribute: Attribute, _ value: Int) -> Identifier16 {
    let mixed = UInt64(truncatingIfNeeded: value) &* 0x9E37_79B9_7F4A_7C15
    return Identifier16(
      high: (mixed ^ mixed >> 29) &* 0xBF58_476D_1CE4_E5B9, low: UInt64(attribute.rawValue))
  }

  static func group(_ number: Int) -> Identifier16 { digest(.accessGroup, number) }

  /// Returns a row with these values of digested attributes.
  ///
  /// Required attributes default to 0.
  static func row(
    _ itemClass: ItemClass = .genericPassword, number: Int, write: Int64,
    values: [Attribute: Int] = [:], group: Int = 0, sync: Bool = false, tomb: Bool = false,
    metadata: Int = 220, secret: Int? = 150
  ) -> SealedRow {
    let schema = Schema.of(itemClass)
    let always: Set<Attribute> = [.creationDate, .modificationDate, .digest]
    let digests = schema.digested.map { row -> Identifier16? in
      if let value = values[row.attribute] { return digest(row.attribute, value) }
      if always.contains(row.attribute) { return digest(row.attribute, number) }
      return row.roles.contains(.required) ? digest(row.attribute, 0) : nil
    }
    let facts = RowFacts(
      itemClass: itemClass, uuid: name(1, number), persistentIdentifier: name(2, number),
      revision: Instant(microseconds: Int64(number)), write: write, protection: .whenUnlocked,
      isSynchronizable: sync, isTombstone: tomb, keyEpoch: 1, slot: name(3, number),
      group: Rows.group(group))
    return SealedRow(
      facts: facts, digests: digests, metadata: [UInt8](repeating: 0xAA, count: metadata),
      secret: secret.map { [UInt8](repeating: 0xBB, count: $0) })
  }

  /// Returns a name that looks random, as real names do.
  static func name(_ kind: UInt64, _ number: Int) -> Identifier16 {
    let mixed = (UInt64(truncatingIfNeeded: number) &+ kind << 40) &* 0x9E37_79B9_7F4A_7C15
    return Identifier16(high: (mixed ^ mixed >> 31) &* 0x94D0_49BB_1331_11EB, low: mixed)
  }

  static func entry(_ row: SealedRow, _ kind: ChangeKind = .add, time: Int64 = 0) -> HistoryEntry {
    let facts = row.facts
    return HistoryEntry(
      write: facts.write, time: Instant(microseconds: time), kind: kind,
      itemClass: facts.itemClass, persistentIdentifier: facts.persistentIdentifier,
      uuid: facts.uuid, slotAfter: facts.slot, revisionAfter: facts.revision,
      isSynchronizable: facts.isSynchronizable, caller: [UInt8](repeating: 0xCC, count: 64),
      group: facts.write)
  }

  /// Adds rows and their history in one transaction, as an engine does.
  static func add(to store: ItemStore, _ rows: [SealedRow]) throws(StorageError) {
    try store.write { (transaction) throws(StorageError) in
      for var row in rows {
        row.facts.write = transaction.nextWrite()
        try transaction.insert(row)
        let link = Canonical.littleEndian(row.facts.write) + [UInt8](repeating: 1, count: 24)
        try transaction.record(entry(row), chain: link)
        transaction.setHistoryHead([UInt8](repeating: 2, count: 80) + link)
      }
    }
  }

  static let identity = StoreIdentity(
    store: Identifier16(high: 0x0102_0304_0506_0708, low: 9),
    incarnation: Identifier16(high: 7, low: 7), created: Instant(microseconds: 42))

  /// Makes a new empty store in a directory.
  static func store(
    in directory: TemporaryDirectory, options: StoreOptions = StoreOptions()
  ) throws(StorageError) -> ItemStore {
    let path = directory.file("store.db")
    try ItemStore.create(path, identity, historyHead: [0], options: options)
    return try ItemStore(path, options: options)
  }
}
