// SPDX-License-Identifier: Apache-2.0

/// A look over a binary property list before it is given to the real parser.
///
/// In this format a container may be referred to from many places. Thirty arrays that each hold
/// the next one twice are 150 bytes and unfold to a thousand million values, and the parser does
/// unfold them. Writers do not share containers, so a shared one is refused.
enum BinaryPropertyList {
  private static let magic = [UInt8]("bplist00".utf8)
  private static let trailerLength = 32

  /// Whether the bytes have the form of a binary property list in which each container is
  /// referred to once at most, so that parsing takes time in proportion to the size.
  static func isBounded(_ bytes: [UInt8]) -> Bool {
    guard let table = ObjectTable(bytes) else { return false }
    var references = [UInt8](repeating: 0, count: table.count)
    for index in 0..<table.count {
      guard let children = table.children(of: index) else { return false }
      for child in children {
        guard child < table.count else { return false }
        if table.isContainer(child) {
          if references[child] > 0 || child == table.top { return false }
          references[child] = 1
        }
      }
    }
    return true
  }

  /// The trailer and offset table, checked against the length.
  private struct ObjectTable {
    let bytes: [UInt8]
    let count: Int
    let top: Int
    let referenceSize: Int
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
      offsets = (0..<count).map {
        Self.number(bytes, at: start + $0 * offsetSize, size: offsetSize)
      }
      guard offsets.allSatisfy({ $0 >= magic.count && $0 < start }) else { return nil }
    }

    func isContainer(_ index: Int) -> Bool {
      Self.width(of: bytes[offsets[index]]) > 0
    }

    /// What an object refers to: nothing for a plain value, nil when it leaves the file.
    func children(of index: Int) -> [Int]? {
      let marker = bytes[offsets[index]]
      let width = Self.width(of: marker)
      guard width > 0 else { return [] }
      var position = offsets[index] + 1
      var length = Int(marker & 0x0F)
      if length == 0x0F {
        guard position < bytes.count, bytes[position] & 0xF0 == 0x10 else { return nil }
        let size = 1 << Int(bytes[position] & 0x0F)
        guard size <= 8, position + 1 + size <= bytes.count else { return nil }
        length = Self.number(bytes, at: position + 1, size: size)
        position += 1 + size
      }
      guard length <= bytes.count, position + length * width * referenceSize <= bytes.count else {
        return nil
      }
      return (0..<length * width).map {
        Self.number(bytes, at: position + $0 * referenceSize, size: referenceSize)
      }
    }

    /// References per element: 2 in dictionaries, 1 in arrays and sets, 0 in plain values.
    private static func width(of marker: UInt8) -> Int {
      switch marker >> 4 {
      case 0xA, 0xB, 0xC: 1
      case 0xD: 2
      default: 0
      }
    }

    /// A big-endian number; one that is too large for the file is answered as the largest.
    private static func number(_ bytes: [UInt8], at position: Int, size: Int) -> Int {
      var value: UInt64 = 0
      for byte in bytes[position..<position + size] { value = value << 8 | UInt64(byte) }
      return Int(clamping: value)
    }
  }
}
