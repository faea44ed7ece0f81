// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A moment of the monotonic clock, for limits of waiting.
struct MonotonicTime: Comparable {
  /// Since an arbitrary moment.
  let nanoseconds: Int64

  static var now: MonotonicTime {
    var time = Glibc.timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  func advanced(byNanoseconds count: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds + count)
  }

  func advanced(byMilliseconds count: Int) -> MonotonicTime {
    advanced(byNanoseconds: Int64(count) * 1_000_000)
  }

  /// Whole milliseconds from now until this moment; 0 when it has passed.
  var millisecondsLeft: Int {
    max(0, Int(nanoseconds - MonotonicTime.now.nanoseconds) / 1_000_000)
  }

  var timespec: timespec {
    Glibc.timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }

  static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
