// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The two numbers that identify one write-ahead log of a store.
///
/// SQLite chooses them when it starts a new log, and the first number then rises by one.
package struct LogSalts: Equatable, Sendable {
  package let first: UInt32
  package let second: UInt32

  package init(first: UInt32, second: UInt32) {
    self.first = first
    self.second = second
  }

  /// Reads the salts from the header of a log frame.
  @unsafe
  package init(frame bytes: UnsafeRawBufferPointer) {
    self.init(
      first: UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)),
      second: UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)))
  }

  /// True if the log with these salts was started later than the log with the salts `other`.
  ///
  /// False if the first number is not greater, or if it is greater by 65,536 or more. SQLite
  /// starts few new logs between two checks, so a greater distance means two unrelated logs.
  package func isNewer(than other: LogSalts) -> Bool {
    first != other.first && first &- other.first < 0x1_0000
  }
}
