// SPDX-License-Identifier: Apache-2.0

/// The name of the table or index to which each page of the database belongs.
///
/// Pages that can be reached only through a damaged page have no name. Pages in the list of free
/// pages have the name "unused".
package struct PageOwners {
  package private(set) var names: [UInt32: String] = [:]
  /// The row numbers that each index lists in its undamaged pages, by the name of the index.
  package private(set) var rowids: [String: Set<Int64>] = [:]
  private let images: PageImages

  package init(_ images: PageImages) {
    self.images = images
    walk(1, "the list of tables")
    var roots: [(String, UInt32)] = []
    for (page, name) in names where name == "the list of tables" {
      roots += entries(page)
    }
    for (name, root) in roots { walk(root, name) }
    for page in FreePages(images).numbers where names[page] == nil { names[page] = "unused" }
  }

  /// Records the name of a table or index for every page of its search tree, from the root page
  /// down.
  ///
  /// Pages below a damaged page are not found. A page belongs to the first tree that leads to it,
  /// so no page is visited twice.
  private mutating func walk(_ root: UInt32, _ name: String) {
    var open = [root]
    while let page = open.popLast() {
      guard page != 0, names[page] == nil else { continue }
      names[page] = name
      guard let image = images.image(page), image.isSound else { continue }
      let bytes = image.bytes
      let start = page == 1 ? 100 : 0
      let count = LeafCells.number16(bytes, start + 3)
      switch bytes[start] {
      case 0x0D:
        for cell in LeafCells(image, usable: images.usable).listed { follow(cell.overflow, name) }
      case 0x02, 0x05:
        let pointers = start + 12
        guard pointers + 2 * count <= images.usable else { continue }
        open.append(LogHeader.number(bytes, start + 8))
        for place in 0..<count {
          let cell = LeafCells.number16(bytes, pointers + 2 * place)
          guard cell + 4 <= images.usable else { continue }
          open.append(LogHeader.number(bytes, cell))
          if bytes[start] == 0x02 { note(bytes, at: cell + 4, name) }
        }
      case 0x0A:
        guard start + 8 + 2 * count <= images.usable else { continue }
        for place in 0..<count {
          note(bytes, at: LeafCells.number16(bytes, start + 8 + 2 * place), name)
        }
      default: break
      }
    }
  }

  /// Records the row number to which an entry of the index `name` refers: the last column of the
  /// entry.
  ///
  /// The entry begins at the offset `place` of the page `bytes`.
  private mutating func note(_ bytes: [UInt8], at place: Int, _ name: String) {
    guard place < images.usable else { return }
    var reader = VariableNumber.Reader(bytes[place..<images.usable])
    guard let size = reader.next(), size < 1 << 16,
      reader.place + Int(size) <= images.usable,
      let values = RecordValue.columns(bytes[reader.place..<reader.place + Int(size)]),
      case .number(let rowid)? = values.last
    else { return }
    rowids[name, default: []].insert(rowid)
  }

  private mutating func follow(_ overflow: UInt32, _ name: String) {
    var page = overflow
    while page != 0, names[page] == nil {
      names[page] = name
      guard let image = images.image(page), image.isSound else { return }
      page = LogHeader.number(image.bytes, 0)
    }
  }

  /// Returns the names and root pages of the tables and indexes that are listed in one page.
  ///
  /// The page must be a leaf page of SQLite's list of tables.
  private func entries(_ page: UInt32) -> [(String, UInt32)] {
    guard let image = images.image(page), image.isSound else { return [] }
    var reader = OverflowReader(images)
    return LeafCells(image, usable: images.usable).listed.compactMap { cell in
      guard let content = reader.content(of: cell, { images.image($0) }),
        let values = RecordValue.columns(content[...]), values.count == 5,
        case .other(let name) = values[1], case .number(let root) = values[3],
        let root = UInt32(exactly: root)
      else { return nil }
      return (String(decoding: name, as: UTF8.self), root)
    }
  }
}
