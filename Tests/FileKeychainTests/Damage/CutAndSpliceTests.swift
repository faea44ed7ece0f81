// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory
import Testing

/// Files that are cut, changed and spliced: reading them never stops the program, and a change of
/// them is refused or leaves a file that can be read.
@Suite("damaged keychain files") struct CutAndSpliceTests {
  private static let versions: [BlobVersion] = [.plain, .partitioned]

  /// Reads everything in a file, and tries one kind of change, or all.
  ///
  /// - Returns: true if the file can be read.
  @discardableResult
  private func use(_ bytes: [UInt8], _ keys: KeychainKeys, kind: Int? = nil) -> Bool {
    guard let image = try? KeychainImage(decoding: bytes) else { return false }
    // The right keys, even if the database blob is refused.
    let writer = (try? image.database()).map { UnlockedKeychain(image, $0, keys) }
    _ = WholeReading(image, writer)
    if kind == nil { _ = KeychainCheck(image, keys) }
    guard let writer else { return true }
    for written in WholeReading.changes(writer, kind: kind) {
      guard let next = try? KeychainImage(decoding: written) else {
        Issue.record("a change left a file that cannot be read")
        continue
      }
      #expect(next.commit == image.commit &+ 1 || next.commit == 1)
    }
    return true
  }

  @Test("every length", arguments: versions)
  func cuts(_ version: BlobVersion) throws {
    let file = try SmallKeychain(version, items: 1)
    for length in file.bytes.indices {
      let cut = Array(file.bytes[..<length])
      #expect(!use(cut, file.keys), "length \(length)")
      // The head says the right size, so that the tables must notice.
      if length >= 28 { #expect(!use(FileSurgery.resized(cut), file.keys), "length \(length)") }
    }
    #expect(use(file.bytes, file.keys))
    #expect(!use(file.bytes + [0, 0, 0, 0], file.keys))
  }

  @Test("every byte, each with a change of the file", arguments: versions)
  func flips(_ version: BlobVersion) throws {
    let file = try SmallKeychain(version, items: 2, changed: true)
    var bytes = file.bytes
    var readable = 0
    let mask: UInt8 = version == .plain ? 0x80 : 0xFF
    for place in bytes.indices {
      bytes[place] ^= mask
      if use(bytes, file.keys, kind: place % WholeReading.kinds) { readable += 1 }
      bytes[place] ^= mask
    }
    #expect(readable > 1000)
  }

  @Test("places all over a file of the whole schema", arguments: versions)
  func wholeSchema(_ version: BlobVersion) throws {
    var writer = try OwnWriter(version)
    for key in OwnKeys.all.prefix(5) {
      _ = try writer.edit {
        try $0.addKey(key, .standard(key.printName, trusting: []), PartitionList(["a:"]))
      }
    }
    try writer.add(.internetPasswords, ["srvr": .text("host")], secret: Array(0..<30))
    try writer.add(.genericPasswords, ["acct": .text("a")], secret: Array(0..<30))
    _ = try writer.edit { try $0.addCertificate([0x30, 0], RecordValues(.certificates)) }
    var bytes = writer.bytes
    let random = SteadyRandomness()
    for round in 0..<100 {
      let numbers = try random.bytes(count: 4)
      let place = numbers[..<3].reduce(0) { $0 << 8 | Int($1) } % bytes.count
      let mask = numbers[3] | 1
      bytes[place] ^= mask
      use(bytes, writer.keychain.keys, kind: round % WholeReading.kinds)
      bytes[place] ^= mask
    }
  }

  @Test("two files, joined at each pair of tables")
  func splices() throws {
    let files = try Self.versions.map { try SmallKeychain($0, items: 2, changed: $0 == .plain) }
    for (one, other) in [(files[0], files[1]), (files[1], files[0])] {
      for left in FileSurgery.boundaries(one.bytes) {
        for right in FileSurgery.boundaries(other.bytes) {
          let joined = Array(one.bytes[..<left] + other.bytes[right...])
          use(joined, one.keys)
          use(FileSurgery.resized(joined), one.keys)
        }
      }
    }
  }

  @Test("tables of two files in every mixture")
  func mixtures() throws {
    let one = try SmallKeychain(.plain, items: 2, changed: true)
    let other = try SmallKeychain(.partitioned, items: 1)
    let tables = zip(FileSurgery.tables(one.bytes), FileSurgery.tables(other.bytes)).map {
      [$0, $1]
    }
    #expect(tables.count == 7)
    var readable = 0
    for choice in 0..<(1 << tables.count) {
      let chosen = tables.enumerated().map { $1[choice >> $0 & 1] }
      let isReadable = use(FileSurgery.file(chosen), one.keys, kind: choice % WholeReading.kinds)
      readable += isReadable ? 1 : 0
    }
    // The two files have one schema, so that each mixture can be read.
    #expect(readable == 1 << tables.count)
  }

  @Test("a table twice, a table less, tables in another order")
  func lists() throws {
    let file = try SmallKeychain(.partitioned, items: 1)
    let tables = FileSurgery.tables(file.bytes)
    #expect(use(FileSurgery.file(tables), file.keys))
    for place in tables.indices {
      var changed = tables
      changed.insert(tables[place], at: place)
      #expect(!use(FileSurgery.file(changed), file.keys))
      changed = tables
      changed.remove(at: place)
      #expect(!use(FileSurgery.file(changed), file.keys))
      if place > 0 {
        changed = tables
        changed.swapAt(place, place - 1)
        #expect(!use(FileSurgery.file(changed), file.keys))
      }
    }
  }

  @Test("hostile sizes of schema and tables are refused at once")
  func hostileSchema() throws {
    // One table with more attributes, and one with more indexes, than the reader takes.
    for count in [256, 257] {
      let attributes = (0..<count).map { Relation.Attribute(UInt32($0), nil, .number) }
      let indexes = (0..<count).map { Relation.Index(UInt32($0), [0]) }
      for relation in [
        Relation(0x8000_0000, "", attributes), Relation(0x8000_0000, "", [attributes[0]], indexes),
      ] {
        var draft = FileDraft(try KeychainImage(decoding: SmallKeychain.empty))
        _ = try draft.insert(into: relation, RecordValues(relation).all, content: [])
        let bytes = try draft.encode()
        #expect(((try? KeychainImage(decoding: bytes)) != nil) == (count == 256))
      }
    }
    #expect(!use(FileSurgery.file((0..<300).map { FileSurgery.emptyTable($0) }), try keys()))
  }

  private func keys() throws -> KeychainKeys { try SmallKeychain(.plain, items: 0).keys }
}
