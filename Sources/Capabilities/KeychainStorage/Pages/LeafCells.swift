// SPDX-License-Identifier: Apache-2.0

/// Reads the rows in one leaf page of a table without the rest of the table, which may be damaged.
///
/// The layout of pages is SQLite's documented file format.
package struct LeafCells {
  /// A row as it is stored in its leaf page.
  ///
  /// A long row continues on overflow pages.
  package struct Cell {
    package let rowid: Int64
    package let size: Int
    /// The bytes of the row that are stored in the leaf page.
    package let local: [UInt8]
    /// The number of the first overflow page of the row, or 0 if the whole row is in the leaf page.
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

  /// The rows to which the page's list of cells refers.
  ///
  /// Empty if the page is not a leaf page of a table.
  package var listed: [Cell] {
    guard bytes[start] == Self.tableLeaf else { return [] }
    let count = Self.number16(bytes, start + 3)
    let pointers = start + 8
    guard pointers + 2 * count <= usable else { return [] }
    return (0..<count).compactMap { cell(at: Self.number16(bytes, pointers + 2 * $0)) }
  }

  /// Finds rows at any position of the page: all bytes that look like a row with one of the given
  /// numbers of columns.
  ///
  /// This search is for pages whose list of cells is damaged.
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

  /// Returns the number of bytes that the leaf page stores of a row with `size` bytes.
  ///
  /// The other bytes of the row are on overflow pages.
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
