// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// A key of the dictionary that a key exchange takes (spec/seckey.md 1.1, 2.9).
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
  private let string: String

  /// The parameter with a string, known or not.
  public init(rawValue: CFString) {
    string = String(rawValue)
  }

  private init(_ string: String) {
    self.string = string
  }

  /// The string.
  public var rawValue: CFString { NSString(string: string) }

  /// How many bytes the derivation is to give: a number.
  public static let requestedSize = Self("requestedSize")
  /// What both sides know and the derivation takes in: data.
  public static let sharedInfo = Self("sharedInfo")
}

/// Makes the parameters keys of a `CFDictionary` that are found under their strings.
extension SecKeyKeyExchangeParameter: _ObjectiveCBridgeable {
  /// Called by casts: the string.
  public func _bridgeToObjectiveC() -> NSString { rawValue }

  /// Called by casts.
  public static func _forceBridgeFromObjectiveC(
    _ source: NSString, result: inout SecKeyKeyExchangeParameter?
  ) {
    result = SecKeyKeyExchangeParameter(rawValue: source)
  }

  /// Called by casts.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSString, result: inout SecKeyKeyExchangeParameter?
  ) -> Bool {
    result = SecKeyKeyExchangeParameter(rawValue: source)
    return true
  }

  /// Called by casts.
  public static func _unconditionallyBridgeFromObjectiveC(
    _ source: NSString?
  ) -> SecKeyKeyExchangeParameter {
    SecKeyKeyExchangeParameter(rawValue: source ?? "")
  }
}

/// A signature of data, or of their digest, as the algorithm says (spec/seckey.md 2.4, 2.5).
///
/// - Parameter error: receives a retained error when the answer is nil: errSecParam where the key
///   does not support the algorithm or the data have a length that it does not allow.
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

/// Whether a signature is one of data, or of their digest, as the algorithm says.
///
/// - Parameter error: receives a retained error when the answer is false: errSecVerifyFailed for a
///   signature that does not match, errSecParam where the key does not support the algorithm.
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

/// The ciphertext of data for the holder of a public key's other half (spec/seckey.md 2.6 to 2.8).
///
/// - Parameter error: receives a retained error when the answer is nil: errSecParam where the key
///   does not support the algorithm, or the data are too long for it.
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

/// The data of a ciphertext.
///
/// - Parameter error: receives a retained error when the answer is nil: errSecParam where the key
///   does not support the algorithm, and for every ciphertext that is not right.
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

/// What a private key shares with the holder of another key (spec/seckey.md 2.9).
///
/// - Parameters:
///   - publicKey: the other's.
///   - parameters: `requestedSize` and `sharedInfo`, for algorithms with derivation.
///   - error: receives a retained error when the answer is nil: errSecParam for keys, algorithm or
///     parameters that do not go together, errSecDecode for keys on two curves.
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
    case .symmetric: throw KeychainError.symmetricKey
    }
  }

  /// - Throws: -67808 for a signature that does not match.
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
    case .symmetric: throw KeychainError.symmetricKey
    }
  }

  /// The key's numbers, for what is no private operation; -50 for a key of the secure element,
  /// whose other half does these, and for a symmetric one.
  fileprivate func software() throws(KeychainError) -> SoftwareKey {
    switch body {
    case .software(let key): return key
    case .element: throw .parameter("a private key of the secure element does not do this")
    case .symmetric: throw .symmetricKey
    }
  }
}

extension HeldElementKey {
  /// The key as the algorithms use it.
  fileprivate var privateKey: ElementPrivateKey {
    ElementPrivateKey(bits: key.bits) { (operation) throws(KeychainError) in
      try self.perform(operation)
    }
  }
}

extension KeyAlgorithm {
  /// - Throws: -50 for a string that names none.
  fileprivate init(_ algorithm: SecKeyAlgorithm) throws(KeychainError) {
    guard let known = KeyAlgorithm(name: String(algorithm.rawValue)) else {
      throw .parameter("there is no algorithm of this name")
    }
    self = known
  }
}

extension KeyExchangeParameters {
  /// Nil where the size is missing or no number, which a truth value is not, or the information is
  /// no data.
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

extension NSData {
  /// A copy of the bytes.
  var array: [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: length))
  }
}

extension SecretBytes {
  /// A copy of an application's data, of any length.
  fileprivate init(unlimited data: NSData) {
    self = unsafe SecretBytes(count: data.length) { (target: UnsafeMutableRawBufferPointer) in
      unsafe target.copyMemory(
        from: UnsafeRawBufferPointer(start: data.bytes, count: data.length))
    }
  }
}
