// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
package import SecureMemory

/// Changes to password items.
///
/// Each password item has a key record of its own, its group key. The group key encrypts the
/// secret, and its blob holds the item's access list (Specification/keychain-file-format.md,
/// "Password items", "Minimal writer recipe").
extension KeychainEditor {
  /// Adds a password item, and returns the number of its record.
  ///
  /// - Parameters:
  ///   - values: the attributes; the dates and the missing attributes of the unique index are
  ///     filled in.
  ///   - access: the access list without the partition list and the integrity digest. Both are
  ///     added if the keychain's version has them.
  ///   - partitions: the partition list of the new item.
  package mutating func addPassword(
    _ values: RecordValues, secret: SecretBytes, _ access: AccessList, _ partitions: PartitionList
  ) throws(EditFailure) -> UInt32 {
    var values = values
    values[Relation.code("cdat")] = values[Relation.code("cdat")] ?? .date(now)
    values[Relation.code("mdat")] = .date(now)
    return try insert(filled(values), secret, access, partitions)
  }

  /// Replaces the attributes of a password item; its secret, its key and its access list stay.
  ///
  /// In the access list, only the integrity digest (the hash of the attributes) is renewed. If no
  /// attribute changes, no change is added to `draft`.
  ///
  /// - Returns: true if an attribute has changed.
  package mutating func updateAttributes(
    of record: FileRecord, to values: RecordValues
  ) throws(EditFailure) -> Bool {
    guard let old = try changed(record, to: values) else { return false }
    var values = filled(values)
    values[Relation.code("mdat")] = .date(now)
    try draft.moveExtendedAttributes(from: old, to: values, in: image)
    if let (key, blob) = try keychain.groupKey(of: record), version.hasPartitions {
      var access = try editing { () throws(BlobFailure) in try AccessList(decoding: blob.access) }
      access.integrity = try digest(values)
      try replaceAccess(access, of: key, blob)
    }
    try draft.changing { (draft) throws(DraftFailure) in
      try draft.replace(record, values.all, content: record.content)
    }
    return true
  }

  /// Replaces the secret of a password item, and its attributes.
  ///
  /// The item gets a new key. Its access list stays, except that `partitions` replaces the
  /// partition list (Specification/file-keychain.md, "Generic item calls"). Extended attributes
  /// stay with the item.
  ///
  /// - Parameter partitions: the list with the partition of the calling program alone.
  /// - Returns: the number of the new record.
  package mutating func updateSecret(
    of record: FileRecord, to secret: SecretBytes, _ values: RecordValues,
    _ partitions: PartitionList
  ) throws(EditFailure) -> UInt32 {
    guard let (_, blob) = try keychain.groupKey(of: record) else { throw .noKey }
    var access = try editing { () throws(BlobFailure) in try AccessList(decoding: blob.access) }
    let renewed = [AccessList.partitionTag, AccessList.integrityTag]
    access.entries.removeAll { renewed.contains($0.tag) }
    let old = try editing { () throws(FileDamage) in try RecordValues(record) }
    var values = filled(values)
    values[Relation.code("mdat")] = .date(now)
    try draft.moveExtendedAttributes(from: old, to: values, in: image)
    try draft.removeRecord(record, from: image)
    return try insert(values, secret, access, partitions)
  }

  /// Removes an item and its extended attributes.
  ///
  /// If the item is a password, its group key (the key record that encrypts it) is removed too.
  package mutating func remove(_ record: FileRecord) throws(EditFailure) {
    try draft.removeItem(record, from: image)
  }

  private mutating func insert(
    _ values: RecordValues, _ secret: SecretBytes, _ access: AccessList,
    _ partitions: PartitionList
  ) throws(EditFailure) -> UInt32 {
    let label = try editing { () throws(RandomnessError) in try PasswordBlob.label(randomness) }
    let key = try editing { () throws(RandomnessError) in try randomness.secret(count: 24) }
    var access = access
    if version.hasPartitions {
      access.integrity = try digest(values)
      access.partitions = partitions
    }
    try insertGroupKey(key, label, access)
    let vector = try vector()
    let blob = try editing { () throws(BlobFailure) in
      try PasswordBlob(secret, key: key, label: label, vector: vector)
    }
    return try draft.changing { (draft) throws(DraftFailure) in
      try draft.insert(into: values.relation, values.all, content: blob.encode())
    }
  }

  /// Adds the group key of a password item: the key record that encrypts the item's secret
  /// (Specification/keychain-file-format.md, "Minimal writer recipe").
  private mutating func insertGroupKey(
    _ key: SecretBytes, _ label: [UInt8], _ access: AccessList
  ) throws(EditFailure) {
    let attributes: KeyHeader.Attributes = [
      .permanent, .sensitive, .alwaysSensitive, .neverExtractable,
    ]
    let header = KeyHeader(
      .symmetric, algorithm: KeyHeader.Algorithm.tripleDES, bits: 192, attributes,
      [.encrypt, .decrypt])
    let vector = try vector()
    let blob = try editing { () throws(BlobFailure) in
      try KeyBlob(
        wrapping: key, header, access: access.encode(), version: version, under: keys,
        vector: vector)
    }
    var values = RecordValues(relation(.symmetricKeys))
    values.describe(header, printName: label, label: label)
    try draft.changing { (draft) throws(DraftFailure) in
      _ = try draft.insert(into: values.relation, values.all, content: blob.encode())
    }
  }

  mutating func replaceAccess(
    _ access: AccessList, of key: FileRecord, _ blob: KeyBlob
  ) throws(EditFailure) {
    var blob = blob
    try editing { () throws(BlobFailure) in try blob.replaceAccess(access.encode(), keys) }
    let values = try editing { () throws(FileDamage) in try RecordValues(key) }
    try draft.changing { (draft) throws(DraftFailure) in
      try draft.replace(key, values.all, content: blob.encode())
    }
  }
}

extension FileDraft {
  /// Removes an item and its extended attributes.
  ///
  /// If the item is a password, its group key (the key record that encrypts it) is removed too. The
  /// keychain may be locked.
  package mutating func removeItem(
    _ record: FileRecord, from image: KeychainImage
  ) throws(EditFailure) {
    let values = try editing { () throws(FileDamage) in try RecordValues(record) }
    for extra in image.extendedAttributes(of: values.primaryKey) {
      try changing { (draft) throws(DraftFailure) in try draft.remove(extra) }
    }
    try removeRecord(record, from: image)
  }

  /// Removes an item, but not its extended attributes.
  ///
  /// If the item is a password, its group key (the key record that encrypts it) is removed too.
  fileprivate mutating func removeRecord(
    _ record: FileRecord, from image: KeychainImage
  ) throws(EditFailure) {
    if let blob = PasswordBlob(decoding: record.content), let key = image.groupKey(blob.label) {
      try changing { (draft) throws(DraftFailure) in try draft.remove(key) }
    }
    try changing { (draft) throws(DraftFailure) in try draft.remove(record) }
  }

  /// Lets the extended attributes of an item refer to it by its new primary key.
  ///
  /// A deleted item can have left extended attributes under the new primary key. A leftover
  /// attribute is removed if the changed item has an extended attribute with an equal name.
  ///
  /// - Parameters:
  ///   - old: the attributes of the item before the change.
  ///   - new: the attributes of the item after the change.
  mutating func moveExtendedAttributes(
    from old: RecordValues, to new: RecordValues, in image: KeychainImage
  ) throws(EditFailure) {
    let key = new.primaryKey
    guard key != old.primaryKey else { return }
    let name = Relation.code("eaan")
    let moving = image.extendedAttributes(of: old.primaryKey)
    let names = moving.map { try? $0.value(of: name) }
    for stale in image.extendedAttributes(of: key)
    where names.contains(try? stale.value(of: name)) {
      try changing { (draft) throws(DraftFailure) in try draft.remove(stale) }
    }
    for extra in moving {
      var values = try editing { () throws(FileDamage) in try RecordValues(extra) }
      values[Relation.code("eaii")] = .bytes(key)
      try changing { (draft) throws(DraftFailure) in
        try draft.replace(extra, values.all, content: extra.content)
      }
    }
  }
}

extension KeychainImage {
  fileprivate func extendedAttributes(of primary: [UInt8]) -> [FileRecord] {
    var found: [FileRecord] = []
    forEach(in: Relation.extendedAttributes.id) { result in
      guard let record = try? result.get(),
        let owner = try? record.value(of: Relation.code("eaii")), owner.content == primary
      else { return }
      found.append(record)
    }
    return found
  }
}
