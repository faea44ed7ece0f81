// SPDX-License-Identifier: Apache-2.0
import KeychainStorage

/// What is read of a store's files without SQLite: a leaf page, the mark beside the log, the log.
enum FuzzFiles {
  private static let page = 512

  /// A page of a table that repair looks at, the last of its bytes where it is short.
  static func leaf(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    let number = UInt32(input.byte() & 1) + 1
    let content = Array(input.rest.prefix(page))
    let filled = [UInt8](repeating: 0, count: page - content.count)
    // From the front, where lists stand, or up to the end, where rows do.
    _ = Salvage.testOnlyRows(inPage: content + filled, number: number)
    _ = Salvage.testOnlyRows(inPage: filled + content, number: number)
    follow(Array(input.rest))
  }

  /// A file of three small pages with right sums, of which the bytes are the heads: trees, chains
  /// and lists are followed wherever they lead.
  private static func follow(_ bytes: [UInt8]) {
    let share = bytes.count / 3
    let pages = (0..<3).map { index in
      let start = index == 0 ? [UInt8](repeating: 0, count: 16) + [2, 0] : []
      let content = start + bytes[(index * share)..<((index + 1) * share)]
      let whole = content.prefix(page - PageSum.size)
      return whole + [UInt8](repeating: 0, count: page - PageSum.size - whole.count)
    }
    let file = SummedFile(pages.map(Array.init), salt: 7)
    let images = PageImages(file, log: { _, _ in nil }, mark: nil, salt: 7)
    _ = PageOwners(images)
    _ = TablePages(images)
  }

  /// Pages in memory, each with its sum.
  private final class SummedFile: PageSource {
    private let bytes: [UInt8]

    init(_ pages: [[UInt8]], salt: UInt64) {
      bytes = pages.enumerated().flatMap { index, content in
        let sum = [UInt8](repeating: 0, count: PageSum.size)
        return unsafe content
          + PageTail.bytes(of: content + sum, number: UInt32(index + 1), salt: salt)
      }
    }

    var size: Int { bytes.count }

    func read(_ offset: Int, _ count: Int) -> [UInt8]? {
      guard offset >= 0, count >= 0, offset + count <= bytes.count else { return nil }
      return Array(bytes[offset..<offset + count])
    }
  }

  /// A mark as it comes, and one that says whatever the bytes say.
  static func mark(_ bytes: [UInt8]) {
    _ = LogMark(bytes, store: 7)
    _ = mark(made: bytes)
  }

  /// A log, judged by a mark that the first bytes make.
  static func log(_ bytes: [UInt8]) {
    let content = Array(bytes.dropFirst(16))
    let mark = bytes.first.map { $0 & 3 } == 0 ? nil : mark(made: bytes)
    let scan = LogScan(mark: mark) { offset, count in
      guard offset >= 0, count >= 0, offset + count <= content.count else { return nil }
      return Array(content[offset..<offset + count])
    }
    _ = scan.finding()
  }

  private static func mark(made bytes: [UInt8]) -> LogMark {
    var input = FuzzBytes(bytes)
    let state: LogMark.State = input.byte() & 4 == 0 ? .inUse : .none
    let frames = UInt32(input.byte())
    let salts = input.number()
    let made = LogMark(
      state,
      LogSalts(
        first: UInt32(truncatingIfNeeded: salts), second: UInt32(truncatingIfNeeded: salts >> 32)),
      frames: frames, store: 7)
    precondition(LogMark(made.encoded, store: 7) == made, "a mark that was written is read")
    return made
  }
}
