// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import Testing

/// Values, records, numbers of records and the counter of transactions
/// (Specification/keychain-file-format.md, "Tables", "Records").
@Suite("records of keychain files") struct RecordTests {
  /// One attribute of each format.
  private static let allFormats = Relation(
    0x8000_0000, "all formats",
    (0..<8).map { number in
      Relation.Attribute(
        number, "a\(number)", ValueFormat(rawValue: number) ?? .blob, isNamed: number == 3)
    })

  private func image(
    _ records: [[[FileValue]]], _ relation: Relation = allFormats, commit: Int = 1
  ) throws -> KeychainImage {
    let empty = FileSurgery.file((0..<4).map(FileSurgery.emptyTable), commit: commit)
    var draft = FileDraft(try KeychainImage(decoding: empty))
    for values in records { _ = try draft.insert(into: relation, values, content: [7]) }
    return try KeychainImage(decoding: draft.encode())
  }

  static let values: [[[FileValue]]] = [
    [[], [], [], [], [], [], [], []],
    [
      [.text("text")], [.signed(-1)], [.number(.max)], [.bytes([1, 2, 3])],
      [.bytes(Array(0..<8))], [.bytes(Array(0..<16))], [.bytes([])], [.numbers([1, .max])],
    ],
    [
      [.text("")], [.signed(.min)], [.number(0)], [.bytes([])], [.bytes(Array(1..<9))],
      [.bytes(Array(1..<17))], [.bytes([1])], [.numbers([])],
    ],
    [
      [.text("a"), .text("bc")], [.signed(1), .signed(2), .signed(3)], [.number(1), .number(1)],
      [.bytes([]), .bytes([0, 0])], [], [], (0..<1024).map { .bytes([UInt8($0 & 0xFF)]) },
      [.numbers([1]), .numbers([])],
    ],
  ]

  @Test("values are read as they were written", arguments: values.indices)
  func roundTrip(_ place: Int) throws {
    let image = try image([Self.values[place]])
    #expect(image.relations[0x8000_0000] == Self.allFormats)
    let record = try #require(try image.record(0, in: 0x8000_0000))
    #expect(try RecordValues(record).all == Self.values[place])
    #expect(record.content == [7])
  }

  static let misfits: [(position: Int, FileValue)] = [
    (0, .number(1)), (1, .number(1)), (2, .signed(1)), (2, .text("a")), (3, .numbers([])),
    (4, .bytes([1, 2, 3])), (5, .bytes(Array(0..<15))), (5, .bytes(Array(0..<17))),
    (6, .number(1)), (7, .bytes([])),
  ]

  @Test("a value of another format is not written", arguments: misfits.indices)
  func misfit(_ place: Int) throws {
    let (position, value) = Self.misfits[place]
    var values = Self.values[0]
    values[position] = [value]
    let damage = FileDamage("the schema of a table does not fit its items", table: 0x8000_0000)
    #expect(throws: DraftFailure.damaged(damage)) { try image([values]) }
    #expect(throws: DraftFailure.damaged(damage)) { try image([Array(values.dropLast())]) }
    values[position] = []
    values[6] = (0..<1025).map { _ in .bytes([]) }
    #expect(throws: DraftFailure.damaged(damage)) { try image([values]) }
  }

  @Test("the schema of each known table is written and read")
  func schema() throws {
    let made = try OwnWriter(.plain)
    for relation in Relation.initial {
      #expect(made.image.relations[relation.id] == relation, "table \(relation.id)")
    }
    var writer = made
    _ = try writer.edit { try $0.addCertificate([], RecordValues(.certificates)) }
    #expect(writer.image.relations[Relation.certificates.id] == .certificates)
    let names = try #require(writer.image.table(0))
    #expect(names.slotCount == 12)
  }

  @Test("each transaction adds one to the counter, which is never 0")
  func commit() throws {
    for (before, after) in [(1, 2), (0, 1), (0x7FFF_FFFF, 0x8000_0000), (0xFFFF_FFFF, 1)] {
      let image = try image([Self.values[0]], commit: before)
      #expect(image.commit == UInt32(after))
      #expect(try image.record(0, in: 0x8000_0000)?.createVersion == UInt32(after))
    }
  }

  @Test("numbers of records, free slots and versions")
  func numbers() throws {
    let relation = Relation(0x8000_0000, "", [])
    var image = try image([[], [], [], [], []], relation)
    func edit(_ change: (inout FileDraft) throws -> Void) throws {
      var draft = FileDraft(image)
      try change(&draft)
      image = try KeychainImage(decoding: draft.encode())
    }
    func record(_ number: UInt32) throws -> FileRecord {
      try #require(try image.record(number, in: relation.id))
    }
    func numbers() -> [UInt32] {
      var numbers: [UInt32] = []
      image.forEach(in: relation.id) {
        if let record = try? $0.get() { numbers.append(record.number) }
      }
      return numbers
    }
    try edit {
      try $0.remove(record(1))
      try $0.remove(record(3))
    }
    #expect(numbers() == [0, 2, 4])
    // The list of free slots runs from the highest to the lowest.
    let start = try #require(FileSurgery.tableStarts(image.bytes).last)
    let atoms = (0..<12).map { FileSurgery.atom(image.bytes, start + 4 * $0) }
    #expect(atoms[5] == (28 + 4 * 3) | 1 && atoms[7 + 3] == (28 + 4) | 1 && atoms[7 + 1] == 0)
    var given: [UInt32] = []
    try edit { draft in
      for _ in 0..<3 { given.append(try draft.insert(into: relation, [], content: [])) }
    }
    #expect(given == [3, 1, 5] && numbers() == [0, 1, 2, 3, 4, 5])
    let version = try record(2).version
    try edit { try $0.replace(record(2), [], content: [1]) }
    try edit { try $0.replace(record(2), [], content: [2]) }
    #expect(try record(2).version == version + 2 && record(2).content == [2])
    #expect(try record(2).createVersion == record(0).createVersion)
    for number: UInt32 in [5, 4, 3] { try edit { try $0.remove(record(number)) } }
    #expect(image.table(relation.id)?.slotCount == 3)
    try edit { draft in for number: UInt32 in 0..<3 { try draft.remove(record(number)) } }
    #expect(image.table(relation.id)?.slotCount == 1 && numbers().isEmpty)
    #expect(KeychainCheck(image, schema: []).findings.filter { $0.table == relation.id }.isEmpty)
  }

  @Test("a changed record moves to the end of the records, and the others stay in order")
  func order() throws {
    let relation = Relation(0x8000_0000, "", [])
    let image = try image([[], [], [], []], relation)
    var draft = FileDraft(image)
    try draft.replace(#require(try image.record(1, in: relation.id)), [], content: [9])
    _ = try draft.insert(into: relation, [], content: [8])
    let bytes = try draft.encode()
    let start = try #require(FileSurgery.tableStarts(bytes).last)
    let offsets = (0..<5).map { FileSurgery.atom(bytes, start + 28 + 4 * $0) }
    #expect(offsets.indices.sorted { offsets[$0] < offsets[$1] } == [0, 2, 3, 1, 4])
  }
}
