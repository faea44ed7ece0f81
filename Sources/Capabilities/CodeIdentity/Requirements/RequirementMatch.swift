// SPDX-License-Identifier: Apache-2.0

/// The comparison that a requirement makes with a value, such as a field of a certificate.
///
/// The raw values of `TextComparison` and `MomentComparison` are the numbers of the comparisons in
/// compiled requirements.
package enum RequirementMatch: Hashable, Sendable {
  case exists
  case absent
  case text(TextComparison, [UInt8])
  /// The value is a date, which is compared with the date of the requirement.
  ///
  /// The date of the requirement is in seconds since 2001-01-01 UTC.
  case moment(MomentComparison, Int64)

  package enum TextComparison: UInt32, CaseIterable, Sendable {
    case equal = 1
    case contains
    case beginsWith
    case endsWith
    case less
    case greater
    case lessOrEqual
    case greaterOrEqual
  }

  package enum MomentComparison: UInt32, CaseIterable, Sendable {
    case equal = 9
    case less
    case greater
    case lessOrEqual
    case greaterOrEqual
  }

  static let existsNumber: UInt32 = 0
  static let absentNumber: UInt32 = 14

  /// True if at least one of the texts satisfies the comparison.
  ///
  /// An empty array means that there is no text: then only `absent` is satisfied. Never true for
  /// `moment`, because a text is not a date.
  func isSatisfied(byTexts values: [[UInt8]]) -> Bool {
    switch self {
    case .exists: !values.isEmpty
    case .absent: values.isEmpty
    case .text(let comparison, let text):
      values.contains { Self.isSatisfied(comparison, $0, text) }
    case .moment: false
    }
  }

  /// True if a date satisfies the comparison.
  ///
  /// The date is in seconds since 2001-01-01 UTC, and nil means that there is no date.
  func isSatisfied(byMoment seconds: Int64?) -> Bool {
    switch (self, seconds) {
    case (.exists, let seconds): seconds != nil
    case (.absent, let seconds): seconds == nil
    case (.moment(let comparison, let other), let seconds?):
      switch comparison {
      case .equal: seconds == other
      case .less: seconds < other
      case .greater: seconds > other
      case .lessOrEqual: seconds <= other
      case .greaterOrEqual: seconds >= other
      }
    case (.moment, nil), (.text, _): false
    }
  }

  private static func isSatisfied(
    _ comparison: TextComparison, _ value: [UInt8], _ text: [UInt8]
  ) -> Bool {
    switch comparison {
    case .equal: value == text
    case .contains: contains(value, text)
    case .beginsWith: value.starts(with: text)
    case .endsWith: value.reversed().starts(with: text.reversed())
    case .less: order(value, text) < 0
    case .greater: order(value, text) > 0
    case .lessOrEqual: order(value, text) <= 0
    case .greaterOrEqual: order(value, text) >= 0
    }
  }

  private static func contains(_ value: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= value.count else { return false }
    return (0...value.count - part.count).contains { value[$0...].starts(with: part) }
  }

  /// Compares two texts in which each run of digits counts as a number: `1.9` is before `1.10`.
  ///
  /// - Returns: a negative number if `left` comes first, 0 if the two texts are equal, and a
  ///   positive number if `right` comes first.
  private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var (first, second) = (left[...], right[...])
    while let byte = first.first, let other = second.first {
      if isDigit(byte), isDigit(other) {
        let (number, otherNumber) = (digits(&first), digits(&second))
        if number.count != otherNumber.count { return number.count - otherNumber.count }
        if number != otherNumber { return number.lexicographicallyPrecedes(otherNumber) ? -1 : 1 }
      } else {
        if byte != other { return Int(byte) - Int(other) }
        first.removeFirst()
        second.removeFirst()
      }
    }
    return first.count - second.count
  }

  /// Removes the digits at the front of a text, and returns them without leading zeros.
  private static func digits(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let run = text.prefix(while: isDigit)
    text = text.dropFirst(run.count)
    return run.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
