// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Returns the block size of a key in bytes (Specification/seckey.md, "Block size").
///
/// For RSA this is the size of the modulus. For an elliptic-curve key it is the size of a
/// coordinate. For a symmetric key it is the length of the key.
@discardableResult
public func SecKeyGetBlockSize(_ key: SecKey) -> Int {
  switch key.body {
  case .software(let key): key.blockSize
  case .element(let held): held.key.bits / 8
  case .file(let held): held.publicHalf.blockSize
  case .symmetric(let bytes): bytes.count
  }
}

/// Returns the public key that belongs to a private key; nil for a symmetric key.
///
/// For a public key, returns an equal key.
@discardableResult
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
  answer(KeyCall(.copyPublicKey, key), nil) { () throws(KeychainError) in try key.publicHalf() }
}

/// Returns the bytes of a key in a standard format that other programs and systems can read
/// (Specification/seckey.md, "Formats of keys").
///
/// The format is PKCS#1 for RSA and X9.63 for the NIST curves. For Ed25519 and X25519 it is the 32
/// bytes of the key. For a key of the store, the user is not asked, and `kSecAttrIsExtractable` has
/// no effect.
///
/// A private key of a keychain file may be protected. The error is -25316 if the key must not leave
/// its keychain. The error is -25260 if the key may leave only encrypted with a passphrase.
///
/// - Parameter error: receives a retained error if the function returns nil, for example for a
///   private key of the secure element.
@discardableResult
public func SecKeyCopyExternalRepresentation(
  _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe answer(KeyCall(.copyExternalRepresentation, key), error) { () throws(KeychainError) in
    switch key.body {
    case .software(let key): return ResultBytes(try key.externalForm())
    case .file(let held): return ResultBytes(try held.clearBytes())
    case .symmetric(let bytes): return ResultBytes(bytes)
    case .element: throw KeychainError(.unimplemented, "a key of the secure element cannot be read")
    }
  }
}

/// Returns the attributes of a key, a dictionary of 23 entries including `kSecValueData`
/// (Specification/seckey.md, "SecKeyCopyAttributes").
///
/// For a key of the secure element, the dictionary contains the token and the access control
/// instead of `kSecValueData`. For a private key of a keychain file, the dictionary contains
/// neither these entries nor `kSecValueData`.
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
    case .file: break
    case .element(let held):
      result[kSecAttrTokenID] = kSecAttrTokenIDSecureEnclave
      result[kSecAttrAccessControl] = SecAccessControl(held.key.accessControl)
    }
    return result
  }
}

/// True if a key can perform an operation (such as signing) with the given algorithm
/// (Specification/seckey.md, "SecKeyIsAlgorithmSupported matrix").
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
  case .file(let held):
    known.isSupported(
      operation, by: held.publicHalf.family, .privateHalf, bits: held.publicHalf.bits)
  case .symmetric: false
  }
}

extension SecKey {
  /// Returns the public key of the pair to which this key belongs.
  ///
  /// - Throws: -50 if this key is a symmetric key.
  func publicHalf() throws(KeychainError) -> SecKey {
    switch body {
    case .symmetric: throw KeychainError.symmetricKey
    case .software(let key): SecKey(try key.publicHalf())
    case .file(let held): SecKey(held.publicHalf)
    case .element(let held):
      SecKey(
        try SoftwareKey(externalForm: SecretBytes(copying: held.key.point), .ec, .publicHalf))
    }
  }

  /// Returns the attributes of the key.
  func attributes() throws(KeychainError) -> KeyAttributes {
    switch body {
    case .software(let key): try KeyAttributes(of: key, terms)
    case .element(let held): try KeyAttributes(of: held.key)
    case .file(let held): try KeyAttributes(ofPrivateKeyOf: held.publicHalf, terms)
    case .symmetric(let bytes): try KeyAttributes(ofSymmetric: bytes, terms)
    }
  }
}

extension KeychainError {
  /// The error for an operation that needs a key of a pair, if the caller's key is symmetric.
  static let symmetricKey = KeychainError.parameter("a symmetric key cannot do this")
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

/// Runs a call within the fork barrier, which delays forks until the call ends
/// (Specification/seckey.md, "Error reporting").
///
/// Returns the result of the call, or nil and an error. Without the barrier, a forked child would
/// inherit locked locks of libcrypto and of secret memory.
///
/// - Parameters:
///   - call: the call as a trace records it; nil for a call that is never traced.
///   - error: receives a retained error if the function returns nil; otherwise it keeps its value.
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

/// Runs a call and returns its result; if the call throws, returns nil and stores the error in the
/// caller's variable.
///
/// The body must enter the fork barrier (which delays forks during calls) itself.
///
/// - Parameter asOutcome: true to report a failed authentication with its `LAError` code; false to
///   report it with the status of the call.
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
