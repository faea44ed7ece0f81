// SPDX-License-Identifier: Apache-2.0

/// The header of a write-ahead log: its first 32 bytes, in SQLite's documented format.
package struct LogHeader {
  package let pageSize: Int
  package let salts: LogSalts
  /// True if the checksums of the log are computed over big-endian numbers (highest byte first).
  package let isBigEndian: Bool

  /// Decodes the header of a log.
  ///
  /// Nil if the bytes are not the header of a log, or if their checksum is wrong. SQLite treats a
  /// log with an invalid header as empty.
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

  /// The size of a frame in bytes, which is also the distance from one frame to the next.
  package var step: Int { LogFrame.header + pageSize }

  /// Returns the offset in the log at which a frame begins.
  ///
  /// The first frame has the number 1.
  package func offset(of frame: UInt32) -> Int { LogFrame.logHeader + (Int(frame) - 1) * step }

  /// Returns the salts (numbers that identify a log) from the header of a frame.
  package static func salts(ofFrame frame: [UInt8]) -> LogSalts {
    LogSalts(first: number(frame, 8), second: number(frame, 12))
  }

  /// Returns the four bytes at an offset as a number, highest byte first.
  package static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The sizes in bytes of the headers in SQLite's write-ahead log, from its documented file format.
package enum LogFrame {
  /// The size in bytes of the log header, which precedes the first frame.
  package static let logHeader = 32
  /// The size in bytes of a frame header, which precedes each page in the log.
  package static let header = 24
}
