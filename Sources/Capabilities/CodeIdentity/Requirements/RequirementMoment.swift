// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Converts the dates of requirements between text and seconds since 2001-01-01 UTC.
///
/// An example of the text is `20190408000000Z`.
enum RequirementMoment {
  /// Returns the seconds from 2001-01-01 UTC to a date such as `20190408000000Z`.
  ///
  /// Negative for an earlier date. Nil if the text is not a date of the years 0 to 9999.
  static func seconds(of text: [UInt8]) -> Int64? {
    Instant(keychainForm: text).map { $0.microseconds / 1_000_000 }
  }

  /// Returns the text of a date, such as `20190408000000Z`, from its seconds since 2001-01-01 UTC.
  ///
  /// Nil if the year is not in the range 0 to 9999.
  static func text(of seconds: Int64) -> String? {
    let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return nil }
    let time = CivilTime(Instant(microseconds: microseconds))
    return (0...9_999).contains(time.year) ? time.keychainForm : nil
  }
}
