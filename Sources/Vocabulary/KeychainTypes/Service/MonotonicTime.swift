// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// A moment of the monotonic clock, for time limits and durations.
package struct MonotonicTime: Hashable, Comparable, Sendable {
  /// The nanoseconds since an arbitrary moment.
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static var now: MonotonicTime {
    var time = Glibc.timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  package func advanced(byNanoseconds count: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds + count)
  }

  package func advanced(byMilliseconds count: Int) -> MonotonicTime {
    advanced(byNanoseconds: Int64(count) * 1_000_000)
  }

  /// The whole milliseconds from now until this moment; 0 if the moment has passed.
  package var millisecondsLeft: Int {
    max(0, Int(nanoseconds - MonotonicTime.now.nanoseconds) / 1_000_000)
  }

  package var timespec: timespec {
    Glibc.timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
