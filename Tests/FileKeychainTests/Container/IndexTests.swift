// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import Testing

/// The order of indexes, and records that are equal (Specification/keychain-file-format.md, "Index
/// section").
@Suite("indexes of keychain files") struct IndexTests {
  private static func relation(_ format: ValueFormat, unique: Bool = false) -> Relation {
    Relation(
      0x8000_0000, "",
      [Relation.Attribute(10, "value", format), Relation.Attribute(20, "other", .number)],
      [Relation.Index(0, isUnique: true, unique ? [10] : [20]), Relation.Index(5, [10])])
  }

  private func image(_ relation: Relation, _ records: [[FileValue]]) throws -> KeychainImage {
    var draft = FileDraft(try KeychainImage(decoding: SmallKeychain.empty))
    for (place, values) in records.enumerated() {
      _ = try draft.insert(into: relation, [values, [.number(UInt32(place))]], content: [])
    }
    return try KeychainImage(decoding: draft.encode())
  }

  /// The findings of the strict check in the table; these files have no database record.
  private func findings(_ image: KeychainImage) -> [FileDamage] {
    KeychainCheck(image, schema: []).findings.filter { $0.table == 0x8000_0000 }
  }

  /// Returns the record numbers of the second index of the last table, read byte by byte.
  private func order(_ image: KeychainImage) throws -> [Int] {
    let bytes = image.bytes
    let table = try #require(FileSurgery.tableStarts(bytes).last)
    let section = table + FileSurgery.atom(bytes, table + 16)
    try #require(FileSurgery.atom(bytes, section + 4) == 2)
    let index = table + FileSurgery.atom(bytes, section + 12)
    try #require(FileSurgery.atom(bytes, index + 4) == 5)
    let count = FileSurgery.atom(bytes, index + 20)
    return (0..<count).map { FileSurgery.atom(bytes, index + 24 + 4 * count + 4 * $0) }
  }

  static let orders: [(name: String, ValueFormat, [[FileValue]], [Int])] = [
    (
      "numbers by value", .number, [[.number(256)], [.number(1)], [.number(.max)], [.number(2)]],
      [1, 3, 0, 2]
    ),
    (
      "signed numbers by value", .signed,
      [[.signed(0)], [.signed(-1)], [.signed(.min)], [.signed(.max)]], [2, 1, 0, 3]
    ),
    (
      "blobs by bytes, the shorter first", .blob,
      [[.text("b")], [.text("ab")], [.text("a")], [.bytes([])], [.bytes([0xFF])], [.text("A")]],
      [3, 5, 2, 1, 0, 4]
    ),
    (
      "zero bytes count", .blob,
      [[.bytes([0x61, 0, 0x62])], [.bytes([0x61])], [.bytes([0x61, 0])]],
      [1, 2, 0]
    ),
    ("strings as blobs", .string, [[.text("é")], [.text("z")], [.text("Z")]], [2, 1, 0]),
    (
      "dates", .date,
      [
        [.bytes(Array("20240102030405Z\0".utf8))], [.bytes(Array("20010101000000Z\0".utf8))],
      ], [1, 0]
    ),
    (
      "equal keys in the order of insertion", .blob,
      [[.text("b")], [.text("a")], [.text("b")], [.text("a")]], [1, 3, 0, 2]
    ),
    (
      "records without the attribute are left out", .blob, [[.text("b")], [], [.text("a")]], [2, 0]
    ),
    (
      "several values give several keys", .blob,
      [[.text("m"), .text("a"), .text("z")], [.text("b")], [.text("a"), .text("b")]],
      [0, 2, 1, 2, 0, 0]
    ),
    (
      "several numbers", .numbers, [[.numbers([2])], [.numbers([1, 2])], [.numbers([1])]],
      [2, 1, 0]
    ),
  ]

  @Test("orders", arguments: orders.indices)
  func order(of place: Int) throws {
    let (name, format, records, expected) = Self.orders[place]
    let image = try image(Self.relation(format), records)
    #expect(try order(image) == expected, "\(name)")
    #expect(findings(image) == [])
  }

  @Test("equal keys keep the order of the file, and a changed record comes last")
  func stability() throws {
    let relation = Self.relation(.blob)
    var image = try image(relation, [[.text("k")], [.text("k")], [.text("k")], [.text("j")]])
    var draft = FileDraft(image)
    let record = try #require(try image.record(0, in: relation.id))
    try draft.replace(record, [[.text("k")], [.number(0)]], content: [])
    image = try KeychainImage(decoding: draft.encode())
    #expect(try order(image) == [3, 1, 2, 0])
    draft = FileDraft(image)
    _ = try draft.insert(into: relation, [[.text("k")], [.number(9)]], content: [])
    image = try KeychainImage(decoding: draft.encode())
    #expect(try order(image) == [3, 1, 2, 0, 4])
  }

  @Test("a table of many records has the order of a sort of all")
  func many() throws {
    let records = (0..<200).map { [FileValue.text("\($0 * 7919 % 101)")] }
    let whole = try image(Self.relation(.blob), records)
    var draft = FileDraft(whole)
    for number: UInt32 in stride(from: 0, to: 200, by: 3) {
      let record = try #require(try whole.record(number, in: 0x8000_0000))
      try draft.replace(
        record, [[.text("\(number % 10)")], [.number(number)]], content: [])
    }
    let changed = try KeychainImage(decoding: draft.encode())
    #expect(findings(changed) == [])
    let keys = try order(changed).map { number -> String in
      let record = try #require(try changed.record(UInt32(number), in: 0x8000_0000))
      return String(decoding: try record.value(of: 10)?.content ?? [], as: UTF8.self)
    }
    #expect(keys == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } && keys.count == 200)
  }

  @Test("two records may not be equal in the unique attributes")
  func duplicates() throws {
    let relation = Self.relation(.blob, unique: true)
    let image = try image(relation, [[.text("a")], [.text("b")], [.text("ab")]])
    let failure = DraftFailure.duplicate(table: relation.id)
    var draft = FileDraft(image)
    _ = try draft.insert(into: relation, [[.text("b")], []], content: [])
    #expect(throws: failure) { try draft.encode() }
    draft = FileDraft(image)
    let record = try #require(try image.record(0, in: relation.id))
    try draft.replace(record, [[.text("b")], []], content: [])
    #expect(throws: failure) { try draft.encode() }
    // A change of the other record in the same transaction makes room.
    try draft.replace(
      #require(try image.record(1, in: relation.id)), [[.text("c")], []], content: [])
    _ = try draft.encode()
    draft = FileDraft(image)
    try draft.remove(record)
    _ = try draft.insert(into: relation, [[.text("a")], []], content: [])
    _ = try draft.encode()
    draft = FileDraft(image)
    for _ in 0..<2 {
      _ = try draft.insert(into: relation, [[.text("x")], []], content: [])
    }
    #expect(throws: failure) { try draft.encode() }
  }
}
