// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Foundation
import KeychainExplaining
import KeychainTypes
import SecureMemory

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

/// A call of an old function: which algorithm it means, and how its result is handed over
/// (spec/seckey.md 1.2).
private struct RawCall {
  private let family: KeyFamily
  private let padding: SecPadding

  init(_ key: SecKey, _ padding: SecPadding) {
    family =
      switch key.body {
      case .software(let key): key.family
      case .element, .symmetric: .ec
      }
    self.padding = padding
  }

  /// The algorithm of a signature; nil where there is none.
  ///
  /// - Parameter count: how long the digest is, which stands for its hash on a curve.
  func signature(of count: Int) -> SecKeyAlgorithm? {
    switch family {
    case .rsa: rsaSignature
    case .ec: curveSignature(of: count)
    case .ed25519, .x25519: nil
    }
  }

  /// The algorithm of an encryption; nil where there is none.
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

  /// Does what the modern function does and writes its result where there is room for it.
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

  /// The status of a call; an authentication that ends it is told as itself.
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

  private static let unfit = KeychainError.parameter("key, padding and lengths do not go together")
}
