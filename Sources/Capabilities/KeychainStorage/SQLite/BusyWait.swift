// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import KeychainTypes

/// How a connection waits for the writers of other processes.
///
/// It asks every two milliseconds at the least, where SQLite's own way comes to sleep a tenth of a
/// second: a process whose writers stand in line leaves the lock free for some microseconds between
/// two commits, which somebody who asks ten times a second can miss until his limit.
final class BusyWait {
  /// How long a call waits, in milliseconds.
  var limit = 0
  private var end = MonotonicTime.now

  /// Waits this way on a connection, whose object keeps this one.
  @unsafe
  func install(on handle: OpaquePointer) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context = unsafe context else { return 0 }
        let wait = unsafe Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue()
        return wait.goesOn(after: count) ? 1 : 0
      }, context)
  }

  /// Sleeps a little before the lock is asked for once more; false when the time is over.
  private func goesOn(after count: Int32) -> Bool {
    let now = MonotonicTime.now
    if count == 0 { end = now.advanced(byMilliseconds: limit) }
    guard now < end else { return false }
    usleep(count < 5 ? 100 << UInt32(count) : 2_000)
    return true
  }
}
