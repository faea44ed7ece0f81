// SPDX-License-Identifier: Apache-2.0

/// The first 32 bytes of a write-ahead log, where they are sound (SQLite's documented format).
package struct LogHeader {
  package let pageSize: Int
  package let salts: LogSalts
  /// Whether sums are taken over words with the highest byte first.
  package let isBigEndian: Bool

  /// Nil when it is no log, or when its own sum is wrong, which SQLite takes for an empty log.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == LogFrame.logHeader else { return nil }
    let magic = Self.number(bytes, 0)
    guard magic & ~1 == 0x377F_0682 else { return nil }
    pageSize = Int(Self.number(bytes, 8))
    guard pageSize >= 512, pageSize <= 65_536, pageSize & (pageSize - 1) == 0 else {
      return nil
    }
    salts = LogSalts(first: Self.number(bytes, 16), second: Self.number(bytes, 20))
    isBigEndian = magic & 1 == 1
    var sum = LogSum(0, 0, isBigEndian: isBigEndian)
    unsafe bytes.withUnsafeBytes { unsafe sum.add(UnsafeRawBufferPointer(rebasing: $0[..<24])) }
    guard sum.first == Self.number(bytes, 24), sum.second == Self.number(bytes, 28) else {
      return nil
    }
  }

  /// Bytes from one frame to the next.
  package var step: Int { LogFrame.header + pageSize }

  /// Where a frame lies, counted from 1.
  package func offset(of frame: UInt32) -> Int { LogFrame.logHeader + (Int(frame) - 1) * step }

  /// The salts that a frame names.
  package static func salts(ofFrame frame: [UInt8]) -> LogSalts {
    LogSalts(first: number(frame, 8), second: number(frame, 12))
  }

  /// Four bytes, highest first.
  package static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// Sizes in SQLite's write-ahead log (its documented file format).
package enum LogFrame {
  /// The bytes before the first frame.
  package static let logHeader = 32
  /// The bytes before each page in the log.
  package static let header = 24
}
