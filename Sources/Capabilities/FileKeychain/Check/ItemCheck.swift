// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Checks the blobs of a keychain file: authentication codes, keys, secrets, access lists and
/// digests.
///
/// Specification/keychain-file-format.md, "Cryptography", and the parts after it give the rules.
struct ItemCheck {
  private let image: KeychainImage
  private let keys: KeychainKeys?
  /// The labels of the keys of password items, each with the record of its key.
  private var groupKeys: [[UInt8]: FileRecord] = [:]
  private var usedLabels: Set<[UInt8]> = []
  private(set) var findings: [FileDamage] = []
  private(set) var orphanKeys = 0
  private(set) var unprotectedItems = 0

  init(_ image: KeychainImage, _ keys: KeychainKeys?) {
    (self.image, self.keys) = (image, keys)
    checkDatabase()
    for (relation, kind) in Self.keyTables {
      forEach(in: relation) { $0.checkKey($1, kind) }
    }
    for relation in Self.passwordTables { forEach(in: relation) { $0.checkPassword($1) } }
    orphanKeys = groupKeys.count - usedLabels.count
  }

  private static let keyTables: [(Relation, KeyBlob.Kind)] = [
    (.publicKeys, .publicKey), (.privateKeys, .privateKey), (.symmetricKeys, .symmetric),
  ]
  private static let passwordTables: [Relation] = [
    .genericPasswords, .internetPasswords, .serverPasswords,
  ]

  private mutating func add(_ reason: StaticString, _ record: FileRecord) {
    findings.append(FileDamage(reason, table: record.relation.id, record: record.number))
  }

  /// Calls `body` with each record that can be read; `TableCheck` reports the other records.
  private mutating func forEach(
    in relation: Relation, _ body: (inout ItemCheck, FileRecord) -> Void
  ) {
    image.forEach(in: relation.id) { result in
      if let record = try? result.get() { body(&self, record) }
    }
  }

  private mutating func checkDatabase() {
    var records: [FileRecord] = []
    forEach(in: .database) { records.append($1) }
    guard let record = records.first, records.count == 1 else {
      findings.append(
        FileDamage(
          "the file has another number of database records than one",
          table: Relation.database.id))
      return
    }
    do throws(BlobFailure) {
      let blob = try DatabaseBlob(decoding: record.content)
      // Reading ignores bytes after the blob, so the encoded blob shows them.
      if blob.encode() != record.content {
        add("the database blob has bytes without meaning", record)
      }
      checkAccess(blob.access, record)
      if let keys, try !blob.isAuthentic(under: keys) {
        add("the code of the database blob is wrong", record)
      }
    } catch {
      add("the database blob cannot be read", record)
    }
  }

  private mutating func checkKey(_ record: FileRecord, _ kind: KeyBlob.Kind) {
    let blob: KeyBlob
    do throws(BlobFailure) {
      blob = try KeyBlob(decoding: record.content)
    } catch {
      return add("the blob of a key cannot be read", record)
    }
    if blob.encode() != record.content {
      add("the blob of a key has bytes without meaning", record)
    }
    if blob.header.kind != kind { add("a key is in the table of another kind of key", record) }
    if blob.isClear, kind != .publicKey { add("a secret key stands in the clear", record) }
    checkHeader(blob, record)
    let access = checkAccess(blob.access, record)
    if record.isGroupKey {
      if let label = try? record.value(of: KeyAttribute.label)?.content {
        if groupKeys.updateValue(record, forKey: label) != nil {
          add("two keys of password items have one label", record)
        }
      }
    } else {
      checkDigest(access, record)
    }
    guard let keys else { return }
    do throws(BlobFailure) {
      _ = try blob.key(under: keys)
    } catch {
      add("the code or the wrapping of a key is wrong", record)
    }
  }

  /// Compares the attributes of a key with the header in its blob, which repeats them.
  private mutating func checkHeader(_ blob: KeyBlob, _ record: FileRecord) {
    let expected: [(UInt32, FileValue)] = [
      (KeyAttribute.keyClass, .number(record.relation.id)),
      (KeyAttribute.keyType, .number(blob.header.algorithm)),
      (KeyAttribute.bits, .number(blob.header.bits)),
    ]
    for (id, value) in expected where (try? record.value(of: id)) != value {
      return add("the attributes of a key are not those of its blob", record)
    }
  }

  private mutating func checkPassword(_ record: FileRecord) {
    guard let blob = PasswordBlob(decoding: record.content) else {
      unprotectedItems += 1
      return
    }
    guard let key = groupKeys[blob.label] else {
      return add("the key of an item is missing", record)
    }
    if !usedLabels.insert(blob.label).inserted { add("two items share one key", record) }
    guard let keyBlob = try? KeyBlob(decoding: key.content) else { return }
    checkDigest(try? AccessList(decoding: keyBlob.access), record)
    guard let keys else { return }
    guard let groupKey = try? keyBlob.key(under: keys) else {
      // The finding about the key names the key's record. People know the item by its own record.
      return add("the key of an item is damaged", record)
    }
    do throws(BlobFailure) {
      let secret = try blob.secret(key: groupKey)
      if secret.isEmpty, record.content.count != PasswordBlob.headSize {
        add("an empty secret has encrypted bytes", record)
      }
    } catch {
      add("the secret of an item cannot be decrypted", record)
    }
  }

  @discardableResult
  private mutating func checkAccess(_ bytes: [UInt8], _ record: FileRecord) -> AccessList? {
    guard let access = try? AccessList(decoding: bytes) else {
      add("an access list cannot be read", record)
      return nil
    }
    if access.hasPartitions, access.partitions == nil {
      add("a partition list cannot be read", record)
    }
    return access
  }

  /// Compares the attributes of an item with the digest in its access list, if there is a digest.
  private mutating func checkDigest(_ access: AccessList?, _ record: FileRecord) {
    guard let stored = access?.integrity, let values = try? RecordValues(record),
      let digest = try? IntegrityDigest.of(values.all, values.relation)
    else { return }
    if digest != stored { add("the integrity digest differs from the attributes", record) }
  }
}
