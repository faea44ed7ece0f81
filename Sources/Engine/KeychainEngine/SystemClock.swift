// SPDX-License-Identifier: Apache-2.0
internal import Glibc
import KeychainStorage
package import KeychainTypes
import UserFiles

/// The system's clocks: CLOCK_REALTIME, CLOCK_BOOTTIME, CLOCK_MONOTONIC and
/// CLOCK_THREAD_CPUTIME_ID.
package struct SystemClock: KeychainClock {
  /// The largest time that the clocks report, in seconds before or after a clock's zero: about
  /// 139,000 years.
  private static let furthest: Int64 = 1 << 42

  package init() {}

  package func now() -> Instant {
    let time = Self.read(CLOCK_REALTIME)
    return Instant(microseconds: time - CivilTime.secondsFrom1970 * 1_000_000)
  }

  package func sinceBoot() -> Int64 {
    Self.read(CLOCK_BOOTTIME)
  }

  package func ofThread() -> Int64 {
    Self.read(CLOCK_THREAD_CPUTIME_ID)
  }

  /// Returns the microseconds that the machine has slept: the difference of two clocks.
  ///
  /// CLOCK_MONOTONIC stands still while the machine sleeps, and CLOCK_BOOTTIME goes on.
  package func slept() -> Int64 {
    // The process can be interrupted for a second between two readings, which is no sleep. So the
    // readings that are nearest to each other count.
    var (gap, slept) = (Int64.max, Int64(0))
    for _ in 0..<8 where gap > Self.nearReadings {
      let before = Self.read(CLOCK_MONOTONIC)
      let boot = Self.read(CLOCK_BOOTTIME)
      let after = Self.read(CLOCK_MONOTONIC)
      if after - before < gap { (gap, slept) = (after - before, boot - after) }
    }
    return max(0, slept)
  }

  /// The greatest distance in time, in microseconds, of two clock readings that count as
  /// simultaneous.
  ///
  /// The difference of two clocks is right only if both clocks are read at almost one moment.
  private static let nearReadings: Int64 = 1_000  // microseconds

  package func boot() -> Identifier16 { Self.bootIdentifier }

  /// The random identifier of the current boot, or zero if the kernel does not provide it.
  private static let bootIdentifier: Identifier16 = {
    let text = KernelText.read("/proc/sys/kernel/random/boot_id").prefix(36)
    return Identifier16(uuidText: String(text)) ?? .zero
  }()

  /// Returns the time of a system clock in microseconds.
  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    // A clock may be set to any time. Times that do not fit are limited.
    let seconds = min(max(Int64(time.tv_sec), -furthest), furthest)
    return seconds * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
