// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes

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
