// SPDX-License-Identifier: Apache-2.0
import KeychainPages

extension Salvage {
  /// How many rows of any table one page gives by itself, listed or found anywhere; for fuzzing of
  /// the parsers of pages, cells and records.
  package static func testOnlyRows(inPage bytes: [UInt8], number: UInt32) -> Int {
    guard bytes.count >= 512 else { return 0 }
    let image = PageImages.Image(page: number, frame: nil, bytes: bytes, isSound: false)
    let leaf = LeafCells(image, usable: bytes.count - PageSum.size)
    let widths = Set(TableLayout.all.map { $0.columns.count + 1 } + [HistoryColumns.width])
    let cells = leaf.listed + leaf.everywhere(columns: widths)
    return cells.reduce(0) { $0 + interpretations($1.local, $1.rowid).count }
  }
}
