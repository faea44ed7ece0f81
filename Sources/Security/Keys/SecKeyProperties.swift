// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainTypes

/// Bytes of an RSA modulus, or of a coordinate on a key's curve (spec/seckey.md 3.2).
@discardableResult
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { key.key.blockSize }

/// The public half of a key; of a public key an equal one.
@discardableResult
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
  (try? key.key.publicHalf()).map { SecKey($0) }
}

/// The bytes that another system makes the same key of: PKCS#1 for RSA, X9.63 for curves
/// (spec/seckey.md 4.1).
///
/// Nobody is asked, and `kSecAttrIsExtractable` has no meaning.
///
/// - Parameter error: receives a retained error when the answer is nil.
@discardableResult
public func SecKeyCopyExternalRepresentation(
  _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe answer(error) { () throws(KeychainError) in ResultBytes(try key.key.externalForm()) }
}

/// What a key says of itself (spec/seckey.md 3.3): 23 entries, `kSecValueData` among them.
@discardableResult
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
  guard let attributes = try? KeyAttributes(of: key.key), let form = try? key.key.externalForm()
  else { return nil }
  let result = NSMutableDictionary()
  for (name, value) in KeyPairs.all(attributes) { result[NSString(string: name)] = value }
  result[kSecValueData] = ResultBytes(form)
  return result
}

/// Whether a key can do something by an algorithm (spec/seckey.md 2.3).
@discardableResult
public func SecKeyIsAlgorithmSupported(
  _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
  guard let known = KeyAlgorithm(name: String(algorithm.rawValue)),
    let operation = KeyOperation(rawValue: operation.rawValue)
  else { return false }
  let key = key.key
  return known.isSupported(operation, by: key.family, key.half, bits: key.bits)
}

/// Runs a call that answers with an object or an error (spec/seckey.md 1.3).
///
/// - Parameter error: receives a retained error when the answer is nil, and is left alone else.
func answer<R>(
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(KeychainError) -> R
) -> R? {
  do throws(KeychainError) { return try body() } catch let refusal {
    guard let error = unsafe error else { return nil }
    let described = NSError(status: refusal.code.rawValue, "\(refusal.reason)")
    unsafe error.pointee = Unmanaged.passRetained(described)
    return nil
  }
}
