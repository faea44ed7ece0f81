// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// The items of a keychain: searched, added, and guarded by their access lists.
extension Keychain {
  /// Returns the items of a table that fulfil all terms, in the order of their records.
  ///
  /// The keychain may be locked. Left out are the group keys that encrypt passwords, and records
  /// that cannot be read.
  ///
  /// - Throws: -25303 if the table lacks the attribute of a term.
  package func items(
    in known: Relation, where terms: [RecordTerm] = [], limit: Int = .max
  ) throws(KeychainError) -> [KeychainItem] {
    let image = try image()
    guard let relation = image.relations[known.id] else { return [] }
    for term in terms where relation.position(of: term.attribute) == nil {
      throw KeychainError(.noSuchAttribute, "items of this class do not have the attribute")
    }
    return image.records(in: known, terms, limit: limit) { record in
      record.isGroupKey ? nil : try? KeychainItem(self, record)
    }
  }

  /// Adds a password item.
  ///
  /// - Parameters:
  ///   - values: the attributes. A missing label is set to the service, the server, the volume or
  ///     the account.
  ///   - access: the access list; nil for a list that trusts the calling program alone.
  /// - Throws: -25299 if an item with the same primary key exists already. If the secret of that
  ///   item cannot be decrypted, the new item replaces it. -25302 if an attribute or the secret is
  ///   larger than the limit.
  package func addPassword(
    _ values: RecordValues, secret: SecretBytes, _ access: AccessList? = nil
  ) throws(KeychainError) -> KeychainItem {
    let client = surroundings.client
    var values = values
    values.setLabel()
    values.fillUnique()
    try values.requireSizes(secret: secret)
    let label = values[Relation.printName]?.content ?? []
    let access = access ?? .standard(label, trusting: [client.trusted])
    let partitions = PartitionList([client.partition])
    let wanted = values
    do throws(KeychainError) {
      let number = try edit { (editor) throws(EditFailure) in
        try editor.addPassword(wanted, secret: secret, access, partitions)
      }
      return try item(number, in: wanted.relation)
    } catch {
      if surroundings.rehearsal != nil, error == .rehearsalEnds {
        try foretellDuplicate(of: wanted)
      }
      guard error.code == .duplicateItem else { throw error }
    }
    let number = try edit { (editor) throws(EditFailure) in
      guard let old = editor.image.duplicate(of: wanted), editor.keychain.isDamaged(old) else {
        throw .draft(.duplicate(table: wanted.relation.id))
      }
      try editor.remove(old)
      return try editor.addPassword(wanted, secret: secret, access, partitions)
    }
    return try item(number, in: wanted.relation)
  }

  /// Adds a key.
  ///
  /// - Parameter access: the access list; nil for a list that trusts the calling program alone.
  /// - Throws: -25299 if a key with the same primary key exists already.
  package func addKey(
    _ key: KeychainEditor.NewKey, _ access: AccessList? = nil
  ) throws(KeychainError) -> KeychainItem {
    let client = surroundings.client
    var values = RecordValues(.privateKeys)
    values.describe(
      key.header, printName: key.printName, label: key.label, applicationTag: key.applicationTag)
    try values.requireSizes()
    let access = access ?? .standard(key.printName, trusting: [client.trusted])
    let number = try edit { (editor) throws(EditFailure) in
      try editor.addKey(key, access, PartitionList([client.partition]))
    }
    let tables: [KeyBlob.Kind: Relation] = [
      .publicKey: .publicKeys, .privateKey: .privateKeys, .symmetric: .symmetricKeys,
    ]
    return try item(number, in: tables[key.header.kind] ?? .symmetricKeys)
  }

  /// Adds a certificate.
  ///
  /// - Parameters:
  ///   - der: the certificate in DER.
  ///   - values: the attributes of the certificate.
  /// - Throws: -25299 if a certificate with the same primary key exists already.
  package func addCertificate(
    _ der: [UInt8], _ values: RecordValues
  ) throws(KeychainError) -> KeychainItem {
    try values.requireSizes()
    let number = try edit { (editor) throws(EditFailure) in
      try editor.addCertificate(der, values)
    }
    return try item(number, in: .certificates)
  }

  private func item(_ number: UInt32, in relation: Relation) throws(KeychainError) -> KeychainItem {
    let image = try image()
    return try onItems { () throws(EditFailure) in
      try editing { () throws(FileDamage) in
        guard let record = try image.record(number, in: relation.id) else {
          throw FileDamage("a record that was just added is missing", table: relation.id)
        }
        return try KeychainItem(self, record)
      }
    }
  }

  /// Returns the result of `body`, and gives its failure the status that programs get.
  ///
  /// - Parameter item: the item that `body` uses. The error of a damaged item names its record.
  func onItems<R>(
    _ item: KeychainItem? = nil, _ body: () throws(EditFailure) -> R
  ) throws(KeychainError) -> R {
    do throws(EditFailure) { return try body() } catch {
      throw KeychainError(error, path, item?.recordName)
    }
  }
}

extension Keychain {
  /// Checks that an item's access list permits an operation to the calling program.
  ///
  /// If the list requires it, the user is asked (Specification/file-keychain.md, "Access
  /// evaluation"). The list's entries and its partition list are checked one after the other. A
  /// program can need the user's permission for each of the two.
  ///
  /// - Throws: -25293 if the list refuses, -128 if the user refuses, -25308 if no user can be
  ///   asked.
  func permit(_ operation: Authorization, on item: KeychainItem) throws(KeychainError) {
    if surroundings.rehearsal != nil { try foretell(operation, on: item) }
    for gate in [AccessJudge.Reason.entry, .partition] {
      let unlocked = try unlocked()
      let list = try onItems(item) { () throws(EditFailure) in
        try unlocked.access(of: item.record(in: unlocked.image))
      }
      guard let list else { return }
      let judge = AccessJudge(list, surroundings.client, unlocked.database.version)
      switch gate == .entry ? judge.entries(operation) : judge.partition(operation) {
      case .allowed: continue
      case .denied:
        throw KeychainError(
          .authorizationFailed, "the access list of the item does not permit the operation",
          context: .path(path))
      case .ask(let reason):
        try ask(operation, on: item, list, unlocked.database, reason)
      }
    }
    try adopt(item)
  }

  /// Gives an item without a partition list a new list, with the partition of the calling program.
  private func adopt(_ item: KeychainItem) throws(KeychainError) {
    let unlocked = try unlocked()
    guard unlocked.database.version.hasPartitions else { return }
    let list = try onItems { () throws(EditFailure) in
      try unlocked.access(of: item.record(in: unlocked.image))
    }
    guard let list, !list.hasPartitions, item.relation != Relation.publicKeys.id else { return }
    // A failure is ignored: a keychain file that cannot be written still gives its items out.
    try? edit { (editor) throws(EditFailure) in
      // The list is read again, because another process can have changed it meanwhile.
      let record = try item.record(in: editor.image)
      guard var list = try editor.keychain.access(of: record), !list.hasPartitions else { return }
      list.partitions = PartitionList([surroundings.client.partition])
      try editor.setAccess(list, of: record)
    }
  }

  func ask(
    _ operation: Authorization, on item: KeychainItem, _ list: AccessList, _ blob: DatabaseBlob,
    _ reason: AccessJudge.Reason
  ) throws(KeychainError) {
    guard surroundings.mayAsk else {
      throw KeychainError(
        .authorizationFailed, "the user would have to be asked, and the program forbids questions",
        context: .path(path))
    }
    let label = list.promptText(operation)
    var earlier: Bool?
    for _ in 0..<Self.mostAttempts {
      let answer = surroundings.asker?.permission(
        for: operation, on: label, in: name, surroundings.client,
        canTrust: operation != .changeAccess, afterWrong: earlier)
      switch answer {
      case .allowed(let password, let always)?:
        do throws(KeychainError) { try requirePassword(password) } catch {
          guard error.code == .authorizationFailed else { throw error }
          earlier = always
          continue
        }
        if always { try trust(operation, on: item) }
        return
      case .denied?:
        throw KeychainError(.userCancelled, "the user did not permit the operation")
      case .nobody?, nil:
        throw KeychainError(
          .interactionNotAllowed,
          reason == .entry
            ? "the access list asks the user about this program, and no user can be asked"
            : "the partition list of the item lacks this program, and no user can be asked",
          context: .path(path),
          advice: reason == .entry
            ? "add the program with -T when the item is added"
            : "security set-key-partition-list and its kin change the partition list")
      }
    }
    throw KeychainError(.authorizationFailed, "the password of the keychain is wrong")
  }

  private func trust(_ operation: Authorization, on item: KeychainItem) throws(KeychainError) {
    try edit { (editor) throws(EditFailure) in
      let record = try item.record(in: editor.image)
      guard let list = try editor.keychain.access(of: record) else { return }
      try editor.setAccess(
        list.trusting(surroundings.client, for: operation, editor.version), of: record)
    }
  }
}

extension AccessList {
  /// Returns the name by which a question to the user calls the list's item.
  ///
  /// - Parameter operation: the operation that the question is about.
  fileprivate func promptText(_ operation: Authorization) -> String {
    let entry = entries.first { $0.tag.isEmpty && $0.authorizes(operation) }
    let prompt = (entry?.subject.simple ?? owner.simple)?.prompt.description ?? []
    return String(decoding: prompt, as: UTF8.self)
  }
}

extension UnlockedKeychain {
  /// Returns true if the secret of an item can no longer be decrypted or verified.
  func isDamaged(_ record: FileRecord) -> Bool {
    do throws(EditFailure) {
      _ = try secret(of: record)
      return false
    } catch {
      return true
    }
  }
}

extension KeychainImage {
  /// Returns the record with the primary key of `values`; nil if the file has no such record.
  func duplicate(of values: RecordValues) -> FileRecord? {
    guard let unique = values.relation.unique else { return nil }
    let terms = unique.attributes.compactMap { id in values[id].map { RecordTerm(id, $0) } }
    guard terms.count == unique.attributes.count else { return nil }
    return records(in: values.relation, terms, limit: 1).first
  }
}

extension RecordValues {
  /// Sets the label of a password item that has no label.
  ///
  /// The label is the service, the server, the volume or the account: the first of these that is
  /// not empty.
  package mutating func setLabel() {
    guard self[Relation.printName] == nil else { return }
    for name in ["svce", "srvr", "vlme", "acct"] {
      guard let value = self[Relation.code(name)], !value.content.isEmpty else { continue }
      self[Relation.printName] = value
      return
    }
  }
}
