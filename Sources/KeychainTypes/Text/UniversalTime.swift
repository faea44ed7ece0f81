// SPDX-License-Identifier: Apache-2.0

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
