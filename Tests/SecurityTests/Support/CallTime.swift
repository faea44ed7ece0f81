// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The processor time of this thread, which other work on the machine does not lengthen.
struct CallTime {
  /// What no file may ask for more than (issue 6: seconds).
  static let most = 2.0

  private let start = Self.now()

  var seconds: Double { Self.now() - start }

  private static func now() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Runs a call and says whether it took no longer.
  static func isShort<R>(_ call: () throws -> R) rethrows -> (result: R, isShort: Bool) {
    let time = CallTime()
    let result = try call()
    return (result, time.seconds < most)
  }
}
