// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The content of the file `store.db-mark`, which says how many frames of the write-ahead log are
/// needed (Documentation/Decisions/log-mark.md).
///
/// SQLite treats a log without a valid header as empty, and ignores everything after a damaged
/// frame. The mark shows whether needed frames were lost in this way. The mark never requires more
/// frames than are durable in the log.
package struct LogMark: Equatable, Sendable {
  package enum State: UInt32, Sendable {
    /// No frame of the log is needed, because the database file contains everything.
    case none = 0
    /// Frames of the log are needed, because the database file does not have their content.
    case inUse = 1
  }

  package var state: State
  /// The two numbers with which SQLite identifies each log.
  ///
  /// In the state `none`, they identify the log that is no longer needed.
  package var salts: LogSalts
  /// The number of frames, from the first frame of the log, that are committed and durable.
  package var frames: UInt32
  /// A number made from the identity of the store to which the mark belongs.
  ///
  /// The checksum of the mark starts from this number, so a mark of another store is invalid.
  package let store: UInt64

  package init(_ state: State, _ salts: LogSalts, frames: UInt32 = 0, store: UInt64) {
    self.state = state
    self.salts = salts
    self.frames = frames
    self.store = store
  }

  /// The size in bytes of the mark file `store.db-mark`.
  package static let size = 64
  private static let start = Array("LKEYMARK".utf8) + Canonical.littleEndian(UInt32(1))

  /// The bytes of the mark file `store.db-mark`.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size)
    bytes += Self.start
    bytes.append(littleEndian: state.rawValue)
    bytes.append(littleEndian: salts.first)
    bytes.append(littleEndian: salts.second)
    bytes.append(littleEndian: frames)
    bytes.append(littleEndian: UInt32(0))
    bytes.append(littleEndian: store)
    bytes.append(littleEndian: UInt64(0))
    let sum = Self.sum(bytes, store)
    bytes.append(littleEndian: sum.first)
    bytes.append(littleEndian: sum.second)
    return bytes
  }

  /// Decodes the content of a mark file (`store.db-mark`).
  ///
  /// Nil if the bytes are not a valid mark, or belong to another store.
  package init?(_ bytes: [UInt8], store: UInt64) {
    guard bytes.count == Self.size, let state = State(rawValue: Self.number(bytes, 12)) else {
      return nil
    }
    let mark = LogMark(
      state, LogSalts(first: Self.number(bytes, 16), second: Self.number(bytes, 20)),
      frames: Self.number(bytes, 24), store: store)
    // The comparison covers the start, the zeros and the sum.
    guard mark.encoded == bytes else { return nil }
    self = mark
  }

  private static func sum(_ content: [UInt8], _ store: UInt64) -> PageSum {
    unsafe content.withUnsafeBytes { unsafe PageSum($0, seed: store) }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    Canonical.number(bytes.span.extracting(offset..<offset + 4)) ?? 0
  }
}
