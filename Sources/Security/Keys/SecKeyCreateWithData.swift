// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainComposition
import KeychainExplanations
import KeychainTracing
import KeychainTypes
import SecureMemory

/// A key from its external representation (spec/seckey.md 4.2).
///
/// Nothing is stored, and nothing but type, class and token is read of the attributes.
///
/// - Parameters:
///   - keyData: PKCS#1 for RSA, of a public key also X.509's form; X9.63 for the NIST
///     curves; 32 bytes for Ed25519 and X25519.
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`.
///   - error: receives a retained error when the answer is nil: errSecParam for everything that is
///     no such key and for the secure element, which takes no data, errSecUnimplemented for
///     symmetric keys and for other tokens.
@discardableResult
public func SecKeyCreateWithData(
  _ keyData: CFData, _ attributes: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  unsafe answer(KeyCall(.createWithData, of: attributes), error) { () throws(KeychainError) in
    if let token = attributes.entry(kSecAttrTokenID) { throw .tokenTakesNoData(token) }
    let type = try NumberName.required(attributes.entry(kSecAttrKeyType))
    let half = try NumberName.required(attributes.entry(kSecAttrKeyClass))
    guard keyData.length <= SecretBytes.mostBytes else {
      throw .parameter("the data are more than any key has")
    }
    let key = SecKey(
      try SoftwareKey(importing: SecretBytes(foreign: keyData), type: type, keyClass: half))
    UseNotes.current?.made(UseFact.Key(key))
    return key
  }
}

extension KeychainError {
  /// Why data is not taken where a token is named: no token takes a key that was elsewhere.
  static func tokenTakesNoData(_ token: AnyObject) -> KeychainError {
    guard token as? NSString == kSecAttrTokenIDSecureEnclave else {
      return .noSuchToken
    }
    return .parameter("the secure element makes its keys itself and takes no data")
  }
}

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
