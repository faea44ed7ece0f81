// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

/// Dates for people, in local time to the minute (Specification/diagnostics.md, "Text of
/// explanations").
package enum LocalDate {
  /// The present time of the system clock.
  package static var now: Instant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let seconds = Int64(time.tv_sec) - CivilTime.secondsFrom1970
    return Instant(microseconds: seconds * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  /// Returns a moment in local time to the minute, for example `2024-03-01 09:12`.
  package static func minutes(_ instant: Instant) -> String {
    let time = local(instant)
    return "\(time.date) \(time.minutes)"
  }

  /// Returns the day of a moment in local time, for example `2024-03-01`.
  package static func day(_ instant: Instant) -> String { local(instant).date }

  /// Returns a moment in local time, or in universal time if the system does not know the local
  /// time.
  private static func local(_ instant: Instant) -> CivilTime {
    let whole = instant.microseconds / 1_000_000 - (instant.microseconds % 1_000_000 < 0 ? 1 : 0)
    var seconds = time_t(whole + CivilTime.secondsFrom1970)
    var parts = unsafe tm()
    let isKnown = unsafe localtime_r(&seconds, &parts) != nil
    let offset = unsafe isKnown ? Int64(parts.tm_gmtoff) : 0
    return CivilTime(instant.advanced(byMicroseconds: offset * 1_000_000))
  }
}
