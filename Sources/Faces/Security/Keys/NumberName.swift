// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Numbers that callers give as a number or as its decimal digits, as types and classes are named.
enum NumberName {
  /// nil for what is neither: other objects, truth values among them, and digits with a sign, a
  /// space or a zero in front.
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

  /// - Throws: -50 for what is neither.
  static func required(_ value: AnyObject?) throws(KeychainError) -> Int64 {
    guard let number = number(value) else {
      throw .parameter("the type or the class of a key is missing or no number")
    }
    return number
  }
}
