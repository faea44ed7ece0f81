// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Bytes of an RSA modulus, or of a coordinate on a key's curve (spec/seckey.md 3.2).
@discardableResult
public func SecKeyGetBlockSize(_ key: SecKey) -> Int {
  switch key.body {
  case .software(let key): key.blockSize
  case .element(let held): held.key.bits / 8
  case .symmetric(let bytes): bytes.count
  }
}

/// The public half of a key; of a public key an equal one.
@discardableResult
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
  answer(KeyCall(.copyPublicKey, key), nil) { () throws(KeychainError) in try key.publicHalf() }
}

/// The bytes that another system makes the same key of: PKCS#1 for RSA, X9.63 for the NIST
/// curves, the 32 bytes themselves for Ed25519 and X25519 (spec/seckey.md 4.1).
///
/// Nobody is asked, and `kSecAttrIsExtractable` has no meaning.
///
/// - Parameter error: receives a retained error when the answer is nil.
@discardableResult
public func SecKeyCopyExternalRepresentation(
  _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe answer(KeyCall(.copyExternalRepresentation, key), error) { () throws(KeychainError) in
    switch key.body {
    case .software(let key): return ResultBytes(try key.externalForm())
    case .symmetric(let bytes): return ResultBytes(bytes)
    case .element: throw KeychainError(.unimplemented, "nobody reads a key of the secure element")
    }
  }
}

/// What a key says of itself (spec/seckey.md 3.3): 23 entries, `kSecValueData` among them.
@discardableResult
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
  answer(nil, nil) { () throws(KeychainError) in
    let result = NSMutableDictionary()
    for (name, value) in KeyPairs.all(try key.attributes()) {
      result[NSString(string: name)] = value
    }
    switch key.body {
    case .software(let key): result[kSecValueData] = ResultBytes(try key.externalForm())
    case .symmetric(let bytes): result[kSecValueData] = ResultBytes(bytes)
    case .element(let held):
      result[kSecAttrTokenID] = kSecAttrTokenIDSecureEnclave
      result[kSecAttrAccessControl] = SecAccessControl(held.key.accessControl)
    }
    return result
  }
}

/// Whether a key can do something by an algorithm (spec/seckey.md 2.3).
@discardableResult
public func SecKeyIsAlgorithmSupported(
  _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
  guard let known = KeyAlgorithm(name: String(algorithm.rawValue)),
    let operation = KeyOperation(rawValue: operation.rawValue)
  else { return false }
  return switch key.body {
  case .software(let key):
    known.isSupported(operation, by: key.family, key.half, bits: key.bits)
  case .element(let held):
    known.isSupported(operation, by: .ec, .privateHalf, bits: held.key.bits)
  case .symmetric: false
  }
}

extension SecKey {
  /// The public half of the pair.
  ///
  /// - Throws: -50 for a symmetric key.
  func publicHalf() throws(KeychainError) -> SecKey {
    switch body {
    case .symmetric: throw KeychainError.symmetricKey
    case .software(let key): SecKey(try key.publicHalf())
    case .element(let held):
      SecKey(
        try SoftwareKey(externalForm: SecretBytes(copying: held.key.point), .ec, .publicHalf))
    }
  }

  /// What the key says of itself.
  func attributes() throws(KeychainError) -> KeyAttributes {
    switch body {
    case .software(let key): try KeyAttributes(of: key, terms)
    case .element(let held): try KeyAttributes(of: held.key)
    case .symmetric(let bytes): try KeyAttributes(ofSymmetric: bytes, terms)
    }
  }
}

extension KeychainError {
  /// The answer of every operation of a pair.
  static let symmetricKey = KeychainError.parameter("a symmetric key does not do this")
}

extension NSError {
  fileprivate convenience init(_ refusal: KeychainError, asOutcome: Bool) {
    guard asOutcome, case .authentication(let failure)? = refusal.context else {
      self.init(status: refusal.code.rawValue, "\(refusal.reason)")
      return
    }
    self.init(
      domain: "com.apple.LocalAuthentication", code: failure.rawValue,
      userInfo: [
        NSLocalizedDescriptionKey: "\(failure.reason)", "NSDebugDescription": "\(failure.reason)",
      ])
  }
}

/// Runs a call that answers with an object or an error (spec/seckey.md 1.3), within the fork
/// barrier: a child would inherit the locks of libcrypto and of secret memory.
///
/// - Parameters:
///   - call: what it is for who follows it; nil for what nobody follows.
///   - error: receives a retained error when the answer is nil, and is left alone else.
func answer<R>(
  _ call: KeyCall? = nil, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?,
  _ body: () throws(KeychainError) -> R
) -> R? {
  unsafe reported(error, asOutcome: call?.verb.tellsOutcome == true) { () throws(KeychainError) in
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    guard let call else { return try body() }
    return try call.run(body)
  }
}

/// The same for a call that begins and ends within the fork barrier itself, where it has to.
func reported<R>(
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, asOutcome: Bool = false,
  _ body: () throws(KeychainError) -> R
) -> R? {
  do throws(KeychainError) { return try body() } catch let refusal {
    guard let error = unsafe error else { return nil }
    unsafe error.pointee = Unmanaged.passRetained(NSError(refusal, asOutcome: asOutcome))
    return nil
  }
}
