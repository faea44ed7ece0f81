// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
public import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory

// Symmetric keys (Documentation/Decisions/symmetric-keys.md).

/// Makes a random symmetric key.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType`, which must be `kSecAttrKeyTypeAES`, and
///     `kSecAttrKeySizeInBits`: 128, 192 or 256. With `kSecUseKeychain`, the key is stored in that
///     keychain. Without it, the key is stored in the default keychain if `kSecAttrIsPermanent` is
///     true, and otherwise not stored. `kSecAttrLabel` is the name of a stored key, and
///     `kSecAttrAccess` its access object.
///   - error: receives a retained error if the function returns nil.
@discardableResult
public func SecKeyGenerateSymmetric(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  unsafe answer(nil, error) { () throws(KeychainError) in
    let request = try SymmetricRequest(parameters)
    return try request.finished(
      SymmetricKey.generate(bits: request.size(), SystemRandomness()))
  }
}

/// Makes a symmetric key from its bytes.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType`, which must be `kSecAttrKeyTypeAES`, and the parameters of
///     `SecKeyGenerateSymmetric` about storing.
///   - keyData: the 16, 24 or 32 bytes of the key.
///   - error: receives a retained error if the function returns nil.
@discardableResult
public func SecKeyCreateFromData(
  _ parameters: CFDictionary, _ keyData: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  unsafe answer(nil, error) { () throws(KeychainError) in
    let request = try SymmetricRequest(parameters)
    guard SymmetricKey.sizes.contains(8 * keyData.length) else {
      throw .parameter("the data has not the length of a key")
    }
    return try request.finished(SecretBytes(foreign: keyData))
  }
}

/// Derives a symmetric key from a password, with PBKDF2.
///
/// - Parameters:
///   - password: the password, of which the bytes in UTF-8 are used.
///   - parameters: the parameters of `SecKeyGenerateSymmetric`, and `kSecAttrSalt`. The default of
///     `kSecAttrPRF` is `kSecAttrPRFHmacAlgSHA256`, and the default of `kSecAttrRounds` is 600,000.
///   - error: receives a retained error if the function returns nil.
@discardableResult
public func SecKeyDeriveFromPassword(
  _ password: CFString, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  unsafe answer(nil, error) { () throws(KeychainError) in
    let request = try SymmetricRequest(parameters)
    guard let salt = parameters.entry(kSecAttrSalt) as? NSData, salt.length > 0 else {
      throw .parameter("kSecAttrSalt is missing: a key needs the salt to be derived again")
    }
    var rounds = SymmetricKey.usualRounds
    if let given = parameters.entry(kSecAttrRounds) {
      rounds = Int(clamping: try NumberName.required(given))
    }
    var function: String?
    if let given = parameters.entry(kSecAttrPRF) {
      guard let name = given as? NSString else {
        throw .parameter("the pseudo-random function is unknown")
      }
      function = String(name)
    }
    let text = String(password)
    let secret = SecretBytes(count: text.utf8.count) { (output: inout MutableSpan<UInt8>) in
      for (place, byte) in text.utf8.enumerated() { output[place] = byte }
    }
    return try request.finished(
      SymmetricKey.derive(
        from: secret, salt: salt.array, rounds: rounds, function, bits: request.size()))
  }
}

/// Returns a symmetric key, encrypted with another symmetric key (RFC 3394).
///
/// - Parameters:
///   - keyToWrap: the key to encrypt, which must be extractable.
///   - parameters: has no effect: the algorithm needs no salt.
///   - error: receives a retained error if the function returns nil. The error is
///     errSecDataNotAvailable for a key that is not extractable.
@discardableResult
public func SecKeyWrapSymmetric(
  _ keyToWrap: SecKey, _ wrappingKey: SecKey, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  unsafe answer(nil, error) { () throws(KeychainError) in
    guard keyToWrap.terms.isExtractable else { throw KeychainError.keyStays }
    return ResultBytes(
      try SymmetricKey.wrap(keyToWrap.symmetricBytes(), under: wrappingKey.symmetricBytes()))
  }
}

/// Returns the symmetric key that `SecKeyWrapSymmetric` has encrypted.
///
/// - Parameters:
///   - keyToUnwrap: the encrypted key.
///   - parameters: the parameters of `SecKeyCreateFromData`.
///   - error: receives a retained error if the function returns nil. The error is errSecDecode if
///     another key has encrypted the data.
@discardableResult
public func SecKeyUnwrapSymmetric(
  _ keyToUnwrap: UnsafeMutablePointer<Unmanaged<CFData>?>, _ unwrappingKey: SecKey,
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  unsafe answer(nil, error) { () throws(KeychainError) in
    let request = try SymmetricRequest(parameters)
    guard let wrapped = unsafe keyToUnwrap.pointee?.takeUnretainedValue() else {
      throw .parameter("the encrypted key is missing")
    }
    guard wrapped.length <= 64 else { throw KeychainError(.decode, "the wrapped data is no key") }
    return try request.finished(
      SymmetricKey.unwrap(wrapped.array, under: unwrappingKey.symmetricBytes()))
  }
}

/// The block that `SecKeyGeneratePairAsync` calls: the public key, the private key, the error.
///
/// If the keys were made, the error has the code errSecSuccess (0). Otherwise the keys are empty
/// symmetric keys, with which every operation fails.
public typealias SecKeyGeneratePairBlock = (SecKey, SecKey, CFError) -> Void

/// Makes a new pair of keys on another thread, as `SecKeyGeneratePair` does, then calls a block.
///
/// - Parameters:
///   - deliveryQueue: the queue on which the block runs.
///   - result: the block, which is called once.
public func SecKeyGeneratePairAsync(
  _ parameters: CFDictionary, _ deliveryQueue: DispatchQueue,
  _ result: @escaping SecKeyGeneratePairBlock
) {
  let work = PairGeneration(parameters, result)
  DispatchQueue.global().async {
    work.generate()
    deliveryQueue.async { work.deliver() }
  }
}

/// A pair of keys that is made on one thread, and then passed to the caller's block on another
/// thread.
///
/// The two threads use the object one after the other, so that it needs no lock.
private final class PairGeneration: @unchecked Sendable {
  private let parameters: NSDictionary
  private let result: SecKeyGeneratePairBlock
  private let installation = CurrentInstallation.scoped
  private let keychains = KeychainChoice.scoped
  private var pair: (publicKey: SecKey, privateKey: SecKey)?
  private var status = errSecSuccess

  init(_ parameters: NSDictionary, _ result: @escaping SecKeyGeneratePairBlock) {
    // Copies the dictionary, because the caller may change it before the keys are made.
    self.parameters = parameters.copy() as? NSDictionary ?? parameters
    self.result = result
  }

  func generate() {
    // The keys are made in the test's store if the task that made the call has one.
    CurrentInstallation.$scoped.withValue(installation) {
      KeychainChoice.$scoped.withValue(keychains) {
        var (publicKey, privateKey): (SecKey?, SecKey?)
        status = unsafe SecKeyGeneratePair(parameters, &publicKey, &privateKey)
        if let publicKey, let privateKey { pair = (publicKey, privateKey) }
      }
    }
  }

  func deliver() {
    let nothing = SecKey(.symmetric(SecretBytes(copying: [])))
    let error = NSError(
      status: pair == nil && status == errSecSuccess ? errSecInternalError : status,
      pair == nil ? "the keys cannot be made" : "the keys were made")
    result(pair?.publicKey ?? nothing, pair?.privateKey ?? nothing, error)
  }
}

/// The caller's parameters for a new symmetric key.
private struct SymmetricRequest {
  private let parameters: NSDictionary
  private let keychain: SecKeychain?
  private let access: SecAccess?
  private let isPermanent: Bool

  /// Reads the parameters.
  ///
  /// - Throws: -50 if the type is not AES, or if the object of a parameter has a wrong type.
  init(_ parameters: NSDictionary) throws(KeychainError) {
    self.parameters = parameters
    guard try NumberName.required(parameters.entry(kSecAttrKeyType)) == KeyType.aes else {
      throw .parameter("symmetric keys are of the type AES", .attribute(.type))
    }
    keychain = try Self.object(kSecUseKeychain, parameters) { $0 as? SecKeychain }
    access = try Self.object(kSecAttrAccess, parameters) { $0 as? SecAccess }
    isPermanent = try Self.flag(kSecAttrIsPermanent, parameters) ?? false
  }

  /// Returns the size of the new key in bits, as the caller gives it.
  ///
  /// - Throws: -50 if `kSecAttrKeySizeInBits` is missing or is not a number.
  func size() throws(KeychainError) -> Int {
    Int(clamping: try NumberName.required(parameters.entry(kSecAttrKeySizeInBits)))
  }

  /// Returns the new key; stores the key first if the parameters demand that.
  func finished(_ bytes: SecretBytes) throws(KeychainError) -> SecKey {
    let terms = KeyTerms(
      isExtractable: try Self.flag(kSecAttrIsExtractable, parameters) ?? true,
      isSensitive: try Self.flag(kSecAttrIsSensitive, parameters) ?? false)
    let key = SecKey(.symmetric(bytes), terms)
    guard keychain != nil || isPermanent else { return key }
    let label = parameters.entry(kSecAttrLabel) as? NSString
    _ = try SecKeychain.forAdding(keychain).add(key, labelled: label, access?.list)
    return key
  }

  private static func object<T>(
    _ name: NSString, _ parameters: NSDictionary, _ cast: (Any) -> T?
  ) throws(KeychainError) -> T? {
    // Reads the value as `Any`, not as an object: Foundation wraps an object whose class is not its
    // own in a box.
    let value = zip(parameters.allKeys, parameters.allValues)
      .first { ($0.0 as? NSString) == name }?.1
    guard let value else { return nil }
    guard let object = cast(value) else {
      throw .parameter("a parameter is an object of another type")
    }
    return object
  }

  private static func flag(
    _ name: NSString, _ parameters: NSDictionary
  ) throws(KeychainError) -> Bool? {
    guard let value = parameters.entry(name) else { return nil }
    guard let number = value as? NSNumber else { throw .parameter("the value is not a Boolean") }
    return number.boolValue
  }
}

extension SecKey {
  /// Returns the bytes of a symmetric key.
  ///
  /// - Throws: -50 for a key of a pair.
  fileprivate func symmetricBytes() throws(KeychainError) -> SecretBytes {
    guard case .symmetric(let bytes) = body else { throw .parameter("the key is not symmetric") }
    return bytes
  }
}
