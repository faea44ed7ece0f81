// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainExplaining
import KeychainTypes
import SecureMemory

// The old functions, which name an algorithm by a padding (Specification/seckey.md, "Old
// functions").

/// Signs a digest with an RSA or elliptic-curve private key; `padding` selects the signature
/// algorithm.
///
/// - Parameters:
///   - sig: receives the signature.
///   - sigLen: the size of the buffer `sig` in bytes; receives the length of the signature.
/// - Returns: errSecParam if the key does not allow the padding, or if the buffer is too small. The
///   buffer then keeps its contents.
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

/// Verifies a signature of a digest; `padding` selects the signature algorithm.
///
/// - Parameters:
///   - signedData: the digest, of `signedDataLen` bytes.
///   - sig: the signature, of `sigLen` bytes.
/// - Returns: errSecSuccess (0) if the signature matches, errSSLCrypto if it does not match, or
///   errSecParam if the key does not allow the padding.
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

/// Encrypts data with an RSA public key, so that only the owner of the private key can decrypt it.
///
/// - Parameters:
///   - padding: selects the encryption algorithm.
///   - cipherText: receives the encrypted data.
///   - cipherTextLen: the size of the buffer `cipherText` in bytes; receives the length of the
///     encrypted data.
/// - Returns: errSecParam if the key does not allow the padding, or if the buffer is too small.
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

/// Decrypts data with an RSA private key.
///
/// If `padding` is empty (no padding), the function removes leading zero bytes from the result.
///
/// - Parameters:
///   - plainText: receives the decrypted data.
///   - plainTextLen: the size of the buffer `plainText` in bytes; receives the length of the
///     decrypted data.
/// - Returns: errSecParam if the key does not allow the padding, or if the buffer is too small.
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

/// A call of `SecKeyRawSign`, `SecKeyRawVerify`, `SecKeyEncrypt` or `SecKeyDecrypt`: the padding
/// and the key select the algorithm (Specification/seckey.md, "Old functions").
private struct RawCall {
  private let family: KeyFamily
  private let padding: SecPadding

  init(_ key: SecKey, _ padding: SecPadding) {
    family =
      switch key.body {
      case .software(let key): key.family
      case .file(let held): held.publicHalf.family
      case .element, .symmetric: .ec
      }
    self.padding = padding
  }

  /// Returns the algorithm for signing or verifying a digest; nil if the key does not allow the
  /// padding.
  ///
  /// - Parameter count: the length of the digest in bytes. For an elliptic-curve key with the
  ///   padding `.PKCS1`, the length selects the hash.
  func signature(of count: Int) -> SecKeyAlgorithm? {
    switch family {
    case .rsa: rsaSignature
    case .ec: curveSignature(of: count)
    case .ed25519, .x25519: nil
    }
  }

  /// The algorithm for encrypting or decrypting; nil if the key does not allow the padding.
  var encryption: SecKeyAlgorithm? {
    guard family == .rsa else { return nil }
    return switch padding {
    case []: .rsaEncryptionRaw
    case .PKCS1: .rsaEncryptionPKCS1
    case .OAEP: .rsaEncryptionOAEPSHA1
    default: nil
    }
  }

  private var rsaSignature: SecKeyAlgorithm? {
    switch padding {
    case []: .rsaSignatureRaw
    case .PKCS1: .rsaSignatureDigestPKCS1v15Raw
    case .PKCS1SHA1: .rsaSignatureDigestPKCS1v15SHA1
    case .PKCS1SHA224: .rsaSignatureDigestPKCS1v15SHA224
    case .PKCS1SHA256: .rsaSignatureDigestPKCS1v15SHA256
    case .PKCS1SHA384: .rsaSignatureDigestPKCS1v15SHA384
    case .PKCS1SHA512: .rsaSignatureDigestPKCS1v15SHA512
    default: nil
    }
  }

  private func curveSignature(of count: Int) -> SecKeyAlgorithm {
    guard padding == .PKCS1 else {
      return padding == .sigRaw ? .ecdsaSignatureDigestRFC4754 : .ecdsaSignatureDigestX962
    }
    return switch count {
    case 20: .ecdsaSignatureDigestX962SHA1
    case 28: .ecdsaSignatureDigestX962SHA224
    case 32: .ecdsaSignatureDigestX962SHA256
    case 48: .ecdsaSignatureDigestX962SHA384
    case 64: .ecdsaSignatureDigestX962SHA512
    default: .ecdsaSignatureDigestX962
    }
  }

  /// Runs the operation `body`, and copies its result into the caller's buffer.
  ///
  /// Fails with errSecParam if the result is larger than the buffer.
  ///
  /// - Parameters:
  ///   - room: the size of the buffer in bytes; receives the length of the result.
  ///   - stripsZeros: true to remove leading zero bytes from the result.
  func run(
    _ call: KeyCall, _ input: UnsafePointer<UInt8>, _ count: Int,
    into output: UnsafeMutablePointer<UInt8>, _ room: UnsafeMutablePointer<Int>,
    stripsZeros: Bool = false,
    _ body: (SecKeyAlgorithm, NSData) throws(KeychainError) -> NSData
  ) -> OSStatus {
    status(of: call) { (algorithm) throws(KeychainError) in
      guard count >= 0 else { throw Self.unfit }
      let result = try body(algorithm, unsafe NSData(bytes: input, length: count))
      let whole = unsafe UnsafeRawBufferPointer(start: result.bytes, count: result.length)
      let start = unsafe stripsZeros ? whole.firstIndex { $0 != 0 } ?? whole.count : 0
      let kept = unsafe UnsafeRawBufferPointer(rebasing: whole[start...])
      guard unsafe kept.count <= room.pointee else { throw Self.unfit }
      unsafe UnsafeMutableRawBufferPointer(start: output, count: kept.count).copyMemory(from: kept)
      unsafe room.pointee = kept.count
    }
  }

  /// Runs a call and returns its status; after a failed authentication, the status is the code of
  /// the `LAError`.
  func status(
    of call: KeyCall, _ body: (SecKeyAlgorithm) throws(KeychainError) -> Void
  ) -> OSStatus {
    do throws(KeychainError) {
      try ForkBarrier.beginCall()
      defer { ForkBarrier.end() }
      try call.run { () throws(KeychainError) in
        guard let algorithm = call.algorithm else { throw Self.unfit }
        do throws(KeychainError) { try body(algorithm) } catch {
          guard error.code == .verifyFailed else { throw error }
          throw KeychainError(.init(rawValue: errSSLCrypto), error.reason)
        }
      }
      return errSecSuccess
    } catch {
      guard call.verb.tellsOutcome, case .authentication(let failure)? = error.context else {
        return error.code.rawValue
      }
      return OSStatus(failure.rawValue)
    }
  }

  private static let unfit = KeychainError.parameter(
    "the key, padding and lengths do not fit together")
}
