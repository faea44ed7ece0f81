// SPDX-License-Identifier: Apache-2.0

/// A moment in whole microseconds since 2001-01-01T00:00:00Z (Specification/sync.md, "Seams", S3).
package struct Instant: Hashable, Comparable, Sendable {
  package let microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Makes a moment from seconds since 2001-01-01, rounded to the nearest microsecond.
  ///
  /// Nil if the number of seconds is not finite or is beyond 140,000 years, where a `Double` of
  /// seconds is too coarse for a date.
  package init?(secondsSinceReference seconds: Double) {
    guard seconds.isFinite, abs(seconds) < 4.4e12 else { return nil }
    microseconds = Int64((seconds * 1_000_000).rounded())
  }

  package var secondsSinceReference: Double { Double(microseconds) / 1_000_000 }

  /// The moment 2001-01-01T00:00:00Z, from which an `Instant` counts its microseconds.
  package static let reference = Instant(microseconds: 0)

  /// The number of whole days since 2001-01-01 UTC, rounded towards the past.
  package var day: Int64 {
    // Round towards the past, also for moments before 2001.
    let (days, rest) = microseconds.quotientAndRemainder(dividingBy: 86_400_000_000)
    return rest < 0 ? days - 1 : days
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Returns the moment that is `count` microseconds later, or earlier if `count` is negative.
  ///
  /// If the result is out of range, the earliest or the latest possible moment is returned.
  package func advanced(byMicroseconds count: Int64) -> Instant {
    let (sum, overflow) = microseconds.addingReportingOverflow(count)
    return Instant(microseconds: overflow ? (count < 0 ? .min : .max) : sum)
  }
}
