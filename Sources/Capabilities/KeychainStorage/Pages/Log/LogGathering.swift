// SPDX-License-Identifier: Apache-2.0

/// What SQLite has written to the log and the system has not been given yet.
///
/// SQLite writes head and page of every frame by themselves, some forty calls an add; here they
/// become one. Nobody reads a frame before the commit that it is part of. What an undone
/// transaction leaves here goes with its lock, as others then write in its place.
@safe
package final class LogGathering {
  /// No more than this is kept, so that a long transaction takes no memory; the largest page fits,
  /// and a commit of sixteen items.
  private static let limit = 128 * 1024
  /// The log never grows by more than this ahead of a commit.
  private static let growth: Int64 = 64 * 1024

  private let room: UnsafeMutableRawPointer
  /// Where in the log the bytes belong, and how many there are.
  ///
  /// Behind a pointer, since stored properties would cost a dynamic check at each access.
  private let filled: UnsafeMutablePointer<(offset: Int64, count: Int)>
  /// The log is known to be at least this long, unless somebody has cut it since.
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

  /// What has come together, to be written at `offset`; lent until the next call.
  @unsafe package var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: room, count: filled.pointee.count)
  }

  /// False where the bytes do not follow or do not fit: what is here has to be written first.
  package func take(_ more: UnsafeRawBufferPointer, at place: Int64) -> Bool {
    let (offset, count) = unsafe filled.pointee
    guard count == 0 || place == offset + Int64(count), count + more.count <= Self.limit,
      let start = more.baseAddress
    else { return false }
    unsafe (room + count).copyMemory(from: start, byteCount: more.count)
    unsafe filled.pointee = (count == 0 ? place : offset, count + more.count)
    return true
  }

  /// Zeros to be written behind a commit that was itself written at `offset`, so that the next ones
  /// find the log long enough; lent until the next call.
  ///
  /// As many bytes as the log had before, so that a short log stays one; none behind the first
  /// commits, which may be the last. What was gathered is gone.
  @unsafe package func zeros() -> UnsafeRawBufferPointer {
    let count = offset < 4096 ? 0 : Int(min(offset, Self.growth))
    drop()
    unsafe room.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    return unsafe UnsafeRawBufferPointer(start: room, count: count)
  }

  package func drop() { unsafe filled.pointee.count = 0 }
}
