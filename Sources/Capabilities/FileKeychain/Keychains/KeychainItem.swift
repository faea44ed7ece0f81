// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// An item of a keychain file, for a program that uses it (Specification/file-keychain.md, "Generic
/// item calls").
///
/// The object has the primary key of the item, and looks its record up at each use. So the object
/// stays valid if other attributes or the secret change, also by another process.
package final class KeychainItem: Sendable {
  package let keychain: Keychain
  /// The number of the item's table (`Relation.id`).
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

  /// Creates a second object for an item, for another `Keychain` object of the same file.
  package init(_ other: KeychainItem, in keychain: Keychain) {
    self.keychain = keychain
    relation = other.relation
    place = Lock(other.place.withLock { $0 })
  }

  /// The number of the item's record in its table; messages about damage name the record by it.
  package var recordNumber: UInt32 { place.withLock { $0.number } }

  /// The item's table and record, as messages about damage name them.
  var recordName: String {
    FileDamage("the item", table: relation, record: recordNumber).place
  }

  /// True if the item was deleted: the keychain file can be read, and does not have the item.
  package var isGone: Bool {
    guard let image = try? keychain.image() else { return false }
    do throws(EditFailure) { _ = try record(in: image) } catch {
      if case .noItem = error { return true }
    }
    return false
  }

  /// Returns the result of `body`, which uses the item.
  ///
  /// Nil if `body` fails because another process has deleted the item, or if `body` returns nil. A
  /// search then goes on with the next item.
  package func unlessGone<R>(
    _ body: () throws(KeychainError) -> R?
  ) throws(KeychainError) -> R? {
    do throws(KeychainError) { return try body() } catch {
      guard error.code == .invalidItemReference, isGone else { throw error }
      return nil
    }
  }

  /// The primary key: the number of the item's table, and the values of the unique attributes.
  package var primaryKey: [UInt8] { place.withLock { $0.primaryKey } }

  /// Returns the attributes of the item; the keychain may be locked.
  package func values() throws(KeychainError) -> RecordValues {
    let image = try keychain.image()
    return try keychain.onItems { () throws(EditFailure) in
      let record = try record(in: image)
      return try editing { () throws(FileDamage) in try RecordValues(record) }
    }
  }

  /// Returns the content of the item's record as the file has it.
  ///
  /// For a certificate, this is the certificate. For a password, it is the secret, encrypted or
  /// not. For a key, it is the key's blob.
  package func content() throws(KeychainError) -> [UInt8] {
    let image = try keychain.image()
    return try keychain.onItems { () throws(EditFailure) in try record(in: image) }.content
  }

  /// Returns the secret, if the access list lets the calling program have the secret.
  ///
  /// - Throws: -25293 if the access list refuses, -128 if the user refuses, -25308 if the user has
  ///   to be asked and cannot be.
  package func secret() throws(KeychainError) -> SecretBytes {
    try keychain.permit(.decrypt, on: self)
    let unlocked = try keychain.unlocked()
    return try keychain.onItems(self) { () throws(EditFailure) in
      try unlocked.secret(of: record(in: unlocked.image))
    }
  }

  /// Returns the key's blob and its decrypted bytes, if the access list permits the operation.
  package func key(for operation: Authorization) throws(KeychainError) -> (KeyBlob, SecretBytes) {
    try keychain.permit(operation, on: self)
    let unlocked = try keychain.unlocked()
    return try keychain.onItems(self) { () throws(EditFailure) in
      let record = try record(in: unlocked.image)
      return (try unlocked.keyBlob(of: record), try unlocked.key(of: record))
    }
  }

  /// Replaces attributes, and the secret if one is given.
  ///
  /// The entries of the access list are not consulted. With a new secret, the item's partition list
  /// names the calling program's partition alone. For a change of attributes alone, the partition
  /// list has to name this partition, because the item gets a new integrity digest.
  ///
  /// - Parameter set: changes the attributes that the item has when the file is written. So a
  ///   change of other attributes by another program is kept. The closure can run several times.
  /// - Returns: true if an attribute or the secret has changed.
  /// - Throws: -25299 if another item has these unique attributes, -25293 if the partition list
  ///   lacks the program, -25302 if a new value is larger than the limit. The file is then
  ///   unchanged.
  @discardableResult
  package func update(
    secret: SecretBytes? = nil, _ set: (inout RecordValues) -> Void
  ) throws(KeychainError) -> Bool {
    let (place, isChanged) = try keychain.edit { (editor) throws(EditFailure) -> (Place, Bool) in
      try change(&editor, secret, set)
    }
    self.place.withLock { $0 = place }
    return isChanged
  }

  /// Puts new attributes, and a new secret if one is given, into the draft of an editor.
  ///
  /// - Returns: the item's place in the changed file, and true if the draft has changed.
  private func change(
    _ editor: inout KeychainEditor, _ secret: SecretBytes?, _ set: (inout RecordValues) -> Void
  ) throws(EditFailure) -> (Place, Bool) {
    let record = try record(in: editor.image)
    let old = try editing { () throws(FileDamage) in try RecordValues(record) }
    var values = old
    set(&values)
    values.fillUnique()
    do throws(KeychainError) {
      try values.requireSizes(changing: old, secret: secret)
    } catch {
      throw .refused(error)
    }
    var (number, isChanged) = (record.number, true)
    if let secret {
      let partitions = PartitionList([keychain.surroundings.client.partition])
      number = try editor.updateSecret(of: record, to: secret, values, partitions)
    } else {
      try requirePartition(editor, record, values)
      isChanged =
        record.isProtected
        ? try editor.updateAttributes(of: record, to: values)
        : try editor.updateObject(record, to: values)
    }
    return (Place(number: number, primaryKey: values.primaryKey), isChanged)
  }

  /// New values of an item, which are written together with those of other items.
  struct Change {
    let item: KeychainItem
    let secret: SecretBytes?
    let settings: [(id: UInt32, value: FileValue?)]
  }

  /// Changes items of one keychain in one rewrite of its file.
  ///
  /// A refused change leaves the file and all items as they are.
  ///
  /// An item that another process has deleted meanwhile is left out.
  ///
  /// - Parameter isTrial: true to make the changes without writing the file.
  /// - Returns: the number of items that the file still had.
  static func change(
    _ changes: [Change], in keychain: Keychain, isTrial: Bool
  ) throws(KeychainError) -> Int {
    let places = try keychain.edit { (editor) throws(EditFailure) -> [(KeychainItem, Place)] in
      let places = try apply(changes, &editor)
      if isTrial {
        // The encoding shows whether two items have the same unique attributes.
        do throws(DraftFailure) { _ = try editor.draft.encode() } catch { throw .draft(error) }
        editor.draft = FileDraft(editor.image)
      }
      return places
    }
    if !isTrial {
      for (item, place) in places { item.place.withLock { $0 = place } }
    }
    return places.count
  }

  /// Changes items of several keychains.
  ///
  /// A refused change leaves all files and items as they are (`FileRewrite.rewrite`).
  ///
  /// - Returns: the number of items that the files still had.
  static func change(
    _ planned: [(keychain: Keychain, changes: [Change])]
  ) throws(KeychainError) -> Int {
    var places: [String: [(KeychainItem, Place)]] = [:]
    try Keychain.edit(planned.map(\.keychain)) { (keychain, editor) throws(EditFailure) in
      let changes = planned.first { $0.keychain.path == keychain.path }?.changes
      places[keychain.path] = try apply(changes ?? [], &editor)
    }
    let changed = places.values.flatMap { $0 }
    for (item, place) in changed { item.place.withLock { $0 = place } }
    return changed.count
  }

  /// Puts changes into the draft of an editor, and returns the changed items with their places.
  ///
  /// An item that another process has deleted meanwhile is left out.
  private static func apply(
    _ changes: [Change], _ editor: inout KeychainEditor
  ) throws(EditFailure) -> [(KeychainItem, Place)] {
    var places: [(KeychainItem, Place)] = []
    for change in changes {
      do throws(EditFailure) {
        _ = try change.item.record(in: editor.image)
      } catch {
        guard case .noItem = error else { throw error }
        continue
      }
      let (place, _) = try change.item.change(&editor, change.secret) { values in
        for setting in change.settings { values[setting.id] = setting.value }
      }
      places.append((change.item, place))
    }
    return places
  }

  /// Throws `otherPartition` if the partition list forbids a change of the item's attributes
  /// (Specification/file-keychain.md, "Access evaluation").
  ///
  /// The partition list is consulted because the integrity digest (a hash of the attributes) has to
  /// change too. The user is not asked.
  private func requirePartition(
    _ editor: KeychainEditor, _ record: FileRecord, _ values: RecordValues
  ) throws(EditFailure) {
    let unlocked = editor.keychain
    guard unlocked.database.version.hasPartitions,
      try editor.changed(record, to: values) != nil,
      let list = try unlocked.access(of: record)
    else { return }
    let judge = AccessJudge(list, keychain.surroundings.client, unlocked.database.version)
    guard judge.partition(.integrity) == .allowed else { throw .otherPartition }
  }

  /// Deletes the item, even if the keychain is locked; no access list is consulted.
  package func remove() throws(KeychainError) {
    try keychain.replace { (image) throws(EditFailure) in
      var draft = FileDraft(image)
      try draft.removeItem(record(in: image), from: image)
      return ((), draft)
    }
  }

  /// Returns the access list; nil for an item without an access list, for example a certificate.
  package func access() throws(KeychainError) -> AccessList? {
    guard relation != Relation.certificates.id else { return nil }
    let unlocked = try keychain.unlocked()
    return try keychain.onItems(self) { () throws(EditFailure) in
      try unlocked.access(of: record(in: unlocked.image))
    }
  }

  /// Replaces the access list.
  ///
  /// - Parameter password: the keychain's password, which permits every change of the list. If nil,
  ///   the present list decides by its owner, the condition under which programs may change the
  ///   list. The present partition list then stays.
  /// - Throws: -25293 if the password is wrong or the owner condition refuses the program.
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
      if password == nil { access.keep(AccessList.partitionTag, of: old) }
      access.keep(AccessList.integrityTag, of: old)
      try editor.setAccess(access, of: record)
    }
  }

  /// Returns the record of the item: by its last known number, or else by its primary key.
  ///
  /// The number counts only if the record with this number has the item's primary key.
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
  /// True if the record is a password that is encrypted by a key record of its own (its group key).
  var isProtected: Bool { !isKey && PasswordBlob(decoding: content) != nil }
}
