// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// An EnvelopedData (RFC 5652 6.1): a content under a key that each recipient can open.
package struct EnvelopedMessage: Sendable {
  /// The greatest number of recipients of a message; a message with more recipients is refused.
  private static let mostRecipients = 1024
  /// The greatest number of private keys that are tried on one message; further keys are not used.
  private static let mostTries = 16

  /// A way to open the content key: with the private key of one certificate.
  private struct Recipient: Sendable {
    let reference: CertificateReference
    let form: Form

    enum Form: Sendable {
      case transport(AlgorithmIdentifier, [UInt8])
      case agreement(AgreementTerms, [UInt8])
    }
  }

  private let recipients: [Recipient]
  private let part: EncryptedPart

  /// The certificates that the message names for its recipients, in their order.
  ///
  /// Recipients that share a password or a key with the sender are left out.
  package var references: [CertificateReference] { recipients.map(\.reference) }
  package var contentType: OID { part.contentType }

  /// Reads an EnvelopedData.
  ///
  /// - Parameters:
  ///   - element: the SEQUENCE of the EnvelopedData.
  ///   - file: the value in secret memory that contains the element; `bytes` are its bytes.
  init(
    _ element: DERElement, of file: SecretBytes, _ bytes: Span<UInt8>
  ) throws(DERFailure) {
    guard element.tag == .sequence else { throw .tag }
    var walk = DERWalk(element)
    _ = try walk.next(.integer, bytes)
    _ = try walk.nextIfPresent(.context(0, isConstructed: true), bytes)
    var set = DERWalk(try walk.next(.set, bytes))
    var recipients: [Recipient] = []
    while !set.isAtEnd {
      recipients += try Self.recipients(set.next(bytes), bytes)
      guard recipients.count <= Self.mostRecipients else { throw .content }
    }
    self.recipients = recipients
    part = try EncryptedPart(walk.next(bytes), of: file, bytes)
    _ = try walk.nextIfPresent(.context(1, isConstructed: true), bytes)
    try walk.finish()
  }

  private static func recipients(
    _ element: DERElement, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> [Recipient] {
    switch element.tag {
    case .sequence:
      var walk = DERWalk(element)
      _ = try walk.next(.integer, bytes)
      let reference = try CertificateReference(walk.next(bytes), bytes)
      let algorithm = try AlgorithmIdentifier(walk.next(bytes), bytes)
      let key = bytes.array(try walk.next(.octetString, bytes).content)
      try walk.finish()
      return [Recipient(reference: reference, form: .transport(algorithm, key))]
    case .context(1, isConstructed: true):
      var walk = DERWalk(element)
      let terms = try AgreementTerms(&walk, bytes)
      var list = DERWalk(try walk.next(.sequence, bytes))
      try walk.finish()
      var found: [Recipient] = []
      while !list.isAtEnd, found.count <= mostRecipients {
        var one = DERWalk(try list.next(.sequence, bytes))
        let reference = try CertificateReference(one.next(bytes), bytes)
        let key = bytes.array(try one.next(.octetString, bytes).content)
        found.append(Recipient(reference: reference, form: .agreement(terms, key)))
      }
      return found
    // Recipients with a password, with a key that the sender shares, and of other forms are left
    // out.
    default: return []
    }
  }

  /// Decrypts the content, and returns it with the content key.
  ///
  /// The recipients are tried in their order, until the key of one of them opens the content.
  ///
  /// - Parameter find: returns the certificate of a recipient with its private key, or nil if the
  ///   keychain does not have them.
  /// - Throws: -25300 if `find` returns no private key; -25257 if no key opens the content; the
  ///   errors of `find` and of the keys.
  package func opened(
    _ randomness: any RandomnessSource = SystemRandomness(),
    by find: (CertificateReference) throws(KeychainError) -> MessageIdentity?
  ) throws(KeychainError) -> (key: SecretBytes, content: SecretBytes) {
    var refusal = KeychainError.noRecipient
    var tries = 0
    for recipient in recipients where tries < Self.mostTries {
      do throws(KeychainError) {
        guard let identity = try find(recipient.reference) else { continue }
        tries += 1
        let key = try contentKey(recipient.form, identity, randomness)
        return (key, try part.decrypted(with: key))
      } catch {
        // The error of a locked key helps the caller more than the error of a missing key.
        if refusal.code == .itemNotFound || error.code == .interactionNotAllowed { refusal = error }
      }
    }
    throw refusal
  }

  private func contentKey(
    _ form: Recipient.Form, _ identity: MessageIdentity, _ randomness: any RandomnessSource
  ) throws(KeychainError) -> SecretBytes {
    switch form {
    case .agreement(let terms, let wrapped):
      return try terms.contentKey(wrapped, by: identity.key)
    case .transport(let identifier, let encrypted):
      guard let algorithm = KeyTransport.known(identifier) else { throw .unsupportedMessage }
      do throws(KeychainError) {
        let key = try identity.key.decrypt(encrypted.span, algorithm)
        return try part.sized(key, randomness)
      } catch {
        guard error.code == .parameter else { throw error }
        throw .noContent
      }
    }
  }
}

/// The algorithms that encrypt a content key by RSA.
enum KeyTransport {
  static func known(_ identifier: AlgorithmIdentifier) -> KeyAlgorithm? {
    switch identifier.algorithm {
    case MessageOID.rsaEncryption: SignatureAlgorithm.of(.rsaEncryption(.pkcs1v15))
    case MessageOID.rsaOAEP:
      SignatureAlgorithm.plainMask(identifier.parameters).flatMap {
        SignatureAlgorithm.of(.rsaEncryption(.oaep($0)))
      }
    default: nil
    }
  }
}
