// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

extension Instant {
  /// The time in UTC as names of files have it: 20261121T190501Z.
  package var stamp: String {
    let seconds = microseconds / 1_000_000
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let (year, month, dayOfMonth) = Self.date(day)
    let time = seconds - day * 86_400
    return Self.padded(year, 4) + Self.padded(month, 2) + Self.padded(dayOfMonth, 2) + "T"
      + Self.padded(time / 3600, 2) + Self.padded(time / 60 % 60, 2) + Self.padded(time % 60, 2)
      + "Z"
  }

  /// The date so many days after 2001-01-01, by the calendar of 400 years.
  private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    var year: Int64 = 2001
    var rest = day
    let cycle: Int64 = 146_097
    let cycles = rest >= 0 ? rest / cycle : (rest - cycle + 1) / cycle
    year += cycles * 400
    rest -= cycles * cycle
    while rest >= length(ofYear: year) {
      rest -= length(ofYear: year)
      year += 1
    }
    let february: Int64 = length(ofYear: year) == 366 ? 29 : 28
    var month: Int64 = 1
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
      if rest < length { break }
      rest -= length
      month += 1
    }
    return (year, month, rest + 1)
  }

  private static func length(ofYear year: Int64) -> Int64 {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
