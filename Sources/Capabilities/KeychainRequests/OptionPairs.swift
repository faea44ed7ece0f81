// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

extension String {
  /// True if the text begins with a whole number that is not zero.
  ///
  /// Blanks and a sign may precede the number.
  var leadingNumberIsNotZero: Bool {
    var rest = utf8.drop { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest = rest.dropFirst()
    }
    return rest.prefix { (48...57).contains($0) }.contains { $0 != 48 }
  }
}
