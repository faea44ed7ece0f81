// SPDX-License-Identifier: Apache-2.0

/// A date and time in UTC by the Gregorian calendar, with the text formats in which Latchkey prints
/// it.
///
/// The calendar is extended to the years before its introduction.
package struct CivilTime: Hashable, Sendable {
  /// The seconds from 1970-01-01 to 2001-01-01, the moment at which an `Instant` is 0.
  package static let secondsFrom1970: Int64 = 978_307_200

  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int
  package let microsecond: Int

  package init(_ instant: Instant) {
    let (days, rest) = Self.split(instant.microseconds, by: 86_400_000_000)
    // Years are counted from March, so that the leap day is the last day of the year.
    let (era, ofEra) = Self.split(days + Self.daysFromMarch, by: 146_097)
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * ofYear + 2) / 153
    day = Int(ofYear - (153 * march + 2) / 5 + 1)
    month = Int(march < 10 ? march + 3 : march - 9)
    year = Int(yearOfEra + era * 400 + (march < 10 ? 0 : 1))
    microsecond = Int(rest % 1_000_000)
    let seconds = Int(rest / 1_000_000)
    (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
  }

  /// Makes a date and time; nil if the day or time does not exist, or if the year is not 0 to 9999.
  package init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) {
    guard (0...9_999).contains(year), (1...12).contains(month),
      (1...Self.lastDay(of: month, in: year)).contains(day), (0..<24).contains(hour),
      (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second, microsecond) = (hour, minute, second, 0)
  }

  package var instant: Instant {
    let march = month < 3 ? month + 9 : month - 3
    let (era, yearOfEra) = Self.split(Int64(month < 3 ? year - 1 : year), by: 400)
    let ofYear = Int64((153 * march + 2) / 5 + day - 1)
    let ofEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear
    let days = era * 146_097 + ofEra - Self.daysFromMarch
    let seconds = ((days * 24 + Int64(hour)) * 60 + Int64(minute)) * 60 + Int64(second)
    return Instant(microseconds: seconds * 1_000_000 + Int64(microsecond))
  }

  /// Returns the number of the last day of a month, for example 29; `month` is 1 to 12.
  package static func lastDay(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// The number of days from 1 March of the year 0 to 1 January 2001.
  private static let daysFromMarch: Int64 = 730_791

  private static func split(_ value: Int64, by unit: Int64) -> (Int64, Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: unit)
    return rest < 0 ? (quotient - 1, rest + unit) : (quotient, rest)
  }
}

extension CivilTime {
  /// The date as text: `2016-04-08`.
  package var date: String { "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))" }

  /// The hour and the minute as text: `18:51`.
  package var minutes: String { "\(Self.padded(hour)):\(Self.padded(minute))" }

  /// The date and time by RFC 3339, cut to the second: `2016-04-08T18:51:06Z`.
  package var internetForm: String { "\(date)T\(minutes):\(Self.padded(second))Z" }

  /// The date and time by RFC 3339, cut to the millisecond: `2016-04-08T18:51:06.482Z`.
  package var internetFormToMilliseconds: String {
    "\(date)T\(minutes):\(Self.padded(second)).\(Self.padded(microsecond / 1_000, 3))Z"
  }

  /// The date and time in names of files: `20160408T185106Z`.
  package var stamp: String { "\(compactDate)T\(compactTime)Z" }

  /// The date and time in the format of dates in keychain files: `20160408185106Z`.
  package var keychainForm: String { "\(compactDate)\(compactTime)Z" }

  /// The date as text without hyphens: `20160408`.
  package var compactDate: String { Self.padded(year, 4) + Self.padded(month) + Self.padded(day) }

  private var compactTime: String {
    Self.padded(hour) + Self.padded(minute) + Self.padded(second)
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Instant {
  /// Reads a date and time by RFC 3339, with `Z` or an offset: `2024-01-31T10:00:00+05:30`.
  ///
  /// Fractions of a second are not accepted. Nil for any other text, and for a day or time that
  /// does not exist.
  package init?(internetForm text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 || bytes.count == 25,
      let time = CivilTime(bytes[..<19], as: "0000-00-00T00:00:00")
    else { return nil }
    guard bytes.count == 25 else {
      guard bytes[19] == UInt8(ascii: "Z") else { return nil }
      self = time.instant
      return
    }
    let isAhead = bytes[19] == UInt8(ascii: "+")
    guard isAhead || bytes[19] == UInt8(ascii: "-"),
      let offset = CivilTime.numbers(bytes[20...], as: "00:00"), offset[0] < 24, offset[1] < 60
    else { return nil }
    let seconds = Int64(3_600 * offset[0] + 60 * offset[1])
    self = time.instant.advanced(byMicroseconds: (isAhead ? -seconds : seconds) * 1_000_000)
  }

  /// Reads a date in the format of keychain files and code requirements: `20160408185106Z`.
  ///
  /// The result is nil for any other text, and for a day or time that does not exist.
  package init?(keychainForm text: [UInt8]) {
    guard text.count == 15, text[14] == UInt8(ascii: "Z") else { return nil }
    let digits = text[..<14].map { Int($0) - Int(UInt8(ascii: "0")) }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    let time = CivilTime(
      year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10),
      minute: number(10..<12), second: number(12..<14))
    guard let time else { return nil }
    self = time.instant
  }

  /// Reads a date from an argument of the `security` command: `YYYY-MM-DD` or
  /// `YYYY-MM-DD-hh:mm:ss`.
  ///
  /// The result is nil for any other text, and for a day or time that does not exist.
  package init?(commandForm text: String) {
    let bytes = Array(text.utf8)
    let form: StaticString = bytes.count == 10 ? "0000-00-00" : "0000-00-00-00:00:00"
    guard let time = CivilTime(bytes[...], as: form) else { return nil }
    self = time.instant
  }
}

extension CivilTime {
  /// Reads a date from text that has the same form as a pattern; each zero of the pattern is any
  /// digit.
  ///
  /// The pattern has year, month and day, and may also have hour, minute and second. Nil if the
  /// text has another form, or if the day or time does not exist.
  fileprivate init?(_ bytes: ArraySlice<UInt8>, as form: StaticString) {
    guard let numbers = Self.numbers(bytes, as: form) else { return nil }
    let time = numbers.count == 6 ? numbers[3...] : [0, 0, 0]
    self.init(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: time[time.startIndex],
      minute: time[time.startIndex + 1], second: time[time.startIndex + 2])
  }

  /// Returns the numbers that the text has at the zeros of a pattern; nil if the text does not have
  /// the form of the pattern.
  fileprivate static func numbers(_ bytes: ArraySlice<UInt8>, as form: StaticString) -> [Int]? {
    let wanted = "\(form)".utf8
    guard bytes.count == wanted.count else { return nil }
    var numbers: [Int] = []
    var isInNumber = false
    for (byte, expected) in zip(bytes, wanted) {
      guard expected == UInt8(ascii: "0") else {
        guard byte == expected else { return nil }
        isInNumber = false
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      if !isInNumber { numbers.append(0) }
      isInNumber = true
      numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return numbers
  }
}
