// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The processor time of this thread, which other work on the machine does not lengthen.
struct WorkTime {
  private let start = Self.now()

  var seconds: Double { Self.now() - start }

  private static func now() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
