// SPDX-License-Identifier: Apache-2.0

/// Puts together rows that continue from their leaf page on overflow pages.
///
/// Reading always ends, even if damaged pages lead in a circle, because the number of pages that a
/// reader visits is limited.
package struct OverflowReader {
  private let usable: Int
  private var left: Int

  /// Creates a reader for the rows of one leaf page.
  ///
  /// - Parameters:
  ///   - images: The pages of the store.
  ///   - ways: The number of attempts to read one row. Each attempt uses other copies of the row's
  ///     pages.
  package init(_ images: PageImages, ways: Int = 1) {
    usable = images.usable
    left = ways * (Int(images.filePages) + images.frameCount)
  }

  /// Returns the whole content of a row, and calls `page` to read its overflow pages.
  ///
  /// Nil if the overflow pages end too early or form a circle. Also nil if the store has too few
  /// pages for the size of the row.
  package mutating func content(
    of cell: LeafCells.Cell, _ page: (UInt32) -> PageImages.Image?
  ) -> [UInt8]? {
    guard cell.size - cell.local.count <= left * (usable - 4) else { return nil }
    var content = cell.local
    var next = cell.overflow
    var seen: Set<UInt32> = []
    while content.count < cell.size {
      guard next != 0, left > 0, seen.insert(next).inserted, let image = page(next) else {
        return nil
      }
      left -= 1
      let rest = min(cell.size - content.count, usable - 4)
      content += image.bytes[4..<4 + rest]
      next = LogHeader.number(image.bytes, 0)
    }
    return content
  }
}
