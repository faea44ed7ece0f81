// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import SecureMemory

/// Wraps keys under the encryption key of a keychain file (Specification/keychain-file-format.md,
/// "Key wrapping").
package enum KeyWrapping {
  /// The initialization vector of the second of the two encryptions, which the format fixes.
  private static let outerVector: [UInt8] = [0x4A, 0xDD, 0xA2, 0x2C, 0x79, 0xE8, 0x21, 0x05]
  static let vectorSize = 8

  /// Wraps the bytes of a key by two encryptions.
  ///
  /// - Parameter vector: the initialization vector of the first encryption.
  package static func wrap(
    _ key: SecretBytes, under wrapping: SecretBytes, vector: [UInt8]
  ) throws(BlobFailure) -> [UInt8] {
    // The zeros are the length of a private access list: no key has this list.
    let text = SecretBytes(joining: [SecretBytes(copying: [0, 0, 0, 0]), key])
    return try BlobFailure.calling { () throws(CryptoError) in
      let cipher = PasswordCipher.tripleDES
      let inner = try cipher.encrypt(text, key: wrapping, vector: SecretBytes(copying: vector))
      let turned = Array((vector + inner).reversed())
      return try cipher.encrypt(
        SecretBytes(copying: turned), key: wrapping, vector: SecretBytes(copying: outerVector))
    }
  }

  /// Unwraps a key.
  ///
  /// - Throws: `notAuthentic` if the wrapping key is wrong or the bytes were changed.
  package static func unwrap(
    _ wrapped: [UInt8], under wrapping: SecretBytes, vector: [UInt8]
  ) throws(BlobFailure) -> SecretBytes {
    let cipher = PasswordCipher.tripleDES
    let outer = try BlobFailure.calling { () throws(CryptoError) in
      try cipher.decrypt(
        wrapped.span, key: wrapping, vector: SecretBytes(copying: outerVector))
    }
    guard outer.count > vectorSize else { throw .notAuthentic }
    let turned = outer.withBytes { Array($0.bytes.reversed()) }
    guard Array(turned[..<vectorSize]) == vector else { throw .notAuthentic }
    let text = try BlobFailure.calling { () throws(CryptoError) in
      try cipher.decrypt(
        turned.span.extracting(vectorSize...), key: wrapping, vector: SecretBytes(copying: vector))
    }
    guard text.count >= 4 else { throw .notAuthentic }
    let length = text.withBytes { $0.extracting(0..<4).bytes }.size(at: 0) ?? .max
    guard length <= text.count - 4 else { throw .notAuthentic }
    return text.slice(4 + length..<text.count)
  }
}
