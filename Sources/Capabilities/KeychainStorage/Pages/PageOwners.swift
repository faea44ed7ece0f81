// SPDX-License-Identifier: Apache-2.0

/// Which table or index each page belongs to, as far as the trees can be walked.
package struct PageOwners {
  package private(set) var names: [UInt32: String] = [:]
  /// The rows that the leaves of an index name, by the index.
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

  /// Follows the pages of a tree; what is below a damaged page stays unknown.
  ///
  /// A page belongs to whoever names it first, so that no page is visited twice.
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

  /// Remembers the row that an entry of an index names in its last column.
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

  /// Names and roots in a leaf of the list of tables.
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
