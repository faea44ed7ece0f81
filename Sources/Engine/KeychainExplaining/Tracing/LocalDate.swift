// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

/// Dates for people: local time, to the minute (spec/diagnostics.md 7.1).
package enum LocalDate {
  /// The civil time of now.
  package static var now: Instant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let seconds = Int64(time.tv_sec) - CivilTime.secondsFrom1970
    return Instant(microseconds: seconds * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  /// Local time as `2024-03-01 09:12`.
  package static func minutes(_ instant: Instant) -> String {
    let time = local(instant)
    return "\(time.date) \(time.minutes)"
  }

  /// The local day as `2024-03-01`.
  package static func day(_ instant: Instant) -> String { local(instant).date }

  /// Universal time where the system has no local one for the moment.
  private static func local(_ instant: Instant) -> CivilTime {
    let whole = instant.microseconds / 1_000_000 - (instant.microseconds % 1_000_000 < 0 ? 1 : 0)
    var seconds = time_t(whole + CivilTime.secondsFrom1970)
    var parts = unsafe tm()
    let isKnown = unsafe localtime_r(&seconds, &parts) != nil
    let offset = unsafe isKnown ? Int64(parts.tm_gmtoff) : 0
    return CivilTime(instant.advanced(byMicroseconds: offset * 1_000_000))
  }
}
