// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import Testing

/// Tests that flipped bytes in database and log are named errors, and never silently lose rows.
@Suite struct PageDamageTests {
  let directory = TemporaryDirectory()

  @Test func everyFlippedPageIsFound() throws {
    let path = directory.file("a.db")
    try Table.create(at: path, rows: 120).checkpoint(truncating: true)
    let sound = Files.read(path)
    let pages = sound.count / 1024
    #expect(pages > 40)
    for page in 0..<pages {
      for place in [700, 1015] {
        var bytes = sound
        bytes[page * 1024 + place] ^= 0x10
        Files.write(bytes, to: path)
        #expect(Self.firstDamage(path) == .page(UInt32(page + 1)), "page \(page + 1) \(place)")
      }
    }
  }

  @Test func aPageInTheWrongPlaceIsFound() throws {
    let path = directory.file("b.db")
    try Table.create(at: path, rows: 120).checkpoint(truncating: true)
    var bytes = Files.read(path)
    bytes.replaceSubrange(10 * 1024..<11 * 1024, with: bytes[20 * 1024..<21 * 1024])
    Files.write(bytes, to: path)
    #expect(Self.firstDamage(path) == .page(11))
  }

  @Test("a page is never written without its sum") func unknownSize() throws {
    for isKnown in [true, false] {
      let path = directory.file("\(isKnown).db")
      var opening = Connection.Opening()
      opening.creates = true
      opening.salt = 7
      if isKnown { opening.pageSize = 1024 }
      let connection = try Connection(path, opening)
      try connection.reserveSumRoom()
      // A small cache: pages of the transaction go to the file before page 1 does.
      try connection.execute("PRAGMA page_size = 1024; PRAGMA cache_size = 10")
      let filling =
        "BEGIN; CREATE TABLE t(x); INSERT INTO t VALUES(zeroblob(100000));"
        + " INSERT INTO t VALUES(zeroblob(100000)); COMMIT"
      guard isKnown else {
        #expect(throws: StorageError.self) { try connection.execute(filling) }
        continue
      }
      try connection.execute(filling)
      let reader = try Connection(path)
      #expect(try reader.text("PRAGMA integrity_check") == "ok")
    }
  }

  @Test func aCutFileIsFound() throws {
    let path = directory.file("c.db")
    try Table.create(at: path, rows: 120).checkpoint(truncating: true)
    let bytes = Files.read(path)
    Files.write(Array(bytes[..<(bytes.count - 3 * 1024)]), to: path)
    #expect(Self.firstDamage(path) != nil)
  }

  @Test func aFlippedFrameIsFoundWhenRead() throws {
    let path = directory.file("d.db")
    let writer = try Table.create(at: path, rows: 0)
    try writer.checkpoint(truncating: true)
    for row in 0..<30 { try Table.insert(row, into: writer) }
    let sound = Files.log(of: path, pageSize: 1024)
    let frames = (sound.count - 32) / (1024 + 24)
    var found = 0
    for frame in 0..<frames {
      let reader = try Connection(path)
      _ = try reader.number("PRAGMA schema_version")
      Self.flip(path + "-wal", at: 32 + frame * (1024 + 24) + 24 + 500)
      if case .damaged(let damage)? = Self.failure(reader) {
        #expect(damage.place == .frame(UInt32(frame + 1)))
        found += 1
      }
      Self.flip(path + "-wal", at: 32 + frame * (1024 + 24) + 24 + 500)
      #expect(Self.failure(reader) == nil)
    }
    // Frames that a later commit replaced are no longer read.
    #expect(found >= 5)
    #expect(try writer.number("SELECT count(*) FROM item") == 30)
  }

  @Test func aDamagedFrameIsNotCheckpointed() throws {
    let path = directory.file("e.db")
    let writer = try Table.create(at: path, rows: 0)
    try writer.checkpoint(truncating: true)
    for row in 0..<10 { try Table.insert(row, into: writer) }
    let frames = (Files.log(of: path, pageSize: 1024).count - 32) / (1024 + 24)
    Self.flip(path + "-wal", at: 32 + (frames - 1) * (1024 + 24) + 24 + 100)
    #expect(throws: StorageError.self) { try writer.checkpoint(truncating: false) }
  }

  @Test func aStoreOfAnotherSizeOfPages() throws {
    for size in [512, 2048, 4096] {
      let path = directory.file("size\(size).db")
      let writer = try Table.create(at: path, rows: 50, pageSize: size)
      try writer.checkpoint(truncating: true)
      #expect(Files.read(path).count % size == 0)
      #expect(Files.read(path)[20] == 16)
      #expect(try Table.find(7, in: Connection(path))?.count == 300)
    }
  }

  /// Reads every row and returns the damage found, or nil if every row is there.
  static func firstDamage(_ path: String) -> Damage.Place? {
    do throws(StorageError) {
      let connection = try Connection(path)
      for row in 0..<120 {
        guard try Table.find(row, in: connection) != nil else { return nil }
      }
      _ = try connection.number("SELECT sum(length(content)) FROM item")
      return nil
    } catch {
      guard case .damaged(let damage) = error else { return nil }
      return damage.place
    }
  }

  private static func failure(_ connection: Connection) -> StorageError? {
    do throws(StorageError) {
      for row in 0..<30 { _ = try Table.find(row, in: connection) }
      return nil
    } catch { return error }
  }

  private static func flip(_ path: String, at place: Int) {
    Files.patch(path, at: place) { $0 ^ 0x10 }
  }
}
