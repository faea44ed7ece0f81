// SPDX-License-Identifier: Apache-2.0
import Foundation

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
  unsafe RawCall(key, padding).run(
    dataToSign, dataToSignLen, into: sig, sigLen,
    algorithm: { $0.signature(of: dataToSignLen) }
  ) { (algorithm, data, error) in
    unsafe SecKeyCreateSignature(key, algorithm, data, error)
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
  guard signedDataLen >= 0, sigLen >= 0,
    let algorithm = RawCall(key, padding).signature(of: signedDataLen)
  else { return errSecParam }
  let data = unsafe NSData(bytes: signedData, length: signedDataLen)
  let signature = unsafe NSData(bytes: sig, length: sigLen)
  var error: Unmanaged<CFError>?
  guard unsafe !SecKeyVerifySignature(key, algorithm, data, signature, &error) else {
    return errSecSuccess
  }
  return unsafe RawCall.status(error)
}

/// Encrypts for the holder of an RSA key's other half.
///
/// - Returns: as `SecKeyRawSign`.
@discardableResult
public func SecKeyEncrypt(
  _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
  _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  unsafe RawCall(key, padding).run(
    plainText, plainTextLen, into: cipherText, cipherTextLen, algorithm: { $0.encryption }
  ) { (algorithm, data, error) in
    unsafe SecKeyCreateEncryptedData(key, algorithm, data, error)
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
  unsafe RawCall(key, padding).run(
    cipherText, cipherTextLen, into: plainText, plainTextLen, stripsZeros: padding == [],
    algorithm: { $0.encryption }
  ) { (algorithm, data, error) in
    unsafe SecKeyCreateDecryptedData(key, algorithm, data, error)
  }
}
