// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// An EnvelopedData to be written (RFC 5652 6.1): a content for the owners of certificates.
package struct EnvelopedMessageDraft {
  private let recipients: [Certificate]
  private let randomness: any RandomnessSource

  package init(
    for recipients: [Certificate], _ randomness: any RandomnessSource = SystemRandomness()
  ) {
    self.recipients = recipients
    self.randomness = randomness
  }

  /// Returns the message as a whole element, with the content key.
  ///
  /// - Parameters:
  ///   - type: the type of the content: `data`, or `signedData` for the body of a signed message.
  ///   - content: the content, which is encrypted with a new key.
  /// - Throws: -50 if a recipient's key cannot encrypt a content key.
  package func message(
    of content: SecretBytes, _ type: OID = MessageOID.data
  ) throws(KeychainError) -> (message: SecretBytes, key: SecretBytes) {
    let key = try KeychainError.drawingForMessage { () throws(RandomnessError) in
      try randomness.secret(count: EncryptedPart.keySize)
    }
    var elements: [[UInt8]] = []
    for recipient in recipients { elements.append(try element(recipient, key)) }
    let hasAgreement = elements.contains { $0.first != DERTag.sequence.rawValue }
    let body = DERWriter.sequence([
      DERWriter.integer([hasAgreement ? 2 : 0]), DERWriter.sortedSet(elements),
      try EncryptedPart.encoded(type, content, key: key, randomness),
    ])
    return (MessageWriter.wrapped(MessageOID.envelopedData, SecretBytes(copying: body)), key)
  }

  /// Returns the RecipientInfo of a recipient.
  private func element(
    _ recipient: Certificate, _ contentKey: SecretBytes
  ) throws(KeychainError) -> [UInt8] {
    switch recipient.subjectPublicKey.key {
    case .ec(let key): return try AgreementTerms.recipient(recipient, key, of: contentKey)
    case .rsa:
      guard let key = recipient.subjectPublicKey.key,
        let algorithm = SignatureAlgorithm.of(.rsaEncryption(.pkcs1v15))
      else { throw Self.unsuitable }
      let encrypted = try contentKey.withBytes { (bytes) throws(KeychainError) in
        try key.encrypt(bytes, algorithm, randomness: randomness)
      }
      return DERWriter.sequence([
        DERWriter.integer([]), CertificateReference(recipient).element,
        AlgorithmIdentifier(MessageOID.rsaEncryption, parameters: SignatureAlgorithm.null).bytes,
        DERWriter.element(.octetString, encrypted),
      ])
    case .curve25519, nil: throw Self.unsuitable
    }
  }

  private static let unsuitable = KeychainError.parameter(
    "the key of a recipient can encrypt no content key; RSA and NIST curves can")
}
