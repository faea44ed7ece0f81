// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import KeychainTypes
package import SecureMemory

/// An EncryptedData (RFC 5652 8): a content under a key that the message does not contain.
package struct EncryptedMessage: Sendable {
  private let part: EncryptedPart
  package var contentType: OID { part.contentType }

  /// Reads an EncryptedData.
  ///
  /// - Parameters:
  ///   - element: the SEQUENCE of the EncryptedData.
  ///   - file: the value in secret memory that contains the element; `bytes` are its bytes.
  init(
    _ element: DERElement, of file: SecretBytes, _ bytes: Span<UInt8>
  ) throws(DERFailure) {
    guard element.tag == .sequence else { throw .tag }
    var walk = DERWalk(element)
    _ = try walk.next(.integer, bytes)
    part = try EncryptedPart(walk.next(bytes), of: file, bytes)
    _ = try walk.nextIfPresent(.context(1, isConstructed: true), bytes)
    try walk.finish()
  }

  /// Decrypts the content.
  ///
  /// - Parameter key: the content key, which an earlier enveloped message has given both parties.
  package func content(by key: SecretBytes) throws(KeychainError) -> SecretBytes {
    try part.decrypted(with: key)
  }

  /// Returns a message whose content is encrypted with a key, as a whole ContentInfo.
  package static func message(
    of content: SecretBytes, key: SecretBytes,
    _ randomness: any RandomnessSource = SystemRandomness()
  ) throws(KeychainError) -> SecretBytes {
    guard key.count == EncryptedPart.keySize else {
      throw .parameter("the content key of the envelope is not one of AES-256")
    }
    let part = try EncryptedPart.encoded(MessageOID.data, content, key: key, randomness)
    let body = DERWriter.sequence([DERWriter.integer([]), part])
    return MessageWriter.wrapped(MessageOID.encryptedData, SecretBytes(copying: body))
  }
}
