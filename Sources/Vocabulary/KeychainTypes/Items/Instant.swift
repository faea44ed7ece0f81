// SPDX-License-Identifier: Apache-2.0

/// A moment: whole microseconds since 2001-01-01T00:00:00Z (spec/sync.md S3).
package struct Instant: Hashable, Comparable, Sendable {
  package let microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The nearest microsecond; nil when the number is not finite or beyond 140,000 years, where
  /// a `Double` of seconds no longer holds a date.
  package init?(secondsSinceReference seconds: Double) {
    guard seconds.isFinite, abs(seconds) < 4.4e12 else { return nil }
    microseconds = Int64((seconds * 1_000_000).rounded())
  }

  package var secondsSinceReference: Double { Double(microseconds) / 1_000_000 }

  /// 2001-01-01T00:00:00Z.
  package static let reference = Instant(microseconds: 0)

  /// Whole days since 2001-01-01 UTC.
  package var day: Int64 {
    // Towards the past, also before that day.
    let (days, rest) = microseconds.quotientAndRemainder(dividingBy: 86_400_000_000)
    return rest < 0 ? days - 1 : days
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The moment a number of microseconds later; stops at the largest moment.
  package func advanced(byMicroseconds count: Int64) -> Instant {
    let (sum, overflow) = microseconds.addingReportingOverflow(count)
    return Instant(microseconds: overflow ? (count < 0 ? .min : .max) : sum)
  }
}

extension Instant {
  /// Days from the first of March of the year 0 to the first of January 2001.
  private static let shift: Int64 = 730_791

  /// Universal time to the second, as RFC 3339 has it: `2024-03-04T13:02:11Z`.
  package var coordinated: String {
    let (days, rest) = Self.split(microseconds, by: 86_400_000_000)
    // Years that begin in March have their odd day last.
    let (era, dayOfEra) = Self.split(days + Self.shift, by: 146_097)
    let year =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let isLate = month >= 10
    let date = [year + era * 400 + (isLate ? 1 : 0), isLate ? month - 9 : month + 3, day]
    let seconds = rest / 1_000_000
    let time = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
    return date.map(Self.two).joined(separator: "-") + "T"
      + time.map(Self.two).joined(separator: ":") + "Z"
  }

  private static func split(_ value: Int64, by unit: Int64) -> (Int64, Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: unit)
    return rest < 0 ? (quotient - 1, rest + unit) : (quotient, rest)
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
