// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// An item of a keychain file, as a program holds it (Specification/file-keychain.md, "Generic item
/// calls").
///
/// The item is found again by its primary key, so it stays valid when its other attributes or its
/// secret change, also by another process.
package final class KeychainItem: Sendable {
  package let keychain: Keychain
  /// The table of the item.
  package let relation: UInt32
  private let place: Lock<Place>

  private struct Place: Sendable {
    var number: UInt32
    var primaryKey: [UInt8]
  }

  init(_ keychain: Keychain, _ record: FileRecord) throws(FileDamage) {
    self.keychain = keychain
    relation = record.relation.id
    let key = try RecordValues(record).primaryKey
    place = Lock(Place(number: record.number, primaryKey: key))
  }

  /// The table and the unique attributes of the item.
  package var primaryKey: [UInt8] { place.withLock { $0.primaryKey } }

  /// Returns the attributes of the item; the keychain may be locked.
  package func values() throws(KeychainError) -> RecordValues {
    let image = try keychain.image()
    return try keychain.onItems { () throws(EditFailure) in
      let record = try record(in: image)
      return try editing { () throws(FileDamage) in try RecordValues(record) }
    }
  }

  /// Returns the content of a certificate, or of a record that is not protected.
  package func content() throws(KeychainError) -> [UInt8] {
    let image = try keychain.image()
    return try keychain.onItems { () throws(EditFailure) in try record(in: image) }.content
  }

  /// Returns the secret, if the access list lets the calling program have it.
  ///
  /// - Throws: -25293 if the access list refuses, -128 if the user refuses, -25308 if the user has
  ///   to be asked and cannot be.
  package func secret() throws(KeychainError) -> SecretBytes {
    try keychain.permit(.decrypt, on: self)
    let unlocked = try keychain.unlocked()
    return try keychain.onItems { () throws(EditFailure) in
      try unlocked.secret(of: record(in: unlocked.image))
    }
  }

  /// Returns the key's blob and its bytes, if the access list permits an operation.
  package func key(for operation: Authorization) throws(KeychainError) -> (KeyBlob, SecretBytes) {
    try keychain.permit(operation, on: self)
    let unlocked = try keychain.unlocked()
    return try keychain.onItems { () throws(EditFailure) in
      let record = try record(in: unlocked.image)
      return (try unlocked.keyBlob(of: record), try unlocked.key(of: record))
    }
  }

  /// Replaces attributes, and the secret if one is given.
  ///
  /// No right of the access list is needed for that. A new secret makes the writer's partition the
  /// only one.
  ///
  /// - Throws: -25299 if another item has these unique attributes; nothing is changed then.
  package func update(_ values: RecordValues, secret: SecretBytes? = nil) throws(KeychainError) {
    let partitions = PartitionList([keychain.surroundings.client.partition])
    let number = try keychain.edit { (editor) throws(EditFailure) -> UInt32 in
      let record = try record(in: editor.image)
      guard let secret else {
        if record.isProtected {
          _ = try editor.updateAttributes(of: record, to: values)
        } else {
          _ = try editor.updateObject(record, to: values)
        }
        return record.number
      }
      return try editor.updateSecret(of: record, to: secret, values, partitions)
    }
    var values = values
    values.fillUnique()
    let key = values.primaryKey
    place.withLock { $0 = Place(number: number, primaryKey: key) }
  }

  /// Deletes the item; no right and no key is needed.
  package func remove() throws(KeychainError) {
    try keychain.replace { (image) throws(EditFailure) in
      var draft = FileDraft(image)
      try draft.removeItem(record(in: image), from: image)
      return ((), draft)
    }
  }

  /// Returns the access list; nil for an item without one, for example a certificate.
  package func access() throws(KeychainError) -> AccessList? {
    guard relation != Relation.certificates.id else { return nil }
    let unlocked = try keychain.unlocked()
    return try keychain.onItems { () throws(EditFailure) in
      try unlocked.access(of: record(in: unlocked.image))
    }
  }

  /// Replaces the access list.
  ///
  /// - Parameter password: the keychain's password, which proves the right to change everything.
  ///   Nil if the owner's entry has to let the program pass; the partition list stays then.
  package func set(
    _ access: AccessList, password: SecretBytes? = nil
  ) throws(KeychainError) {
    if let password {
      try keychain.unlock(password)
      try keychain.requirePassword(password)
    } else {
      try keychain.permit(.changeAccess, on: self)
    }
    try keychain.edit { (editor) throws(EditFailure) in
      let record = try record(in: editor.image)
      var access = access
      guard let old = try editor.keychain.access(of: record) else { throw .noItem }
      if password == nil { access.partitions = old.partitions }
      access.integrity = old.integrity
      try editor.setAccess(access, of: record)
    }
  }

  /// Returns the record of the item, by its number or else by its primary key.
  ///
  /// The number leads to the item if the record with this number still has the primary key.
  func record(in image: KeychainImage) throws(EditFailure) -> FileRecord {
    let known = place.withLock { $0 }
    let direct = try editing { () throws(FileDamage) -> FileRecord? in
      guard let record = try image.record(known.number, in: relation),
        try RecordValues(record).primaryKey == known.primaryKey
      else { return nil }
      return record
    }
    if let direct { return direct }
    var found: FileRecord?
    image.forEach(in: relation) { result in
      guard found == nil, let record = try? result.get(),
        (try? RecordValues(record).primaryKey) == known.primaryKey
      else { return }
      found = record
    }
    guard let found else { throw .noItem }
    place.withLock { $0.number = found.number }
    return found
  }
}

extension FileRecord {
  /// True if the record is a password with a key of its own.
  var isProtected: Bool { !isKey && PasswordBlob(decoding: content) != nil }
}
