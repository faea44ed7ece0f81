// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
package import SecureMemory

/// The content of an unlocked keychain file, with its keys: gives out secrets and access lists.
///
/// The caller must first check that the program may have the secret or the list.
package struct UnlockedKeychain: Sendable {
  package let image: KeychainImage
  package let database: DatabaseBlob
  package let keys: KeychainKeys

  package init(_ image: KeychainImage, _ database: DatabaseBlob, _ keys: KeychainKeys) {
    (self.image, self.database, self.keys) = (image, database, keys)
  }

  /// Returns the secret of a password item.
  ///
  /// If the content of the record is not encrypted, the content itself is returned.
  ///
  /// - Throws: `wrongDigest` if the attributes of the item do not match its integrity digest.
  package func secret(of record: FileRecord) throws(EditFailure) -> SecretBytes {
    guard let blob = PasswordBlob(decoding: record.content) else {
      return SecretBytes(copying: record.content)
    }
    guard let (_, keyBlob) = try groupKey(of: record) else { throw .noKey }
    try requireDigest(of: record, in: keyBlob)
    return try editing { () throws(BlobFailure) in
      try blob.secret(key: keyBlob.key(under: keys))
    }
  }

  /// Returns the decrypted bytes of a key item.
  ///
  /// - Throws: `wrongDigest` if the attributes of the key do not match its integrity digest.
  package func key(of record: FileRecord) throws(EditFailure) -> SecretBytes {
    let blob = try keyBlob(of: record)
    try requireDigest(of: record, in: blob)
    return try editing { () throws(BlobFailure) in try blob.key(under: keys) }
  }

  /// Returns the access list of an item; nil for an item without a list, for example a certificate.
  package func access(of record: FileRecord) throws(EditFailure) -> AccessList? {
    guard let (_, blob) = try accessRecord(of: record) else { return nil }
    return try editing { () throws(BlobFailure) in try AccessList(decoding: blob.access) }
  }

  /// Returns the key record whose blob holds the access list of an item, with the blob.
  ///
  /// For a key item, this is the item's own record. For a password item, it is the item's group
  /// key. Nil if the item has no key, for example if the item is a certificate.
  func accessRecord(of record: FileRecord) throws(EditFailure) -> (FileRecord, KeyBlob)? {
    if record.isKey { return (record, try keyBlob(of: record)) }
    return try groupKey(of: record)
  }

  /// Returns the blob of a key record after its authentication code has been verified.
  package func keyBlob(of record: FileRecord) throws(EditFailure) -> KeyBlob {
    try editing { () throws(BlobFailure) in
      let blob = try KeyBlob(decoding: record.content)
      // A clear key has no authentication code. As a private or symmetric key it could be a key
      // that an attacker chose.
      guard !blob.isClear || record.relation.id == Relation.publicKeys.id else {
        throw .notAuthentic
      }
      try blob.verify(keys)
      return blob
    }
  }

  /// Returns the group key of a password item, together with the group key's blob.
  ///
  /// The group key is the key record that encrypts the item's secret. The authentication code of
  /// the blob has been verified. Nil if the secret is not encrypted, or if the file lacks the group
  /// key.
  func groupKey(of record: FileRecord) throws(EditFailure) -> (FileRecord, KeyBlob)? {
    guard let blob = PasswordBlob(decoding: record.content), let key = image.groupKey(blob.label)
    else { return nil }
    return (key, try keyBlob(of: key))
  }

  /// Throws `wrongDigest` if the attributes of an item do not match the digest in its access list.
  ///
  /// An item without a digest passes. Only keychains of version 0x200 have digests, and an upgrade
  /// to this version adds them item by item.
  private func requireDigest(of record: FileRecord, in blob: KeyBlob) throws(EditFailure) {
    guard database.version.hasPartitions, !blob.isClear else { return }
    let access = try editing { () throws(BlobFailure) in try AccessList(decoding: blob.access) }
    guard access.hasIntegrity else { return }
    let values = try editing { () throws(FileDamage) in try RecordValues(record) }
    let digest = try editing { () throws(BlobFailure) in
      try IntegrityDigest.of(values.all, values.relation)
    }
    guard digest == access.integrity else { throw .wrongDigest }
  }
}

extension FileRecord {
  /// True if the record is a key: public, private or symmetric.
  package var isKey: Bool {
    [Relation.publicKeys.id, Relation.privateKeys.id, Relation.symmetricKeys.id]
      .contains(relation.id)
  }

  /// True if the record is a group key: the key record that encrypts the secret of one password
  /// item.
  package var isGroupKey: Bool {
    guard relation.id == Relation.symmetricKeys.id,
      let label = try? value(of: KeyAttribute.label)?.content
    else { return false }
    return label.count > 4 && PasswordBlob.isLabel(label)
  }
}

extension KeychainImage {
  /// The database blob of the file: the keychain's settings and its encrypted keys.
  ///
  /// - Throws: `damaged` if the file has no database record; the failure of the blob if it cannot
  ///   be read.
  package func database() throws(EditFailure) -> DatabaseBlob {
    var blob: Result<DatabaseBlob, BlobFailure>?
    forEach(in: Relation.database.id) { result in
      guard blob == nil, let record = try? result.get() else { return }
      blob = Result { () throws(BlobFailure) in try DatabaseBlob(decoding: record.content) }
    }
    guard let blob else {
      throw .draft(
        .damaged(FileDamage("the file has no database record", table: Relation.database.id)))
    }
    return try editing { () throws(BlobFailure) in try blob.get() }
  }

  /// Returns the group key of a password item: the key record with the given label.
  ///
  /// Nil if no key record has the label.
  package func groupKey(_ label: [UInt8]) -> FileRecord? {
    records(
      in: .symmetricKeys, [RecordTerm(KeyAttribute.label, .bytes(label))], limit: 1,
      isUnique: true
    ).first
  }
}
