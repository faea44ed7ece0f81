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
