// SPDX-License-Identifier: Apache-2.0
import KeychainStorage

/// Reads the parts of a store's files that are read without SQLite: a leaf page, the mark beside
/// the log, and the log.
enum FuzzFiles {
  private static let page = 512

  /// Looks at a page of a table as a repair does.
  ///
  /// A short input is filled up to a page with zeros.
  static func leaf(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    let number = UInt32(input.byte() & 1) + 1
    let content = Array(input.rest.prefix(page))
    let filled = [UInt8](repeating: 0, count: page - content.count)
    // The input is at the front of the page, where its lists are, or at the end, where its rows
    // are.
    _ = Salvage.testOnlyRows(inPage: content + filled, number: number)
    _ = Salvage.testOnlyRows(inPage: filled + content, number: number)
    follow(Array(input.rest))
  }

  /// Follows trees, chains and lists in a file of three small pages with right sums.
  ///
  /// The input gives the heads of the pages.
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

  /// Reads a mark from the bytes as given, and makes a mark with values from the bytes.
  static func mark(_ bytes: [UInt8]) {
    _ = LogMark(bytes, store: 7)
    _ = mark(made: bytes)
  }

  /// Reads a log, judged by a mark that the first bytes make.
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
