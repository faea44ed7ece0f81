// SPDX-License-Identifier: Apache-2.0

/// What SQLite has written to the log and the system has not been given yet.
///
/// SQLite writes head and page of every frame by themselves, some forty calls an add; here they
/// become one. Nobody reads a frame before the commit that it is part of. What an undone
/// transaction leaves here goes with its lock, as others then write in its place.
struct LogGathering {
  /// No more than this is kept, so that a long transaction takes no memory.
  private static let limit = 64 * 1024

  private(set) var offset: Int64 = 0
  private(set) var bytes: [UInt8] = []

  /// False where the bytes do not follow or do not fit: what is here has to be written first.
  mutating func take(_ more: UnsafeRawBufferPointer, at place: Int64) -> Bool {
    if bytes.isEmpty {
      offset = place
    } else if place != offset + Int64(bytes.count) || bytes.count + more.count > Self.limit {
      return false
    }
    unsafe more.withMemoryRebound(to: UInt8.self) { unsafe bytes.append(contentsOf: $0) }
    return true
  }

  mutating func drop() { bytes.removeAll(keepingCapacity: true) }
}
