// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

/// Dates as text, without a locale.
package enum CalendarText {
  /// The form of a keychain's dates: `20160408185106Z`, in UTC, cut to the second.
  package static func keychainForm(_ instant: Instant) -> String {
    let (day, second) = split(instant)
    let (year, month, dayOfMonth) = civil(day)
    return pad(year, 4) + pad(month, 2) + pad(dayOfMonth, 2) + pad(second / 3600, 2)
      + pad(second / 60 % 60, 2) + pad(second % 60, 2) + "Z"
  }

  /// The day alone: `20160408`, in UTC.
  package static func day(_ instant: Instant) -> String {
    let (year, month, dayOfMonth) = civil(split(instant).day)
    return pad(year, 4) + pad(month, 2) + pad(dayOfMonth, 2)
  }

  /// RFC 3339 in UTC, cut to the second: `2016-04-08T18:51:06Z`.
  package static func internetForm(_ instant: Instant) -> String {
    let (day, second) = split(instant)
    let (year, month, dayOfMonth) = civil(day)
    return "\(pad(year, 4))-\(pad(month, 2))-\(pad(dayOfMonth, 2))"
      + "T\(pad(second / 3600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2))Z"
  }

  /// Local time with minutes: `2024-03-02 18:40` (spec/diagnostics.md 7.1).
  package static func localMinutes(_ instant: Instant) -> String {
    let (day, second) = split(instant)
    var moment = time_t((day + daysFrom1970) * secondsPerDay + second)
    var parts = unsafe tm()
    let isKnown = unsafe localtime_r(&moment, &parts) != nil
    let offset = unsafe isKnown ? Int64(parts.tm_gmtoff) : 0
    let text = internetForm(instant.advanced(byMicroseconds: offset * 1_000_000))
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  private static let secondsPerDay = 86_400
  /// Days from 1970-01-01 to 2001-01-01.
  private static let daysFrom1970 = 11_323
  /// Days from 0000-03-01, where the computation starts, to 2001-01-01.
  private static let daysFromMarchZero = 730_791

  private static func split(_ instant: Instant) -> (day: Int, second: Int) {
    let perDay = Int64(secondsPerDay) * 1_000_000
    let (whole, rest) = instant.microseconds.quotientAndRemainder(dividingBy: perDay)
    let day = rest < 0 ? whole - 1 : whole
    let inDay = rest < 0 ? rest + perDay : rest
    return (Int(day), Int(inDay / 1_000_000))
  }

  /// The Gregorian date of a day counted from 2001-01-01: years begin in March, so that the day
  /// that comes and goes is the last one.
  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + daysFromMarchZero
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * ofYear + 2) / 153
    let dayOfMonth = ofYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth)
  }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension CalendarText {
  /// The moment of `YYYY-MM-DD` or `YYYY-MM-DD-hh:mm:ss`, in UTC; nil for another text and for a
  /// day or time that there is not.
  package static func moment(_ text: String) -> Instant? {
    let digits = text.utf8.map { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int32(byte) - 48 : -1
    }
    let isWhole = text.utf8.count == 19
    guard isWhole || text.utf8.count == 10 else { return nil }
    let shape = Array("0000-00-00-00:00:00".utf8).prefix(digits.count)
    let fits = zip(zip(text.utf8, digits), shape).allSatisfy { given, wanted in
      wanted == UInt8(ascii: "0") ? given.1 >= 0 : given.0 == wanted
    }
    guard fits else { return nil }
    func pair(_ place: Int) -> Int32 { digits[place] * 10 + digits[place + 1] }
    let day = [pair(0) * 100 + pair(2), pair(5), pair(8)]
    let time = isWhole ? [pair(11), pair(14), pair(17)] : [0, 0, 0]
    guard time[0] < 24, time[1] < 60, time[2] < 60 else { return nil }
    var calendar = unsafe tm()
    unsafe calendar.tm_year = day[0] - 1900
    unsafe calendar.tm_mon = day[1] - 1
    unsafe calendar.tm_mday = day[2]
    unsafe (calendar.tm_hour, calendar.tm_min, calendar.tm_sec) = (time[0], time[1], time[2])
    let seconds = unsafe timegm(&calendar)
    // A day that there is not has become one of another month.
    guard unsafe calendar.tm_mon == day[1] - 1 else { return nil }
    return Instant(microseconds: (Int64(seconds) - referenceSeconds) * 1_000_000)
  }

  /// From 1970-01-01 to 2001-01-01.
  private static let referenceSeconds: Int64 = 978_307_200
}
