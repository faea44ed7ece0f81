// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes
import SecureMemory
import Testing

/// Tests that the frames of failed commits behind the end of the log are neither damage nor
/// content.
@Suite struct UndoneCommitTests {
  let directory = TemporaryDirectory()
  private static let salt: UInt64 = 0x0807_0605_0403_0201
  private static let step = 536

  /// After two commits with failed syncs, the second shorter, a third is torn by a power failure.
  ///
  /// Any of its sectors may be lost.
  @Test func tornOverTwoOfThem() throws {
    let (store, end) = try filled(undoing: [50, 30])
    let copy = directory.file("copy.db")
    let log = Files.read(store.path + "-wal")
    let last = Files.log(of: store.path).count
    let sectors = stride(from: end / 512 * 512 + 512, to: last, by: 5 * 512)
    for (place, count) in [(end + 124, 1)] + sectors.flatMap({ [($0, 1), ($0, 512)] }) {
      var bytes = log
      for byte in place..<min(place + count, log.count) { bytes[byte] ^= 0x55 }
      for mark in [Files.read(store.path + "-mark"), []] {
        Files.write(Files.read(store.path), to: copy)
        Files.write(bytes, to: copy + "-wal")
        Files.write(mark, to: copy + "-mark")
        let rows = try ItemStore(copy).fetch(StorePlan(.genericPassword, contents: []))
        #expect([5, 35].contains(rows.count), "byte \(place), \(count)")
      }
    }
  }

  /// A successful commit covers only the beginning of a longer failed one.
  ///
  /// A repair must stop reading at the end of the successful commit.
  @Test func aRepairDoesNotReadThem() throws {
    let (store, _) = try filled(undoing: [50])
    try Rows.add(to: store, [Rows.row(number: 99, write: 0)])
    let mark = try #require(LogMark(Files.read(store.path + "-mark"), store: Self.salt))
    let log = Files.read(store.path + "-wal")
    #expect(Files.log(of: store.path).count > 32 + Int(mark.frames) * Self.step)
    for known in [mark, nil] {
      let images = PageImages(
        Bytes(Files.read(store.path)), log: Bytes(log).read, mark: known, salt: Self.salt)
      #expect(images.frameCount == Int(mark.frames) && images.damagedFrames.isEmpty)
    }
  }

  /// Makes a store with five commits, followed in the log by commits whose sync failed.
  ///
  /// Returns the store and the end of the five commits.
  private func filled(undoing counts: [Int]) throws -> (ItemStore, Int) {
    let isFailing = Lock(false)
    var options = StoreOptions()
    options.gate = { operation in
      guard operation.file == .log, case .sync = operation.act else { return nil }
      return isFailing.withLock { $0 } ? .refused(errno: EIO) : nil
    }
    let store = try Rows.store(in: directory, options: options)
    for number in 0..<5 { try Rows.add(to: store, [Rows.row(number: number, write: 0)]) }
    let end = Files.log(of: store.path).count
    isFailing.withLock { $0 = true }
    for count in counts {
      let rows = (10..<10 + count).map { Rows.row(number: $0, write: 0) }
      #expect(throws: StorageError.self) { try Rows.add(to: store, rows) }
    }
    isFailing.withLock { $0 = false }
    return (store, end)
  }

  private final class Bytes: PageSource {
    private let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    var size: Int { bytes.count }
    func read(_ offset: Int, _ count: Int) -> [UInt8]? {
      offset + count <= bytes.count ? Array(bytes[offset..<offset + count]) : nil
    }
  }
}
