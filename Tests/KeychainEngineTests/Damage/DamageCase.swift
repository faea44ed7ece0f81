// SPDX-License-Identifier: Apache-2.0

/// One damage to one file of a store.
struct DamageCase: Sendable, CustomStringConvertible {
  enum Act: Sendable {
    case flip(byte: Int, bit: UInt8)
    case zero(block: Int)
    case cut(to: Int)
    case remove
  }

  let file: String
  let act: Act

  /// Returns the bytes of the file after the damage, or nil if the file is removed.
  func applied(to bytes: [UInt8]) -> [UInt8]? {
    var bytes = bytes
    switch act {
    case .flip(let byte, let bit): bytes[byte] ^= bit
    case .zero(let block):
      for place in block * 512..<min(bytes.count, (block + 1) * 512) { bytes[place] = 0 }
    case .cut(let size): bytes = Array(bytes[..<size])
    case .remove: return nil
    }
    return bytes
  }

  var description: String {
    switch act {
    case .flip(let byte, let bit): "\(file): byte \(byte) ^ \(bit)"
    case .zero(let block): "\(file): block \(block) zeroed"
    case .cut(let size): "\(file): cut to \(size)"
    case .remove: "\(file): removed"
    }
  }

  /// Returns all cases: every byte flipped in turn, every block zeroed, and every file cut at every
  /// page and removed.
  ///
  /// The place of a byte determines which of its bits is flipped, so that a run can be repeated.
  static func all(of image: DamageImage) -> [DamageCase] {
    var cases: [DamageCase] = []
    for (name, bytes) in image.files.sorted(by: { $0.key < $1.key }) {
      cases += bytes.indices.map {
        DamageCase(file: name, act: .flip(byte: $0, bit: 1 << UInt8($0 * 5 % 8)))
      }
      cases += (0..<(bytes.count + 511) / 512).map { DamageCase(file: name, act: .zero(block: $0)) }
      let step = name == "store.db-wal" ? 536 : 512
      let start = name == "store.db-wal" ? 32 : 0
      cases += stride(from: start, to: bytes.count, by: step).map {
        DamageCase(file: name, act: .cut(to: $0))
      }
      if name == "store.db-wal" { cases.append(DamageCase(file: name, act: .cut(to: 0))) }
      cases.append(DamageCase(file: name, act: .remove))
    }
    return cases
  }
}
