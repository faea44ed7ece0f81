// SPDX-License-Identifier: Apache-2.0

/// Puts rows together whose content goes on behind their page.
///
/// Comes to an end whatever the pages say: it reads no more of them than there are.
package struct OverflowReader {
  private let usable: Int
  private var left: Int

  /// A reader for the cells of one leaf, which share no pages.
  ///
  /// - Parameter ways: how often the same cell may be read.
  package init(_ images: PageImages, ways: Int = 1) {
    usable = images.usable
    left = ways * (Int(images.filePages) + images.frameCount)
  }

  /// The content of a row, the rest of it from the images that `page` gives; nil where they end
  /// before it does, lead in a circle, or cannot be as many as it promises.
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
