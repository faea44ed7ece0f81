// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

/// Dates for people: local time, minutes (spec/diagnostics.md 7.1); and for programs: RFC 3339.
package enum LocalDate {
  /// Seconds from 1970 to 2001.
  private static let reference: Int64 = 978_307_200

  /// The civil time of now.
  package static var now: Instant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let seconds = Int64(time.tv_sec) - reference
    return Instant(microseconds: seconds * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  /// Local time as `2024-03-01 09:12`.
  package static func minutes(_ instant: Instant) -> String {
    let parts = unsafe broken(instant, isLocal: true)
    return unsafe "\(day(parts)) \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }

  /// The local day as `2024-03-01`.
  package static func day(_ instant: Instant) -> String {
    unsafe day(broken(instant, isLocal: true))
  }

  /// Universal time as `2024-03-04T13:02:11.482Z`.
  package static func coordinated(_ instant: Instant) -> String {
    let parts = unsafe broken(instant, isLocal: false)
    let rest = instant.microseconds - floored(instant) * 1_000_000
    let milliseconds = "\(1_000 + rest / 1_000)".dropFirst()
    return unsafe "\(day(parts))T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
      + ".\(milliseconds)Z"
  }

  private static func floored(_ instant: Instant) -> Int64 {
    let (quotient, rest) = instant.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest < 0 ? quotient - 1 : quotient
  }

  private static func broken(_ instant: Instant, isLocal: Bool) -> tm {
    var seconds = time_t(floored(instant) + reference)
    var parts = unsafe tm()
    _ =
      isLocal
      ? unsafe localtime_r(&seconds, &parts) : unsafe gmtime_r(&seconds, &parts)
    return unsafe parts
  }

  private static func day(_ parts: tm) -> String {
    unsafe "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
