// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What the file `store.db-mark` says of the write-ahead log beside it
/// (Documentation/Decisions/log-mark.md).
///
/// SQLite takes a log without a sound header for an empty one, and drops what follows a bad frame:
/// the mark tells whether something was there. It is never ahead of what is durable in the log.
package struct LogMark: Equatable, Sendable {
  package enum State: UInt32, Sendable {
    /// Whatever the log holds is in the database file too.
    case none = 0
    /// Frames of the log are needed.
    case inUse = 1
  }

  package var state: State
  /// Which log: the two numbers that SQLite draws for each.
  ///
  /// In `none` those of the log that was done with.
  package var salts: LogSalts
  /// So many frames from the first were committed and synced.
  package var frames: UInt32
  /// The salt of the store that the mark belongs to.
  package let store: UInt64

  package init(_ state: State, _ salts: LogSalts, frames: UInt32 = 0, store: UInt64) {
    self.state = state
    self.salts = salts
    self.frames = frames
    self.store = store
  }

  /// Bytes of the file.
  package static let size = 64
  private static let start = Array("LKEYMARK".utf8) + Canonical.littleEndian(UInt32(1))

  /// The file's bytes.
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

  /// Nil where the bytes are not those of a mark of this store.
  package init?(_ bytes: [UInt8], store: UInt64) {
    guard bytes.count == Self.size, let state = State(rawValue: Self.number(bytes, 12)) else {
      return nil
    }
    let mark = LogMark(
      state, LogSalts(first: Self.number(bytes, 16), second: Self.number(bytes, 20)),
      frames: Self.number(bytes, 24), store: store)
    // Start, zeros and sum are compared with what they would have been.
    guard mark.encoded == bytes else { return nil }
    self = mark
  }

  private static func sum(_ content: [UInt8], _ store: UInt64) -> PageSum {
    unsafe content.withUnsafeBytes { unsafe PageSum($0, seed: store) }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
      | UInt32(bytes[offset + 3]) << 24
  }
}

/// The two numbers that tell one log from the next; the first rises by one at each restart.
package struct LogSalts: Equatable, Sendable {
  package let first: UInt32
  package let second: UInt32

  package init(first: UInt32, second: UInt32) {
    self.first = first
    self.second = second
  }

  /// The salts in the header of a frame.
  @unsafe
  package init(frame bytes: UnsafeRawBufferPointer) {
    self.init(
      first: UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)),
      second: UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)))
  }

  /// Whether this log was begun after another one by restarts, of which there are never many
  /// between two looks: numbers further apart are those of two logs, drawn by chance.
  package func isNewer(than other: LogSalts) -> Bool {
    first != other.first && first &- other.first < 0x1_0000
  }
}
