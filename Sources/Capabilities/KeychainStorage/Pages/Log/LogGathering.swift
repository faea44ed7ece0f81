// SPDX-License-Identifier: Apache-2.0

/// Collects the bytes that SQLite writes to the write-ahead log, to write them with one system
/// call.
///
/// SQLite writes the header and the page of each frame separately, in about forty calls for an add.
/// No reader needs a frame before its commit, so the bytes can wait until the commit. If a
/// transaction is undone, its bytes are dropped when its write lock is released, because other
/// writers then write at the same offsets.
@safe
package final class LogGathering {
  /// The maximum number of bytes that are collected, so that a long transaction uses little memory.
  ///
  /// The limit is enough for the largest page and for a commit of sixteen items.
  private static let limit = 128 * 1024
  /// The maximum number of zero bytes by which a commit extends the log, to make later commits
  /// faster.
  private static let growth: Int64 = 64 * 1024

  private let room: UnsafeMutableRawPointer
  /// The offset in the log at which the collected bytes start, and the number of collected bytes.
  ///
  /// The two numbers are behind a pointer, because stored properties would cost a dynamic check of
  /// exclusive access each time.
  private let filled: UnsafeMutablePointer<(offset: Int64, count: Int)>
  /// The minimum length of the log in bytes, as known from earlier writes.
  ///
  /// The log is shorter only if another program has truncated it.
  private let known: UnsafeMutablePointer<Int64>

  package init() {
    unsafe room = .allocate(byteCount: Self.limit, alignment: 16)
    unsafe filled = .allocate(capacity: 1)
    unsafe filled.initialize(to: (0, 0))
    unsafe known = .allocate(capacity: 1)
    unsafe known.initialize(to: 0)
  }

  deinit {
    unsafe room.deallocate()
    unsafe filled.deallocate()
    unsafe known.deallocate()
  }

  package var length: Int64 {
    get { unsafe known.pointee }
    set { unsafe known.pointee = newValue }
  }

  package var isEmpty: Bool { unsafe filled.pointee.count == 0 }
  package var offset: Int64 { unsafe filled.pointee.offset }

  /// The collected bytes, which must be written to the log at `offset`.
  ///
  /// The pointer is valid until the next call of this object.
  @unsafe package var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: room, count: filled.pointee.count)
  }

  /// Adds bytes that belong at the offset `place` of the log.
  ///
  /// Returns false if the bytes do not continue the collected bytes, or if there is no room. The
  /// caller must then first write the collected bytes.
  package func take(_ more: UnsafeRawBufferPointer, at place: Int64) -> Bool {
    let (offset, count) = unsafe filled.pointee
    guard count == 0 || place == offset + Int64(count), count + more.count <= Self.limit,
      let start = more.baseAddress
    else { return false }
    unsafe (room + count).copyMemory(from: start, byteCount: more.count)
    unsafe filled.pointee = (count == 0 ? place : offset, count + more.count)
    return true
  }

  /// Drops the collected bytes, and returns zeros to append to the log after a commit.
  ///
  /// The zeros extend the log for the next commits. They are valid until the next call of this
  /// object. Their number is the length of the log before the commit, at most 64 KiB, so a short
  /// log stays short. The first commits of a log append no zeros, because they may be the last
  /// commits of that log.
  @unsafe package func zeros() -> UnsafeRawBufferPointer {
    let count = offset < 4096 ? 0 : Int(min(offset, Self.growth))
    drop()
    unsafe room.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    return unsafe UnsafeRawBufferPointer(start: room, count: count)
  }

  package func drop() { unsafe filled.pointee.count = 0 }
}
