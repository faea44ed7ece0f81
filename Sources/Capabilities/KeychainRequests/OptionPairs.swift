// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Reads the return keys (`kSecReturn...`) of a request (Specification/secitem.md, "Match, return,
/// use and value keys").
package enum ReturnPairs {
  /// Returns the kind of result that one return key asks for.
  ///
  /// The result is empty if the value of the pair is false.
  ///
  /// - Throws: -50 if the key is unknown or its value is not a Boolean. The number 1 is not a
  ///   Boolean.
  package static func read(_ pair: Request.Pair) throws(KeychainError) -> Returns {
    guard let key = ReturnKey(rawValue: pair.key.name) else { throw .unknownKey }
    guard case .boolean(let flag) = pair.value else {
      throw .wrongKind("the value of a return key is not a Boolean")
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
