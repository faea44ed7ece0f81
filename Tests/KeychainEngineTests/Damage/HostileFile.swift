// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainStorage

/// A database file of an attacker who can compute the sums of pages.
struct HostileFile {
  private(set) var pages: [[UInt8]]
  private let salt: [UInt8]
  private let path: String

  /// Reads the file of a store that no process has open.
  init(_ path: String) throws {
    self.path = path
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pages = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
    salt = Array(pages[0][(size - 16)..<(size - 8)])
  }

  var pageSize: Int { pages[0].count }
  var usable: Int { pageSize - 16 }

  /// Writes bytes into a page.
  ///
  /// Pages are counted from 1.
  mutating func set(_ page: Int, _ place: Int, _ bytes: [UInt8]) {
    pages[page - 1].replaceSubrange(place..<place + bytes.count, with: bytes)
  }

  mutating func append(_ page: [UInt8] = []) -> Int {
    pages.append(page + [UInt8](repeating: 0, count: pageSize - page.count))
    return pages.count
  }

  /// Writes the file back to its place, with right sums on all pages.
  func write() throws {
    let salt = self.salt.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var bytes: [UInt8] = []
    for (index, page) in pages.enumerated() {
      bytes += page.prefix(usable)
      bytes += unsafe PageTail.bytes(of: page, number: UInt32(index + 1), salt: salt)
    }
    DamageFiles.write(bytes, to: path)
  }

  /// Appends a leaf of a table whose cells all promise `size` bytes and continue at one overflow
  /// page.
  mutating func appendLeaf(cells: Int, size: Int, overflow: Int) -> Int {
    let usable = self.usable
    let least = (usable - 12) * 32 / 255 - 23
    let most = usable - 35
    let inPage = { (size: Int) in
      let fitting = least + (size - least) % (usable - 4)
      return fitting <= most ? fitting : least
    }
    var size = size
    while inPage(size) >= least + 20 { size -= 1 }
    var cell: [UInt8] = []
    for group in [28, 21, 14, 7] { cell.append(UInt8(size >> group & 0x7F) | 0x80) }
    cell += [UInt8(size & 0x7F), 1]
    cell += [UInt8](repeating: 0, count: inPage(size))
    cell += Self.number(overflow)
    let place = usable - cell.count
    var page: [UInt8] = [0x0D, 0, 0] + Self.number(cells).suffix(2) + [0, 0, 0]
    for _ in 0..<cells { page += Self.number(place).suffix(2) }
    page += [UInt8](repeating: 0, count: place - page.count)
    page += cell
    return append(page)
  }

  /// Returns a number as four bytes, highest first.
  static func number(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
