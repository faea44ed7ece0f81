// SPDX-License-Identifier: Apache-2.0
import CLatchkeySQLite
import Glibc
import KeychainTypes

/// Makes the calls of a connection wait while another process holds a lock of the store.
///
/// This busy handler tries to get the lock at least every two milliseconds. SQLite's own busy
/// handler soon waits a tenth of a second between tries. Another process with queued writers leaves
/// the lock free for only microseconds between commits. With ten tries a second, a caller can miss
/// these moments until its time is up.
final class BusyWait {
  /// The maximum time that a call waits for a lock, in milliseconds.
  var limit = 0
  private var end = MonotonicTime.now

  /// Installs this handler on an SQLite connection.
  ///
  /// The `Connection` must keep this handler alive.
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

  /// Sleeps before the next try to get a lock, and returns true.
  ///
  /// Returns false if the call has waited for the maximum time.
  ///
  /// - Parameter count: The number of earlier tries in this call.
  private func goesOn(after count: Int32) -> Bool {
    let now = MonotonicTime.now
    if count == 0 { end = now.advanced(byMilliseconds: limit) }
    guard now < end else { return false }
    usleep(count < 5 ? 100 << UInt32(count) : 2_000)
    return true
  }
}
