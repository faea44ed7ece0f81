// SPDX-License-Identifier: Apache-2.0

/// The pages of the tables, found by following the search trees of the tables even through pages
/// with wrong checksums.
///
/// The result is a guess: it alone does not prove that a page belongs to a table. Root pages are
/// taken from every leaf page that looks like SQLite's list of tables. So the tables are found even
/// if the first page of the file is missing.
package struct TablePages {
  package private(set) var numbers: Set<UInt32> = []
  private let images: PageImages

  package init(_ images: PageImages) {
    self.images = images
    for page in stride(from: UInt32(1), through: images.filePages, by: 1) {
      guard let image = images.image(page) else { continue }
      for cell in LeafCells(image, usable: images.usable).listed {
        if let root = Self.root(cell) { walk(root) }
      }
    }
  }

  /// Adds the pages of the search tree with the given root page, each page once.
  private mutating func walk(_ root: UInt32) {
    var open = [root]
    while let page = open.popLast() {
      guard page != 0, let image = images.image(page), numbers.insert(page).inserted else {
        continue
      }
      let bytes = image.bytes
      let start = page == 1 ? 100 : 0
      guard bytes[start] == 0x05 else { continue }
      let pointers = start + 12
      let count = LeafCells.number16(bytes, start + 3)
      guard pointers + 2 * count <= images.usable else { continue }
      open.append(LogHeader.number(bytes, start + 8))
      for place in 0..<count {
        let cell = LeafCells.number16(bytes, pointers + 2 * place)
        if cell + 4 <= images.usable { open.append(LogHeader.number(bytes, cell)) }
      }
    }
  }

  /// Returns the root page of the table that an entry in SQLite's list of tables describes.
  ///
  /// Nil if the cell is not the entry of a table.
  private static func root(_ cell: LeafCells.Cell) -> UInt32? {
    guard let shape = RecordValue.shape(cell.local[...]), shape.columns == 5,
      let values = RecordValue.leading(cell.local[...], count: 4), values.count == 4,
      values[0] == .other(Array("table".utf8)), case .number(let root) = values[3]
    else { return nil }
    return UInt32(exactly: root)
  }
}
