// SPDX-License-Identifier: Apache-2.0

/// The items that differ between two contents of a keychain file, as events report them
/// (Specification/file-keychain.md, "Events").
///
/// Two records with one primary key are one item. An item whose attributes or content have changed
/// counts as deleted and added. An item of which only the access list has changed counts as
/// updated.
///
/// Each password is encrypted by a key record of its own, its group key, which also has the
/// password's access list. The content of the password's record names the group key by its label.
struct ImageDifference {
  enum Change: Sendable {
    case deleted(FileRecord)
    case added(FileRecord)
    case updated(FileRecord)
  }

  private static let passwords: [Relation] = [
    .genericPasswords, .internetPasswords, .serverPasswords,
  ]
  private static let objects: [Relation] = [
    .certificates, .publicKeys, .privateKeys, .symmetricKeys,
  ]

  /// The changes, in the order in which they are reported.
  ///
  /// First come the deleted items, then the new and changed items in the order in which their
  /// records were made. A changed item is a deletion and an addition, except that a key whose
  /// content alone has changed is an update. Last come the passwords of which only the access list
  /// has changed.
  private(set) var changes: [Change] = []
  /// The labels of the group keys that were written again, which means a new access list.
  ///
  /// A group key is the key record that encrypts one password.
  private var relabelled: Set<[UInt8]> = []
  /// The labels of the group keys whose passwords are new or changed.
  ///
  /// A group key is the key record that encrypts one password. The changes of these passwords are
  /// in `others` already. So a new access list of a password in `told` is no further change.
  private var told: Set<[UInt8]> = []
  /// The new and changed records, each with its changes.
  ///
  /// The record gives its changes their place in the order of `changes`.
  private var others: [(FileRecord, [Change])] = []

  /// Compares two contents of a keychain file.
  ///
  /// If `old` is nil, every item of `new` counts as added.
  init(from old: KeychainImage?, to new: KeychainImage) {
    for relation in Self.passwords + Self.objects { compare(relation.id, old, new) }
    changes += others.sorted { left, right in
      (left.0.createVersion, left.0.number) < (right.0.createVersion, right.0.number)
    }.flatMap(\.1)
    findOwners(in: new)
  }

  private mutating func compare(_ id: UInt32, _ old: KeychainImage?, _ new: KeychainImage) {
    let (before, after) = Self.differing(id, old, new)
    guard !before.isEmpty || !after.isEmpty else { return }
    var gone: [[UInt8]: FileRecord] = [:]
    for record in before {
      if let key = Self.identity(record) { gone[key] = record }
    }
    for record in after {
      guard let key = Self.identity(record) else { continue }
      let former = gone.removeValue(forKey: key)
      guard !record.isGroupKey else {
        if let former, record.hasOtherContent(than: former) { relabelled.insert(key) }
        continue
      }
      if let label = PasswordBlob(decoding: record.content)?.label { told.insert(label) }
      guard let former else {
        others.append((record, [.added(record)]))
        continue
      }
      guard record.hasAttributes(of: former) else {
        others.append((record, [.deleted(former), .added(record)]))
        continue
      }
      guard record.hasOtherContent(than: former) else { continue }
      others.append(
        (record, record.isKey ? [.updated(record)] : [.deleted(former), .added(record)]))
    }
    for record in before where !record.isGroupKey {
      guard let key = Self.identity(record), gone[key]?.number == record.number else { continue }
      changes.append(.deleted(record))
    }
  }

  /// Adds an update for each password of which only the access list has changed.
  ///
  /// The access list is in the password's group key, the key record that encrypts the password.
  private mutating func findOwners(in image: KeychainImage) {
    relabelled.subtract(told)
    guard !relabelled.isEmpty else { return }
    for relation in Self.passwords {
      image.forEach(in: relation.id) { result in
        guard let record = try? result.get(),
          let label = PasswordBlob(decoding: record.content)?.label, relabelled.contains(label)
        else { return }
        changes.append(.updated(record))
      }
    }
  }

  /// Returns the records of a table that differ between two contents of the file.
  ///
  /// `before` has the records of the older content, `after` those of the newer content.
  private static func differing(
    _ id: UInt32, _ old: KeychainImage?, _ new: KeychainImage
  ) -> (before: [FileRecord], after: [FileRecord]) {
    let (one, other) = (old?.table(id), new.table(id))
    if let one, let other, one.hasBytes(of: other) { return ([], []) }
    var (before, after): ([FileRecord], [FileRecord]) = ([], [])
    for number in 0..<max(one?.slotCount ?? 0, other?.slotCount ?? 0) {
      // Records that cannot be read are left out, as searches leave them out.
      let former = (try? old?.record(UInt32(number), in: id)) ?? nil
      let record = (try? new.record(UInt32(number), in: id)) ?? nil
      if let former, let record, record.hasBytes(of: former) { continue }
      if let former { before.append(former) }
      if let record { after.append(record) }
    }
    return (before, after)
  }

  /// Returns the bytes that identify a record in both contents: its primary key.
  ///
  /// For a group key, the key record that encrypts one password, these bytes are its label. Nil if
  /// the record cannot be read.
  private static func identity(_ record: FileRecord) -> [UInt8]? {
    if record.isGroupKey { return (try? record.value(of: KeyAttribute.label))?.content }
    return try? RecordValues(record).primaryKey
  }
}

extension FileRecord {
  fileprivate func hasAttributes(of other: FileRecord) -> Bool {
    guard relation == other.relation, let mine = try? RecordValues(self),
      let others = try? RecordValues(other)
    else { return false }
    return mine.all == others.all
  }

  /// Returns true if the content differs, or if a key record was written again with equal content.
  ///
  /// A new access list that equals the old one causes this second case.
  fileprivate func hasOtherContent(than other: FileRecord) -> Bool {
    content != other.content || isKey && version != other.version
  }
}
