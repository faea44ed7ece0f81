// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Files after many transactions of our writer, checked by the second implementation.
@Suite(
  "keychain files after many changes",
  .enabled(if: SecondImplementation.isThere, "python3 and a libcrypto with Triple DES are needed"))
struct HistoryTests {
  private static let other = SecondImplementation.shared

  private func expectSound(_ writer: OwnWriter) throws {
    #expect(try Self.other.fault(of: writer.bytes) == nil)
    #expect(KeychainCheck(writer.image, writer.keychain.keys).findings == [])
  }

  /// Returns account and secret of each generic password, as the second implementation reads them.
  private func contents(_ writer: OwnWriter) throws -> [Int: [JSONValue]] {
    let table = Relation.genericPasswords.id
    let dump = try Self.other.dump(writer.bytes, [table])
    return Dictionary(
      uniqueKeysWithValues: dump["tables"].list[0]["records"].list.map { record in
        (
          record["number"].number ?? -1,
          [record["attributes"]["acct"], record["secret"], record["recordVersion"]]
        )
      })
  }

  private func entry(_ account: String, _ secret: [UInt8], _ version: Int) -> [JSONValue] {
    [
      KeychainDescription.hex(Array(account.utf8)), KeychainDescription.hex(secret),
      .number(version),
    ]
  }

  @Test("updates, deletions and reused numbers", arguments: OwnWriterTests.versions)
  func numbers(_ version: BlobVersion) throws {
    var writer = try OwnWriter(version)
    let table = Relation.genericPasswords
    for item in 0..<8 {
      let number = try writer.add(table, ["acct": .text("\(item)")], secret: [UInt8(item)])
      #expect(number == item)
    }
    // Numbers 2, 5 and 7 become free; 7 was the last, so that its slot goes.
    for number: UInt32 in [2, 5, 7] {
      let record = try #require(try writer.record(number, table))
      try writer.edit { try $0.remove(record) }
      try expectSound(writer)
    }
    #expect(writer.image.table(table.id)?.slotCount == 7)
    // An update of attributes keeps the number, and one of the secret takes a new number.
    var record = try #require(try writer.record(3, table))
    var values = try RecordValues(record)
    values[Relation.code("acct")] = .text("three")
    let isChanged = try writer.edit { try $0.updateAttributes(of: record, to: values) }
    #expect(isChanged)
    let isUnchanged = try writer.edit {
      try $0.updateAttributes(
        of: #require(try $0.keychain.image.record(0, in: table.id)),
        to: RecordValues(#require(try $0.keychain.image.record(0, in: table.id))))
    }
    #expect(!isUnchanged)
    record = try #require(try writer.record(4, table))
    let moved = try writer.edit {
      try $0.updateSecret(
        of: record, to: SecretBytes(copying: [44]), RecordValues(record), PartitionList(["x:"]))
    }
    #expect(moved == 5)
    let reused = try writer.add(table, ["acct": .text("new")], secret: [99])
    #expect(reused == 4)
    try expectSound(writer)
    #expect(
      try contents(writer) == [
        0: entry("0", [0], 0), 1: entry("1", [1], 0), 3: entry("three", [3], 1),
        4: entry("new", [99], 0), 5: entry("4", [44], 0), 6: entry("6", [6], 0),
      ])
    let group = try Self.other.dump(writer.bytes, [0x11])["tables"].list[0]["records"].list
    #expect(group.count == 6, "each item has one key")
  }

  @Test("many items, of which a part is deleted in one transaction")
  func many() throws {
    var writer = try OwnWriter(.partitioned)
    let table = Relation.internetPasswords
    try writer.edit { editor in
      for item in 0..<150 {
        var values = RecordValues(table)
        values[Relation.code("srvr")] = .text("host \(item % 7)")
        values[Relation.code("acct")] = .text("\(item)")
        values[Relation.code("port")] = .number(UInt32(item % 3))
        _ = try editor.addPassword(
          values, secret: SecretBytes(copying: [UInt8(item)]), .standard([0x78], trusting: []),
          PartitionList([]))
      }
    }
    try expectSound(writer)
    try writer.edit { editor in
      for item in 0..<150 where item % 3 != 0 || item > 120 {
        try editor.remove(#require(try editor.keychain.image.record(UInt32(item), in: table.id)))
      }
    }
    #expect(writer.image.table(table.id)?.slotCount == 121)
    #expect(writer.image.commit == 3)
    try expectSound(writer)
    try writer.edit { editor in
      for item in 0..<150 where item % 3 == 0 && item <= 120 {
        try editor.remove(#require(try editor.keychain.image.record(UInt32(item), in: table.id)))
      }
    }
    try expectSound(writer)
    #expect(writer.image.table(table.id)?.slotCount == 1)
  }

  @Test("extended attributes go with their item")
  func extendedAttributes() throws {
    var writer = try OwnWriter(.plain)
    let item = try writer.add(.genericPasswords, ["acct": .text("a")], secret: [1])
    let other = try writer.add(.genericPasswords, ["acct": .text("b")], secret: [2])
    for (number, name) in [(item, "one"), (item, "two"), (other, "one")] {
      let owner = try RecordValues(#require(try writer.record(number, .genericPasswords)))
      var values = RecordValues(.extendedAttributes)
      values[Relation.code("eart")] = .number(owner.relation.id)
      values[Relation.code("eaii")] = .bytes(owner.primaryKey)
      values[Relation.code("eaan")] = .text(name)
      values[Relation.code("mdat")] = .date(OwnWriter.now)
      values[Relation.code("eaav")] = .text("value")
      _ = try writer.edit { try $0.addCertificate([], values) }
    }
    try expectSound(writer)
    let record = try #require(try writer.record(item, .genericPasswords))
    try writer.edit { try $0.remove(record) }
    try expectSound(writer)
    var owners: [FileValue?] = []
    writer.image.forEach(in: Relation.extendedAttributes.id) { result in
      owners.append(try? result.get().value(of: Relation.code("eaii")))
    }
    let left = try RecordValues(#require(try writer.record(other, .genericPasswords)))
    #expect(owners == [.bytes(left.primaryKey)])
  }

  @Test("a new password, a new key and a new access list", arguments: OwnWriterTests.versions)
  func settings(_ version: BlobVersion) throws {
    var writer = try OwnWriter(version)
    let number = try writer.add(.genericPasswords, ["acct": .text("a")], secret: [1])
    var database = writer.keychain.database
    _ = try database.seal(
      writer.keychain.keys, password: SecretBytes(copying: Array("other".utf8)),
      salt: Array(1...20), vector: Array(1...8))
    try writer.edit { try $0.write(database) }
    #expect(try Self.other.fault(of: writer.bytes, password: "other") == nil)
    #expect(try Self.other.fault(of: writer.bytes) != nil)
    let record = try #require(try writer.record(number, .genericPasswords))
    var access = try #require(try writer.keychain.access(of: record))
    access.owner = .any
    try writer.edit { try $0.setAccess(access, of: record) }
    let dump = try Self.other.dump(writer.bytes, [record.relation.id], password: "other")
    let found = dump["tables"].list[0]["records"].list[0]
    #expect(found["acl"]["owner"] == ["type": "any"])
    #expect(found["secret"] == "01")
    #expect(try Self.other.fault(of: writer.bytes, password: "other") == nil)
  }
}
