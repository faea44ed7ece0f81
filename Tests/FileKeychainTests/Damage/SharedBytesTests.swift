// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Files whose records or values share bytes, so that reading them could cost much more memory than
/// the file has bytes (Specification/keychain-file-format.md, "Records").
@Suite("keychain files whose records share bytes") struct SharedBytesTests {
  /// A file with a table of its own, which has records of a content of zeros.
  private static func file(
    _ relation: Relation, records: Int, content: Int, _ values: [[FileValue]] = []
  ) throws -> [UInt8] {
    var draft = FileDraft(try KeychainImage(decoding: SmallKeychain.empty))
    for _ in 0..<records {
      _ = try draft.insert(
        into: relation, values, content: [UInt8](repeating: 0, count: content))
    }
    return try draft.encode()
  }

  /// The place of the last table in the file, and of its first record.
  private static func places(_ bytes: [UInt8]) throws -> (table: Int, record: Int) {
    let table = try #require(FileSurgery.tableStarts(bytes).last)
    return (table, table + FileSurgery.atom(bytes, table + 28))
  }

  @Test("a record that reaches into the next is refused, the next is read, and no write copies it")
  func overlap() throws {
    let relation = Relation(0x8000_0000, "", [])
    var bytes = try Self.file(relation, records: 3, content: 40)
    // The last record begins within the first, whose data look like a record.
    let (table, record) = try Self.places(bytes)
    FileSurgery.set(&bytes, table + 36, to: record - table + 24)
    FileSurgery.set(&bytes, record + 24, to: 24)
    FileSurgery.set(&bytes, record + 28, to: 2)
    let image = try KeychainImage(decoding: bytes)
    let damage = FileDamage("two records overlap", table: relation.id, record: 0)
    #expect(throws: damage) { try image.record(0, in: relation.id) }
    #expect(try image.record(1, in: relation.id)?.content.count == 40)
    #expect(try image.record(2, in: relation.id)?.content == [])
    var change = FileDraft(image)
    _ = try change.insert(into: relation, [], content: [])
    #expect(throws: DraftFailure.damaged(damage)) { try change.encode() }
    #expect(KeychainCheck(image, schema: []).findings.contains(damage))
  }

  @Test("a thousand records, each up to the end of the table, give no more bytes than the file has")
  func nested() throws {
    let relation = Relation(0x8000_0000, "", [])
    let (count, step) = (1000, 24)
    var bytes = try Self.file(relation, records: count, content: step)
    let (table, record) = try Self.places(bytes)
    let end = record + count * 2 * step
    for number in 0..<count {
      let start = record + number * step
      FileSurgery.set(&bytes, table + 28 + 4 * number, to: start - table)
      for (place, atom) in [end - start, number, 0, 0, end - start - step, 0].enumerated() {
        FileSurgery.set(&bytes, start + 4 * place, to: atom)
      }
    }
    let image = try KeychainImage(decoding: bytes)
    var (read, refused) = (0, 0)
    image.forEach(in: relation.id) { result in
      if let record = try? result.get() { read += record.content.count } else { refused += 1 }
    }
    #expect(read > 0 && read <= bytes.count)
    #expect(refused == count - 1)
  }

  @Test("values that share bytes are refused")
  func values() throws {
    let attributes = (0..<200).map { Relation.Attribute(UInt32($0), nil, .blob) }
    let relation = Relation(0x8000_0000, "", attributes)
    let value = FileValue.bytes([UInt8](repeating: 7, count: 10_000))
    var bytes = try Self.file(
      relation, records: 1, content: 0, [[value]] + Array(repeating: [], count: 199))
    let (_, record) = try Self.places(bytes)
    let sound = try #require(
      try KeychainImage(decoding: bytes).record(0, in: relation.id))
    #expect(try RecordValues(sound)[0] == value)
    let offset = FileSurgery.atom(bytes, record + 24)
    for place in 1..<200 { FileSurgery.set(&bytes, record + 24 + 4 * place, to: offset) }
    let shared = try #require(
      try KeychainImage(decoding: bytes).record(0, in: relation.id))
    #expect(
      throws: FileDamage(
        "the values of a record exceed its size", table: relation.id, record: 0)
    ) { try RecordValues(shared) }
  }

  @Test("a key for each combination of values has a limit")
  func keys() throws {
    let attributes = (0..<2).map { Relation.Attribute(UInt32($0), nil, .blob) }
    let relation = Relation(0x8000_0000, "", attributes, [Relation.Index(1, [0, 1])])
    let long = FileValue.bytes([UInt8](repeating: 7, count: 100_000))
    let many = (0..<1000).map { FileValue.bytes([UInt8($0 % 256)]) }
    for (values, isAccepted) in [([[long], [long]], true), ([[long], many], false)] {
      var draft = FileDraft(try KeychainImage(decoding: SmallKeychain.empty))
      _ = try draft.insert(into: relation, values, content: [])
      #expect(((try? draft.encode()) != nil) == isAccepted)
    }
  }

  @Test("an index that has an attribute twice is refused")
  func twice() throws {
    let attributes = [Relation.Attribute(0, nil, .blob)]
    for (index, isAccepted) in [([0], true), ([0, 0], false)] as [([UInt32], Bool)] {
      let relation = Relation(0x8000_0000, "", attributes, [Relation.Index(1, index)])
      let bytes = try Self.file(relation, records: 1, content: 0, [[.bytes([1])]])
      #expect(((try? KeychainImage(decoding: bytes)) != nil) == isAccepted)
    }
  }
}
