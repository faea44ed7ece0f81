// SPDX-License-Identifier: Apache-2.0

/// The items that differ between two contents of a keychain file, as events report them
/// (Specification/file-keychain.md, "Events").
///
/// Two records with one primary key are one item. If its attributes or its data have changed, the
/// item counts as deleted and added. If its access list alone has changed, the item counts as
/// updated.
///
/// The access list of a password is in its hidden key, a record of its own that encrypts the
/// password. The label of the hidden key is also in the data of the password.
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

  /// The changes: the deletions, then the other changes in the order in which their records were
  /// made.
  private(set) var changes: [Change] = []
  /// The labels of hidden keys whose access list has changed.
  private var relabelled: Set<[UInt8]> = []
  /// The labels of the hidden keys whose passwords are already in the changes.
  private var told: Set<[UInt8]> = []
  /// The changes other than deletions, each with the record by which they are sorted.
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

  /// Adds an update for each password of which only the hidden key's access list has changed.
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

  /// Returns the records of a table that differ, those of the older and those of the newer content.
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

  /// Returns the bytes by which a record is found again in the other content: its primary key.
  ///
  /// For a hidden key, which encrypts the secret of one password item, they are its label.
  ///
  /// Nil if the record cannot be read.
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

  /// True if the data differ, or if the record is a key that was written again with equal data.
  ///
  /// A key is also written again when its access list is replaced by an equal list.
  fileprivate func hasOtherContent(than other: FileRecord) -> Bool {
    content != other.content || isKey && version != other.version
  }
}
