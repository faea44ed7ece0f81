// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Reads the numbers of key types and key classes, which callers write as a number object or as
/// decimal digits.
enum NumberName {
  /// Returns the number in a number object or in a string of decimal digits; nil if the value is
  /// not a number.
  ///
  /// A Boolean is not a number. Digits with a plus sign, a space or a zero in front are not a
  /// number either.
  static func number(_ value: AnyObject?) -> Int64? {
    switch value {
    case let text as NSString:
      guard text.length <= 20, let number = Int64(String(text)), String(number) == String(text)
      else { return nil }
      return number
    case let number as NSNumber where RequestValue.boolean(number) == nil:
      return number.int64Value
    default: return nil
    }
  }

  /// Returns the number in a required value: a number object or a string of decimal digits.
  ///
  /// - Throws: -50 if the value is missing or is not a number.
  static func required(_ value: AnyObject?) throws(KeychainError) -> Int64 {
    guard let number = number(value) else {
      throw .parameter("the type or class of a key is missing or not a number")
    }
    return number
  }
}
