// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// The newest changes of the store, in which deletions and additions of items are looked up.
///
/// Specification/diagnostics.md, "Facts of a call", F14.
struct PastChanges {
  let session: Session
  let entries: [HistoryEntry]

  /// The greatest number of changes that are read from the change history, beginning with the
  /// newest change.
  private static let most = 20_000

  /// Reads the newest changes from the change history of the store.
  ///
  /// - Throws: the error if the history cannot be read.
  init(_ session: Session, _ reader: StoreReader) throws(KeychainError) {
    self.session = session
    let found = try storing { () throws(StorageError) in
      let oldest = max(0, try reader.lastWrite() - Int64(Self.most))
      return try reader.history(after: oldest, limit: Self.most)
    }
    entries = found.map(\.entry)
  }

  /// Returns the last deletion of the item that a query names.
  ///
  /// The query must name the item by its persistent reference or by its whole primary key. A
  /// primary key is looked up in all access groups of `scope`. Nil if no deletion of the item is
  /// known.
  func deletion(of query: Query, within scope: Scope) -> AbsenceFact.Deletion? {
    let isMeant: (HistoryEntry) -> Bool
    if let reference = query.references.first {
      guard case .identifier(_, let identifier) = reference else { return nil }
      isMeant = { $0.persistentIdentifier == identifier }
    } else {
      let slots = slots(of: query, within: scope)
      guard !slots.isEmpty else { return nil }
      isMeant = { $0.slotBefore.map { slots.contains($0) } ?? false }
    }
    guard let last = entries.last(where: { $0.kind == .delete && isMeant($0) }) else { return nil }
    let count = entries.count { $0.group == last.group && $0.kind == .delete }
    return AbsenceFact.Deletion(
      time: last.time, writer: writer(of: last) ?? "", count: count,
      isBack: isBack(last))
  }

  /// Returns the last deletion by which a program removed items of a class.
  ///
  /// Nil if no deletion by the program is known.
  func deletion(of itemClass: ItemClass, by program: String) -> AbsenceFact.Deletion? {
    let last = entries.last { entry in
      entry.kind == .delete && entry.itemClass == itemClass && writer(of: entry) == program
    }
    guard let last else { return nil }
    let count = entries.count {
      $0.group == last.group && $0.kind == .delete && $0.itemClass == itemClass
    }
    return AbsenceFact.Deletion(time: last.time, writer: program, count: count, isBack: false)
  }

  /// Returns true if the history shows that the program has added an item of the class.
  ///
  /// If the history shows no addition, the result is false if the history reaches back to `moment`.
  /// Nil if the history begins after `moment`, because an earlier addition is possible.
  func hasAdded(_ itemClass: ItemClass, _ program: String, since moment: Instant) -> Bool? {
    let isThere = entries.contains { entry in
      entry.kind == .add && entry.itemClass == itemClass && writer(of: entry) == program
    }
    if isThere { return true }
    return entries.first.map { $0.write <= 1 || $0.time <= moment } ?? true ? false : nil
  }

  /// Returns true if an item with the primary key of a deleted item was added after the deletion.
  private func isBack(_ deletion: HistoryEntry) -> Bool {
    entries.contains { entry in
      entry.write > deletion.write && entry.slotBefore == nil && entry.slotAfter != nil
        && entry.slotAfter == deletion.slotBefore
    }
  }

  /// Returns the sequence number of the change that added the item with a persistent identifier.
  ///
  /// Nil if the history does not have that change.
  func addition(of identifier: Identifier16) -> Int64? {
    entries.last { $0.persistentIdentifier == identifier && $0.kind == .add }?.write
  }

  private func writer(of entry: HistoryEntry) -> String? {
    try? session.codec.keybag.sealer.openCaller(entry.caller)
  }

  /// Returns the slots in which an item with the primary key of the query can be.
  ///
  /// A slot is the digest of a primary key. The change history names items by their slots. The
  /// result has one slot for each access group of `scope` and each value of the sync flag. Empty if
  /// the query does not give the whole primary key.
  private func slots(of query: Query, within scope: Scope) -> Set<Digest> {
    let needed: [Attribute] =
      switch query.itemClass {
      case .genericPassword: [.service, .account]
      case .internetPassword: [.server, .account]
      case .certificate: [.issuer, .serialNumber]
      case .key: [.applicationLabel]
      case .identity: []
      }
    var attributes = AttributeSet()
    for predicate in query.predicates { attributes[predicate.attribute] = predicate.value }
    guard !needed.isEmpty, needed.allSatisfy({ attributes[$0] != nil }) else { return [] }
    let schema = Schema.of(query.itemClass)
    for entry in attributes where schema[entry.attribute]?.roles.contains(.primaryKey) != true {
      attributes[entry.attribute] = nil
    }
    var slots: Set<Digest> = []
    guard case .groups(let groups) = scope else { return [] }
    for group in groups {
      for isSynchronizable in [false, true] {
        var draft = ItemDraft(
          query.itemClass, attributes: attributes, protection: .whenUnlocked,
          isSynchronizable: isSynchronizable, isTombstone: false, accessControl: nil, secret: nil,
          creator: "")
        draft.attributes[.accessGroup] = .text(group)
        draft.addDefaults()
        if let slot = try? session.codec.slot(of: draft) { slots.insert(slot) }
      }
    }
    return slots
  }
}
