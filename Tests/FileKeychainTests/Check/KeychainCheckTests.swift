// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainCrypto
import KeychainTypes
import SecureMemory
import Testing

/// The strict check, on files with one damage each.
@Suite("the strict check of keychain files") struct KeychainCheckTests {
  /// A file, taken apart into its tables.
  struct Parts {
    var bytes: [UInt8]
    let keys: KeychainKeys
    let schema: [Relation]

    init(_ version: BlobVersion = .partitioned, items: Int = 2, changed: Bool = false) throws {
      let file = try SmallKeychain(version, items: items, changed: changed)
      (bytes, keys, schema) = (file.bytes, file.keys, SmallKeychain.Content.passwords.schema)
    }

    /// Returns the start of the table with a number.
    func table(_ id: UInt32) throws -> Int {
      try #require(
        FileSurgery.tableStarts(bytes).first { FileSurgery.atom(bytes, $0 + 4) == Int(id) })
    }

    /// Returns the start of a record.
    func record(_ number: Int, _ id: UInt32) throws -> Int {
      let table = try table(id)
      return table + FileSurgery.atom(bytes, table + 28 + 4 * number)
    }

    mutating func set(_ place: Int, to number: Int) { FileSurgery.set(&bytes, place, to: number) }

    /// Replaces a text wherever it stands.
    mutating func replace(_ old: String, with new: String) {
      let (old, new) = (Array(old.utf8), Array(new.utf8))
      for place in 0..<(bytes.count - old.count) where bytes[place..<place + old.count] == old[...]
      {
        bytes.replaceSubrange(place..<place + old.count, with: new)
      }
    }

    func check(_ keys: KeychainKeys?) throws -> KeychainCheck {
      KeychainCheck(try KeychainImage(decoding: bytes), keys, schema: schema)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let reason: String
    let table: UInt32?
    var changed = false
    let damage: @Sendable (inout Parts) throws -> Void

    var testDescription: String { reason }

    init(
      _ reason: String, _ table: UInt32? = nil, changed: Bool = false,
      _ damage: @escaping @Sendable (inout Parts) throws -> Void
    ) {
      (self.reason, self.table, self.changed, self.damage) = (reason, table, changed, damage)
    }
  }

  static let passwords = Relation.genericPasswords.id
  static let symmetric = Relation.symmetricKeys.id

  static let cases: [Case] = [
    Case("the unused section of the head is not empty") { $0.set(16, to: 1) },
    Case("the counter of transactions is 0") { $0.set($0.bytes.count - 4, to: 0) },
    Case("the number of records differs from the used slots", passwords) {
      $0.set(try $0.table(passwords) + 8, to: 1)
    },
    Case("the list of free slots begins at a wrong slot", passwords) {
      $0.set(try $0.table(passwords) + 20, to: 29)
    },
    Case("the list of free slots is broken", passwords, changed: true) {
      $0.set(try $0.table(passwords) + 28, to: 5)
    },
    Case("the last slot is free", passwords) { $0.set(try $0.table(passwords) + 32, to: 0) },
    Case("bytes after the records belong to no record", passwords) {
      $0.set(try $0.table(passwords) + 32, to: 0)
    },
    Case("bytes before a record belong to no record", passwords) {
      $0.set(try $0.table(passwords) + 28, to: 0)
    },
    Case("a record does not lie within its table", passwords) {
      $0.set(try $0.table(passwords) + 28, to: 0x7FFF_FFF0)
    },
    Case("the head of a record contradicts its table", passwords) {
      $0.set(try $0.record(0, passwords) + 4, to: 1)
    },
    Case("a record is newer than the file", passwords) {
      $0.set(try $0.record(0, passwords) + 8, to: 1000)
    },
    Case("the bytes of a record are not in the order of the format", passwords) {
      $0.set(try $0.record(0, passwords) + 20, to: 1)
    },
    Case("an attribute does not lie within its record", passwords) {
      $0.set(try $0.record(0, passwords) + 24, to: 0xFFFF_FFFF)
    },
    Case("a date of a record is no date", passwords) {
      $0.replace("20231114221320Z", with: "20231314221320Z")
    },
    Case("the indexes are not those of the records", passwords) {
      let table = try $0.table(passwords)
      $0.bytes[table + FileSurgery.atom($0.bytes, table) - 1] ^= 1
    },
    Case("the indexes are not those of the records", passwords) {
      let table = try $0.table(passwords)
      $0.set(table + FileSurgery.atom($0.bytes, table + 16) + 4, to: 1)
    },
    Case("two records are equal in all attributes that must differ", passwords) {
      $0.replace("account 1", with: "account 0")
    },
    Case("the file has another number of database records than one", Relation.database.id) {
      $0.set(try $0.table(Relation.database.id) + 28, to: 0)
    },
    Case("the database blob cannot be read", Relation.database.id) {
      $0.set(try $0.record(0, Relation.database.id) + 24, to: 0)
    },
    Case("the code of the database blob is wrong", Relation.database.id) {
      $0.set(try $0.record(0, Relation.database.id) + 24 + 36, to: 301)
    },
    Case("an access list cannot be read", Relation.database.id) {
      $0.set(try $0.record(0, Relation.database.id) + 24 + 92 + 4, to: 99)
    },
    Case("the database blob has bytes without meaning", Relation.database.id) {
      let start = try $0.record(0, Relation.database.id)
      $0.set(start + 24 + 12, to: FileSurgery.atom($0.bytes, start + 24 + 12) - 8)
    },
    Case("the blob of a key cannot be read", symmetric) {
      $0.set(try $0.record(0, symmetric) + 24 + 16, to: 0)
    },
    Case("a key is in the table of another kind of key", symmetric) {
      $0.set(try $0.record(0, symmetric) + 24 + 16 + 24 + 32, to: 1)
    },
    Case("the attributes of a key are not those of its blob", symmetric) {
      $0.set(try $0.record(0, symmetric) + 24 + 16 + 24 + 36, to: 193)
    },
    Case("the code or the wrapping of a key is wrong", symmetric) {
      let start = try $0.record(0, symmetric) + 24 + 16
      let end = FileSurgery.atom($0.bytes, start + 12)
      $0.bytes[start + end - 1] ^= 1
    },
    Case("the key of an item is missing", passwords) {
      $0.bytes[try $0.record(0, passwords) + 24 + 24 + 8] ^= 1
    },
    Case("two items share one key", passwords) {
      let (one, other) = (try $0.record(0, passwords) + 48, try $0.record(1, passwords) + 48)
      $0.bytes.replaceSubrange(other..<other + 20, with: Array($0.bytes[one..<one + 20]))
    },
    Case("the secret of an item cannot be decrypted", passwords) {
      let start = try $0.record(0, passwords)
      $0.bytes[start + 48 + FileSurgery.atom($0.bytes, start + 16) - 1] ^= 1
    },
    Case("the integrity digest differs from the attributes", passwords) {
      $0.replace("service", with: "Service")
    },
    Case("a partition list cannot be read", symmetric) {
      $0.replace("Partitions", with: "partitions")
    },
    Case("a row of the schema is not as the format has it", 1) {
      $0.set(try $0.record(0, 1) + 24 + 20 + 16, to: 2)
    },
    Case("the schema of a table differs from the format", passwords) {
      $0.replace("PrintName", with: "Printname")
    },
  ]

  @Test("each damage is found, and named with its table", arguments: cases)
  func finding(_ item: Case) throws {
    var parts = try Parts(changed: item.changed)
    #expect(try parts.check(parts.keys).findings == [])
    try item.damage(&parts)
    let findings = try parts.check(parts.keys).findings
    let found = findings.first { "\($0.reason)" == item.reason }
    #expect(found != nil && found?.table == item.table, "\(findings)")
  }

  @Test("without keys, codes and secrets are not checked, and all else is")
  func locked() throws {
    for item in Self.cases {
      var parts = try Parts(changed: item.changed)
      try item.damage(&parts)
      let isSecret = ["the code ", "the secret "].contains { item.reason.hasPrefix($0) }
      let reasons = try parts.check(nil).findings.map { "\($0.reason)" }
      #expect(reasons.contains(item.reason) != isSecret, "\(item.reason)")
    }
  }

  @Test("keys without an item, and items without a key, are counted")
  func counts() throws {
    let parts = try Parts()
    let image = try KeychainImage(decoding: parts.bytes)
    var draft = FileDraft(image)
    let item = try #require(try image.record(0, in: Self.passwords))
    try draft.replace(item, RecordValues(item).all, content: [1, 2, 3])
    let check = KeychainCheck(
      try KeychainImage(decoding: draft.encode()), parts.keys, schema: parts.schema)
    #expect(check.findings == [] && check.orphanKeys == 1 && check.unprotectedItems == 1)
  }

  @Test("a record without an attribute of the unique index, and an encrypted empty secret")
  func written() throws {
    let parts = try Parts()
    let image = try KeychainImage(decoding: parts.bytes)
    let keychain = try SmallKeychain.unlocked(image)
    let item = try #require(try image.record(0, in: Self.passwords))
    var values = try RecordValues(item)
    values[Relation.code("acct")] = nil
    var draft = FileDraft(image)
    try draft.replace(item, values.all, content: item.content)
    var found = KeychainCheck(
      try KeychainImage(decoding: draft.encode()), nil, schema: parts.schema)
    #expect(
      found.findings.contains(
        FileDamage("a record lacks an attribute of the unique index", table: Self.passwords)))
    // A block of padding alone, which a writer of secrets never makes.
    let blob = try #require(PasswordBlob(decoding: item.content))
    let key = try #require(image.groupKey(blob.label))
    let secret = try keychain.keyBlob(of: key).key(under: keychain.keys)
    let block = try PasswordCipher.tripleDES.encrypt(
      SecretBytes(copying: []), key: secret,
      vector: SecretBytes(copying: Array(item.content[20..<28])))
    draft = FileDraft(image)
    try draft.replace(item, RecordValues(item).all, content: Array(item.content[..<28]) + block)
    found = KeychainCheck(
      try KeychainImage(decoding: draft.encode()), keychain.keys, schema: parts.schema)
    #expect(
      found.findings == [
        FileDamage("an empty secret has encrypted bytes", table: Self.passwords, record: 0)
      ])
  }

  @Test("a file of a whole schema that lacks a table")
  func missingTable() throws {
    let parts = try Parts()
    let image = try KeychainImage(decoding: parts.bytes)
    let tables = Set(KeychainCheck(image).findings.compactMap(\.table))
    #expect(tables.isSuperset(of: Relation.initial.map(\.id).filter { $0 > 3 && $0 < 0x8000_8000 }))
  }
}
