// SPDX-License-Identifier: Apache-2.0

/// Rows in a leaf page of a table, read without the tree around it (SQLite's documented format).
package struct LeafCells {
  /// A row before its content was put together.
  package struct Cell {
    package let rowid: Int64
    package let size: Int
    /// What lies in the page itself.
    package let local: [UInt8]
    /// The first page of the rest; 0 when there is none.
    package let overflow: UInt32
  }

  private static let tableLeaf: UInt8 = 0x0D
  private let bytes: [UInt8]
  private let start: Int
  private let usable: Int

  package init(_ image: PageImages.Image, usable: Int) {
    bytes = image.bytes
    start = image.page == 1 ? 100 : 0
    self.usable = usable
  }

  /// The cells that the page lists; none when it is no leaf of a table.
  package var listed: [Cell] {
    guard bytes[start] == Self.tableLeaf else { return [] }
    let count = Self.number16(bytes, start + 3)
    let pointers = start + 8
    guard pointers + 2 * count <= usable else { return [] }
    return (0..<count).compactMap { cell(at: Self.number16(bytes, pointers + 2 * $0)) }
  }

  /// Whatever at any place looks like a row of so many columns, for pages whose lists are damaged.
  package func everywhere(columns: Set<Int>) -> [Cell] {
    (0..<usable).compactMap { place in
      guard let cell = cell(at: place), cell.size >= 16,
        let shape = RecordValue.shape(cell.local[...]), columns.contains(shape.columns),
        shape.size == cell.size
      else { return nil }
      return cell
    }
  }

  private func cell(at place: Int) -> Cell? {
    guard place >= start, place < usable else { return nil }
    var reader = VariableNumber.Reader(bytes[place..<usable])
    guard let size = reader.next(), let rowid = reader.next(), size >= 2, size < 1 << 31 else {
      return nil
    }
    let inPage = local(Int(size))
    let end = reader.place + inPage
    let isWhole = inPage == Int(size)
    guard end + (isWhole ? 0 : 4) <= usable else { return nil }
    let overflow = isWhole ? 0 : LogHeader.number(bytes, end)
    return Cell(
      rowid: Int64(bitPattern: rowid), size: Int(size), local: Array(bytes[reader.place..<end]),
      overflow: overflow)
  }

  /// How much of a row of a size stays in the page.
  private func local(_ size: Int) -> Int {
    let most = usable - 35
    guard size > most else { return size }
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (usable - 4)
    return fitting <= most ? fitting : least
  }

  package static func number16(_ bytes: [UInt8], _ offset: Int) -> Int {
    Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }
}
