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
