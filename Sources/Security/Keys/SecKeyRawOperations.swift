// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplanations
import KeychainTypes

// The old functions, which take a padding for an algorithm (spec/seckey.md 1.2).

/// Signs a digest.
///
/// - Parameters:
///   - sig: receives the signature.
///   - sigLen: the room there; receives the length of the signature.
/// - Returns: errSecParam where key and padding do not go together or there is too little room;
///   nothing is written then.
@discardableResult
public func SecKeyRawSign(
  _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>,
  _ dataToSignLen: Int, _ sig: UnsafeMutablePointer<UInt8>,
  _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  let raw = RawCall(key, padding)
  let call = KeyCall(
    .createSignature, key, raw.signature(of: dataToSignLen), named: "SecKeyRawSign")
  return unsafe raw.run(call, dataToSign, dataToSignLen, into: sig, sigLen) {
    (algorithm, data) throws(KeychainError) in
    try key.sign(data, algorithm)
  }
}

/// Whether a signature is one of a digest.
///
/// - Returns: errSSLCrypto where it is not, errSecParam where key and padding do not go together.
@discardableResult
public func SecKeyRawVerify(
  _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafePointer<UInt8>,
  _ signedDataLen: Int, _ sig: UnsafePointer<UInt8>, _ sigLen: Int
) -> OSStatus {
  let raw = RawCall(key, padding)
  let call = KeyCall(
    .verifySignature, key, raw.signature(of: signedDataLen), named: "SecKeyRawVerify")
  return raw.status(of: call) { (algorithm) throws(KeychainError) in
    guard signedDataLen >= 0, sigLen >= 0 else { throw .parameter("a length is less than zero") }
    let data = unsafe NSData(bytes: signedData, length: signedDataLen)
    try key.verify(unsafe NSData(bytes: sig, length: sigLen), of: data, algorithm)
  }
}

/// Encrypts for the holder of an RSA key's other half.
///
/// - Returns: as `SecKeyRawSign`.
@discardableResult
public func SecKeyEncrypt(
  _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
  _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  let raw = RawCall(key, padding)
  let call = KeyCall(.createEncryptedData, key, raw.encryption, named: "SecKeyEncrypt")
  return unsafe raw.run(call, plainText, plainTextLen, into: cipherText, cipherTextLen) {
    (algorithm, data) throws(KeychainError) in
    try key.encrypt(data, algorithm)
  }
}

/// Decrypts by an RSA key; without padding the zeros in front are taken away.
///
/// - Returns: as `SecKeyRawSign`.
@discardableResult
public func SecKeyDecrypt(
  _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>,
  _ cipherTextLen: Int, _ plainText: UnsafeMutablePointer<UInt8>,
  _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  let raw = RawCall(key, padding)
  let call = KeyCall(
    .createDecryptedData, key, raw.encryption, named: "SecKeyDecrypt")
  return unsafe raw.run(
    call, cipherText, cipherTextLen, into: plainText, plainTextLen, stripsZeros: padding == []
  ) { (algorithm, data) throws(KeychainError) in
    try key.decrypt(data, algorithm)
  }
}
