// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Reads the return keys (spec/secitem.md 3.3).
enum ReturnPairs {
  /// What a pair asks for: nothing when it is false.
  ///
  /// - Throws: -50 for an unknown key and for anything but a Boolean, a number 1 included.
  static func read(_ pair: Request.Pair) throws(KeychainError) -> Returns {
    guard let key = ReturnKey(rawValue: pair.key.name) else { throw .unknownKey }
    guard case .boolean(let flag) = pair.value else {
      throw .wrongKind("a return key has a value that is no Boolean")
    }
    guard flag else { return [] }
    return switch key {
    case .secret: .secret
    case .attributes: .attributes
    case .reference: .reference
    case .persistentReference: .persistentReference
    }
  }
}

extension String {
  /// Whether the whole number that the text begins with, behind blanks and a sign, is not zero.
  var leadingNumberIsNotZero: Bool {
    var rest = utf8.drop { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest = rest.dropFirst()
    }
    return rest.prefix { (48...57).contains($0) }.contains { $0 != 48 }
  }
}
