// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Makes a key from its external representation (Specification/seckey.md, "SecKeyCreateWithData").
///
/// The key is not stored. The function reads only the type, class and token of the attributes.
///
/// - Parameters:
///   - keyData: PKCS#1 for RSA; an RSA public key may also be in the X.509 form. X9.63 for the NIST
///     curves. 32 bytes for Ed25519 and X25519.
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`.
///   - error: receives a retained error if the function returns nil. errSecUnimplemented means a
///     symmetric key or an unknown token. errSecParam means any other invalid key, or that the
///     attributes name the secure element, which makes its keys itself.
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
      throw .parameter("the data is too long for a key")
    }
    let key = SecKey(
      try SoftwareKey(importing: SecretBytes(foreign: keyData), type: type, keyClass: half))
    UseNotes.current?.made(UseFact.Key(key))
    return key
  }
}

extension KeychainError {
  /// The error for importing key data into a token: a token accepts only keys that it has made
  /// itself.
  static func tokenTakesNoData(_ token: AnyObject) -> KeychainError {
    guard token as? NSString == kSecAttrTokenIDSecureEnclave else {
      return .noSuchToken
    }
    return .parameter("the secure element makes its keys itself and takes no data")
  }
}
