// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// An EncryptedContentInfo (RFC 5652 6.1): the type of a content, its cipher and the ciphertext.
struct EncryptedPart: Sendable {
  /// The type of the decrypted content.
  let contentType: OID
  private let algorithm: AlgorithmIdentifier
  /// The ciphertext, or nil if it is sent beside the message.
  private let ciphertext: SecretBytes?

  /// Reads an EncryptedContentInfo.
  ///
  /// - Parameters:
  ///   - element: the SEQUENCE of the EncryptedContentInfo.
  ///   - file: the value in secret memory that contains the element; `bytes` are its bytes.
  init(
    _ element: DERElement, of file: SecretBytes, _ bytes: Span<UInt8>
  ) throws(DERFailure) {
    guard element.tag == .sequence else { throw .tag }
    var walk = DERWalk(element)
    contentType = try walk.next(bytes).objectIdentifier(bytes)
    algorithm = try AlgorithmIdentifier(walk.next(bytes), bytes)
    guard !walk.isAtEnd else {
      ciphertext = nil
      return
    }
    let content = try walk.next(bytes)
    try walk.finish()
    switch content.tag {
    case .context(0, isConstructed: false): ciphertext = file.slice(content.content)
    case .context(0, isConstructed: true):
      // BER allows a ciphertext in several pieces.
      var pieces: [SecretBytes] = []
      var inner = DERWalk(content)
      while !inner.isAtEnd {
        pieces.append(file.slice(try inner.next(.octetString, bytes).content))
      }
      ciphertext = SecretBytes(joining: pieces)
    default: throw .tag
    }
  }

  /// Decrypts the content.
  ///
  /// - Parameter key: the content key.
  /// - Throws: an error that does not say whether the key or the ciphertext is wrong.
  func decrypted(with key: SecretBytes) throws(KeychainError) -> SecretBytes {
    let (cipher, vector) = try cipher()
    guard let ciphertext else {
      throw KeychainError(.init(rawValue: -25257), "the message has no encrypted content")
    }
    guard key.count == cipher.keySize else { throw .noContent }
    do throws(CryptoError) {
      return try ciphertext.withBytes { (bytes) throws(CryptoError) in
        try cipher.decrypt(bytes, key: key, vector: SecretBytes(copying: vector))
      }
    } catch {
      switch error {
      case .notAuthentic, .wrongLength, .wrongParameter: throw .noContent
      case .unavailable: throw .unsupportedMessage
      case .outOfMemory, .failed: throw KeychainError(error, refusal: "")
      }
    }
  }

  /// Returns the content key, or random bytes if the key does not have the size for the cipher.
  ///
  /// The random bytes have this size. The sender of a forged message then cannot find out whether
  /// the padding of RSA was right (RFC 3218 2.3).
  func sized(
    _ key: SecretBytes, _ randomness: some RandomnessSource
  ) throws(KeychainError) -> SecretBytes {
    let size = try cipher().cipher.keySize
    guard key.count != size else { return key }
    return try KeychainError.drawingForMessage { () throws(RandomnessError) in
      try randomness.secret(count: size)
    }
  }

  private func cipher() throws(KeychainError) -> (cipher: PasswordCipher, vector: [UInt8]) {
    let (cipher, vector) = try KeychainError.ofMessage { () throws(FormatFailure) in
      try PasswordScheme.cipher(algorithm)
    }
    guard vector.count == cipher.vectorSize else { throw .noMessage }
    return (cipher, vector)
  }
}

/// The content cipher of messages that Latchkey writes: AES-256 in CBC mode.
extension EncryptedPart {
  static var keySize: Int { PasswordCipher.aes256.keySize }

  /// Encrypts a content with the content key, and returns its EncryptedContentInfo.
  ///
  /// - Parameter type: the type of the content, for example `data`.
  static func encoded(
    _ type: OID, _ content: SecretBytes, key: SecretBytes, _ randomness: some RandomnessSource
  ) throws(KeychainError) -> [UInt8] {
    let vector = try KeychainError.drawingForMessage { () throws(RandomnessError) in
      try randomness.bytes(count: PasswordCipher.aes256.vectorSize)
    }
    let ciphertext = try KeychainError.translating { () throws(CryptoError) in
      try PasswordCipher.aes256.encrypt(content, key: key, vector: SecretBytes(copying: vector))
    }
    let algorithm = AlgorithmIdentifier(
      FormatOID.aes256, parameters: DERWriter.element(.octetString, vector))
    return DERWriter.sequence([
      type.element, algorithm.bytes,
      DERWriter.element(.context(0, isConstructed: false), ciphertext),
    ])
  }
}
