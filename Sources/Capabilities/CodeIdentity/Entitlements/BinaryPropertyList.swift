// SPDX-License-Identifier: Apache-2.0

/// Checks a binary property list before Foundation's parser reads it.
///
/// In this format, several references may lead to one container, and the parser decodes that
/// container once for each reference. For example, in a chain of thirty arrays, each array can
/// contain the next array twice. The file has 150 bytes, but the result has a thousand million
/// values. Programs that write property lists do not share containers, so a shared container is
/// refused.
///
/// The parser also reads a text of 16-bit units without checking where the text ends. A length
/// beyond the file stops the program (found by fuzzing). So every object must lie before the table
/// of object offsets.
enum BinaryPropertyList {
  private static let magic = [UInt8]("bplist00".utf8)
  private static let trailerLength = 32

  /// True if the bytes are a binary property list that Foundation's parser can read safely.
  ///
  /// Each object must end before the table of object offsets. At most one reference may lead to a
  /// container, so that parsing takes time in proportion to the size. At most `limit` containers
  /// may be nested, because the parser calls itself once for each level.
  static func isBounded(_ bytes: [UInt8], depth limit: Int) -> Bool {
    guard let table = ObjectTable(bytes) else { return false }
    var references = [UInt8](repeating: 0, count: table.count)
    var total = 0
    for index in 0..<table.count {
      guard table.isWhole(index), let children = table.children(of: index) else { return false }
      // Objects may overlap, so a few bytes could hold many references.
      total += children.count
      guard total <= bytes.count else { return false }
      for child in children {
        guard child < table.count else { return false }
        if table.isContainer(child) {
          if references[child] > 0 || child == table.top { return false }
          references[child] = 1
        }
      }
    }
    return depth(of: table, upTo: limit) <= limit
  }

  /// Returns how many levels of containers are nested, or `limit` + 1 if there are more than
  /// `limit`.
  ///
  /// Each container has at most one parent and the outermost container has no parent, so each
  /// container is visited once.
  private static func depth(of table: ObjectTable, upTo limit: Int) -> Int {
    var level = table.isContainer(table.top) ? [table.top] : []
    var depth = 0
    while !level.isEmpty, depth <= limit {
      depth += 1
      level = level.flatMap { (table.children(of: $0) ?? []).filter { table.isContainer($0) } }
    }
    return depth
  }

  /// The objects of a binary property list, found by the table of their offsets.
  ///
  /// The offsets and sizes are checked against the file's length.
  private struct ObjectTable {
    let bytes: [UInt8]
    let count: Int
    let top: Int
    let referenceSize: Int
    /// The file offset at which the objects end and the table of their offsets begins.
    let end: Int
    let offsets: [Int]

    init?(_ bytes: [UInt8]) {
      guard bytes.starts(with: magic), bytes.count >= magic.count + trailerLength else {
        return nil
      }
      let trailer = bytes.count - trailerLength
      let offsetSize = Int(bytes[trailer + 6])
      referenceSize = Int(bytes[trailer + 7])
      count = Self.number(bytes, at: trailer + 8, size: 8)
      top = Self.number(bytes, at: trailer + 16, size: 8)
      let start = Self.number(bytes, at: trailer + 24, size: 8)
      guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
        count > 0, count <= bytes.count, top < count, start >= magic.count,
        start <= trailer, count * offsetSize <= trailer - start
      else { return nil }
      self.bytes = bytes
      end = start
      offsets = (0..<count).map {
        Self.number(bytes, at: start + $0 * offsetSize, size: offsetSize)
      }
      guard offsets.allSatisfy({ $0 >= magic.count && $0 < start }) else { return nil }
    }

    func isContainer(_ index: Int) -> Bool {
      Self.width(of: bytes[offsets[index]]) > 0
    }

    /// True if the whole object lies before the table of object offsets.
    func isWhole(_ index: Int) -> Bool {
      let marker = bytes[offsets[index]]
      let low = Int(marker & 0x0F)
      switch marker >> 4 {
      case 0x0: return true
      case 0x1, 0x2: return low <= 4 && 1 << low < end - offsets[index]
      case 0x3: return 8 < end - offsets[index]
      case 0x8: return low + 1 < end - offsets[index]
      default: return elements(of: index) != nil
      }
    }

    /// Returns the indexes of the objects that an array, set or dictionary contains.
    ///
    /// Empty for an object that is not a container. Nil if the object reaches into the table of
    /// object offsets, or if its length is malformed.
    func children(of index: Int) -> [Int]? {
      let width = Self.width(of: bytes[offsets[index]])
      guard width > 0 else { return [] }
      guard let (position, length) = elements(of: index) else { return nil }
      return (0..<length * width).map {
        Self.number(bytes, at: position + $0 * referenceSize, size: referenceSize)
      }
    }

    /// Returns the file offset of an object's first element, and the number of elements.
    ///
    /// Nil if the elements reach into the table of object offsets, or if the length is malformed.
    private func elements(of index: Int) -> (position: Int, length: Int)? {
      let marker = bytes[offsets[index]]
      var position = offsets[index] + 1
      var length = Int(marker & 0x0F)
      if length == 0x0F {
        guard position < end, bytes[position] & 0xF0 == 0x10 else { return nil }
        let size = 1 << Int(bytes[position] & 0x0F)
        guard size <= 8, position + 1 + size <= end else { return nil }
        length = Self.number(bytes, at: position + 1, size: size)
        position += 1 + size
      }
      let size = marker >> 4 == 0x6 ? 2 : max(1, Self.width(of: marker) * referenceSize)
      guard length <= end, position + length * size <= end else { return nil }
      return (position, length)
    }

    /// Returns how many references to objects one element has, by the first byte of the object.
    ///
    /// An element of a dictionary has two: key and value. An element of an array or set has one.
    /// Other objects have no references.
    private static func width(of marker: UInt8) -> Int {
      switch marker >> 4 {
      case 0xA, 0xB, 0xC: 1
      case 0xD: 2
      default: 0
      }
    }

    /// Reads a big-endian number of `size` bytes.
    ///
    /// A number too large for `Int` becomes `Int.max`.
    private static func number(_ bytes: [UInt8], at position: Int, size: Int) -> Int {
      var value: UInt64 = 0
      for byte in bytes[position..<position + size] { value = value << 8 | UInt64(byte) }
      return Int(clamping: value)
    }
  }
}
