// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// A name in the dictionary of parameters for a key exchange (Specification/seckey.md, "Modern
/// functions", "Key exchange").
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
  private let string: String

  /// Makes the parameter that a string names; unknown strings are accepted and have no effect.
  public init(rawValue: CFString) {
    string = String(rawValue)
  }

  private init(_ string: String) {
    self.string = string
  }

  /// The string that names the parameter.
  public var rawValue: CFString { NSString(string: string) }

  /// The name of the parameter that says how many bytes the key derivation must return.
  ///
  /// The value of the parameter is a number.
  public static let requestedSize = Self("requestedSize")
  /// The name of the parameter with additional input for the key derivation, which the two parties
  /// must agree on.
  ///
  /// The value of the parameter is data.
  public static let sharedInfo = Self("sharedInfo")
}

/// Lets Swift cast parameters to and from `NSString`, so that parameters can be keys of a
/// `CFDictionary`.
extension SecKeyKeyExchangeParameter: _ObjectiveCBridgeable {
  /// Returns the parameter's string; Swift calls this method to cast a parameter to `NSString`.
  public func _bridgeToObjectiveC() -> NSString { rawValue }

  /// Makes the parameter from its string; Swift calls this method for `as!` casts from `NSString`.
  public static func _forceBridgeFromObjectiveC(
    _ source: NSString, result: inout SecKeyKeyExchangeParameter?
  ) {
    result = SecKeyKeyExchangeParameter(rawValue: source)
  }

  /// Makes the parameter from its string; Swift calls this method for `as?` casts from `NSString`.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSString, result: inout SecKeyKeyExchangeParameter?
  ) -> Bool {
    result = SecKeyKeyExchangeParameter(rawValue: source)
    return true
  }

  /// Makes the parameter from its string; Swift calls this method for implicit conversions from
  /// `NSString`.
  public static func _unconditionallyBridgeFromObjectiveC(
    _ source: NSString?
  ) -> SecKeyKeyExchangeParameter {
    SecKeyKeyExchangeParameter(rawValue: source ?? "")
  }
}

/// Signs a message or a digest; the algorithm says which of them `dataToSign` must be
/// (Specification/seckey.md, "RSA signatures", "ECDSA").
///
/// - Parameter error: receives a retained error if the function returns nil. The error is
///   errSecParam if the key does not support the algorithm, or if the algorithm does not allow the
///   length of the data.
@discardableResult
public func SecKeyCreateSignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  let call = KeyCall(.createSignature, key, algorithm)
  return unsafe answer(call, error) { () throws(KeychainError) in
    try key.sign(dataToSign, algorithm)
  }
}

/// Verifies a signature of a message or of a digest; the algorithm says which of them `signedData`
/// must be.
///
/// - Parameter error: receives a retained error if the function returns false. The error is
///   errSecVerifyFailed if the signature does not match, and errSecParam if the key does not
///   support the algorithm.
/// - Returns: true if the signature matches.
@discardableResult
public func SecKeyVerifySignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  let call = KeyCall(.verifySignature, key, algorithm)
  let isRight: Bool? = unsafe answer(call, error) { () throws(KeychainError) in
    try key.verify(signature, of: signedData, algorithm)
    return true
  }
  return isRight ?? false
}

/// Encrypts data with a public key, so that only the owner of the private key can decrypt it
/// (Specification/seckey.md, "RSA encryption" to "ECIES").
///
/// - Parameter error: receives a retained error if the function returns nil. The error is
///   errSecParam if the key does not support the algorithm, or if the data is too long for the
///   algorithm.
@discardableResult
public func SecKeyCreateEncryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe answer(KeyCall(.createEncryptedData, key, algorithm), error) {
    () throws(KeychainError) in
    try key.encrypt(plaintext, algorithm)
  }
}

/// Decrypts data with a private key.
///
/// - Parameter error: receives a retained error if the function returns nil. The error is
///   errSecParam if the key does not support the algorithm, and for every invalid ciphertext.
@discardableResult
public func SecKeyCreateDecryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  let call = KeyCall(.createDecryptedData, key, algorithm)
  return unsafe answer(call, error) { () throws(KeychainError) in
    try key.decrypt(ciphertext, algorithm)
  }
}

/// Computes a shared secret from the caller's private key and the public key of another party
/// (Specification/seckey.md, "Key exchange").
///
/// The other party computes an equal secret from its private key and the caller's public key.
///
/// - Parameters:
///   - publicKey: the public key of the other party.
///   - parameters: `requestedSize` and `sharedInfo`, which only algorithms with key derivation use.
///   - error: receives a retained error if the function returns nil. The error is errSecParam if
///     the keys, the algorithm and the parameters do not fit together, and errSecDecode if the keys
///     are on different curves.
@discardableResult
public func SecKeyCopyKeyExchangeResult(
  _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey,
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  let call = KeyCall(.copyKeyExchangeResult, privateKey, algorithm)
  return unsafe answer(call, error) { () throws(KeychainError) in
    let peer = try publicKey.software().exchangeForm()
    let algorithm = try KeyAlgorithm(algorithm)
    let parameters = KeyExchangeParameters(parameters)
    let shared =
      switch privateKey.body {
      case .software(let key): try key.exchange(algorithm, with: peer, parameters)
      case .element(let held):
        try held.privateKey.exchange(algorithm, with: peer, parameters)
      case .file(let held): try held.exchange(algorithm, with: peer, parameters)
      case .symmetric: throw KeychainError.symmetricKey
      }
    return ResultBytes(shared)
  }
}

extension SecKey {
  func sign(_ data: NSData, _ algorithm: SecKeyAlgorithm) throws(KeychainError) -> NSData {
    let (algorithm, input) = (try KeyAlgorithm(algorithm), data.array)
    switch body {
    case .software(let key): return ResultBytes(try key.sign(input.span, algorithm))
    case .element(let held): return ResultBytes(try held.privateKey.sign(input.span, algorithm))
    case .file(let held): return ResultBytes(try held.sign(input.span, algorithm))
    case .symmetric: throw KeychainError.symmetricKey
    }
  }

  /// Verifies a signature; returns without an error if the signature matches.
  ///
  /// - Throws: -67808 if the signature does not match.
  func verify(
    _ signature: NSData, of data: NSData, _ algorithm: SecKeyAlgorithm
  ) throws(KeychainError) {
    let (input, signature) = (data.array, signature.array)
    try software().verify(signature.span, of: input.span, KeyAlgorithm(algorithm))
  }

  func encrypt(_ text: NSData, _ algorithm: SecKeyAlgorithm) throws(KeychainError) -> NSData {
    let input = SecretBytes(unlimited: text)
    return ResultBytes(
      try input.withBytes { (bytes) throws(KeychainError) in
        try software().encrypt(bytes, KeyAlgorithm(algorithm))
      })
  }

  func decrypt(_ text: NSData, _ algorithm: SecKeyAlgorithm) throws(KeychainError) -> NSData {
    let (algorithm, input) = (try KeyAlgorithm(algorithm), text.array)
    switch body {
    case .software(let key): return ResultBytes(try key.decrypt(input.span, algorithm))
    case .element(let held): return ResultBytes(try held.privateKey.decrypt(input.span, algorithm))
    case .file(let held): return ResultBytes(try held.decrypt(input.span, algorithm))
    case .symmetric: throw KeychainError.symmetricKey
    }
  }

  /// Returns the key material in memory, for operations that need the key there.
  ///
  /// - Throws: -50 for a symmetric key, and for a private key of the secure element or of a
  ///   keychain file. If the operation needs only a public key, use the public key of the pair
  ///   instead.
  fileprivate func software() throws(KeychainError) -> SoftwareKey {
    switch body {
    case .software(let key): return key
    case .element: throw .parameter("a private key of the secure element cannot do this")
    case .file: throw .parameter("a private key of a keychain file cannot do this")
    case .symmetric: throw .symmetricKey
    }
  }
}

extension HeldElementKey {
  /// The key as the type that the signature, decryption and key exchange algorithms take.
  ///
  /// Each operation with the key runs in the secure element.
  var privateKey: ElementPrivateKey {
    ElementPrivateKey(bits: key.bits) { (operation) throws(KeychainError) in
      try self.perform(operation)
    }
  }
}

extension KeyAlgorithm {
  /// Makes the algorithm from its string.
  ///
  /// - Throws: -50 if the string names no algorithm.
  fileprivate init(_ algorithm: SecKeyAlgorithm) throws(KeychainError) {
    guard let known = KeyAlgorithm(name: String(algorithm.rawValue)) else {
      throw .parameter("there is no algorithm with this name")
    }
    self = known
  }
}

extension KeyExchangeParameters {
  /// Reads the parameters of a key exchange: the requested size in bytes and the shared
  /// information.
  ///
  /// Nil if the size is missing or is not a number, or if the shared information is not data. A
  /// Boolean is not a number. Without shared information, the key derivation uses an empty value.
  fileprivate init?(_ dictionary: NSDictionary) {
    let size = dictionary.entry(SecKeyKeyExchangeParameter.requestedSize.rawValue)
    let info = dictionary.entry(SecKeyKeyExchangeParameter.sharedInfo.rawValue)
    guard let size = size as? NSNumber, RequestValue.boolean(size) == nil,
      info == nil || info is NSData
    else { return nil }
    self.init(
      requestedSize: size.intValue, sharedInfo: (info as? NSData)?.array ?? [])
  }
}

extension SecretBytes {
  /// Copies an application's data into secret memory, without the usual limit on the length of a
  /// secret.
  fileprivate init(unlimited data: NSData) {
    self = unsafe SecretBytes(count: data.length) { (target: UnsafeMutableRawBufferPointer) in
      unsafe target.copyMemory(
        from: UnsafeRawBufferPointer(start: data.bytes, count: data.length))
    }
  }
}
