// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainComposition
import KeychainExplaining
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
