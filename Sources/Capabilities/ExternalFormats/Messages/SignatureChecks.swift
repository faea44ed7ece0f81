// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// The result of verifying one signature of a message.
///
/// The result does not say whether the signer is trusted.
package enum SignatureVerdict: Hashable, Sendable {
  case valid
  /// The signature does not fit the content, or the signed attributes do not fit the content.
  case invalid
  /// The content is sent beside the message, and the caller did not give it.
  case needsContent
  /// The certificate of the signer is neither in the message nor among the given certificates.
  case withoutCertificate
  /// The signature uses an algorithm that is unknown or too weak, or that does not fit the key of
  /// the signer's certificate.
  case unsupported
}

/// Verifies the signatures of a message (RFC 5652 5.4, 5.6).
///
/// The content is hashed once for each hash function, however many signers there are.
package struct SignatureChecks {
  private let message: SignedMessage
  private let content: SecretBytes?
  private var digests: [HashFunction: [UInt8]] = [:]

  /// Creates the checks of a message.
  ///
  /// - Parameter detached: the content, if the message does not contain it.
  package init(_ message: SignedMessage, detached: SecretBytes? = nil) {
    self.message = message
    content = message.content ?? detached
  }

  /// True if the content is in the message or was given.
  package var hasContent: Bool { content != nil }

  /// Verifies the signature of one signer.
  ///
  /// - Parameters:
  ///   - index: an index into the signers of the message.
  ///   - others: further certificates that may be the signer's, beside the certificates of the
  ///     message.
  /// - Throws: an error of libcrypto that says nothing about the signature.
  package mutating func verdict(
    ofSignerAt index: Int, among others: [Certificate] = []
  ) throws(KeychainError) -> SignatureVerdict {
    let signer = message.signers[index]
    guard let content else { return .needsContent }
    guard let certificate = message.certificate(of: signer, among: others) else {
      return .withoutCertificate
    }
    guard let hash = signer.hash, hash.isAvailable,
      let algorithm = SignatureAlgorithm.known(signer.algorithm, hash),
      let key = certificate.subjectPublicKey.key, key.supports(.verify, algorithm)
    else { return .unsupported }
    let digest = try digest(hash, of: content)
    guard let attributes = signer.attributes else {
      // RFC 5652 5.3: content of another type than `data` has signed attributes.
      guard message.contentType == MessageOID.data else { return .invalid }
      let isMatch: Bool
      if algorithm.encoding == .eddsa {
        isMatch = try content.withBytes { (bytes) throws(KeychainError) in
          try Self.isMatch(signer.signature, of: bytes, key, algorithm)
        }
      } else {
        isMatch = try Self.isMatch(signer.signature, of: digest.span, key, algorithm)
      }
      return isMatch ? .valid : .invalid
    }
    guard attributes.isAbout(message.contentType), attributes.digest == digest else {
      return .invalid
    }
    // Some signers sort the attributes before signing, but send them in another order.
    for signed in Set([attributes.bytes, attributes.sortedBytes]) {
      let input = try Self.input(signed, hash, algorithm)
      if try Self.isMatch(signer.signature, of: input.span, key, algorithm) { return .valid }
    }
    return .invalid
  }

  private mutating func digest(
    _ hash: HashFunction, of content: SecretBytes
  ) throws(KeychainError) -> [UInt8] {
    if let known = digests[hash] { return known }
    let digest = try MessageDigest.of(content, hash)
    digests[hash] = digest
    return digest
  }

  private static func input(
    _ attributes: [UInt8], _ hash: HashFunction, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    guard algorithm.encoding != .eddsa else { return attributes }
    return try KeychainError.translating { () throws(CryptoError) in
      try hash.hash(attributes.span)
    }
  }

  private static func isMatch(
    _ signature: [UInt8], of input: Span<UInt8>, _ key: SoftwareKey, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> Bool {
    do throws(KeychainError) {
      try key.verify(signature.span, of: input, algorithm)
      return true
    } catch {
      // -50 means that the key cannot have made the signature, for example a number above the
      // modulus.
      guard error.code == .verifyFailed || error.code == .parameter else { throw error }
      return false
    }
  }
}

/// Computes the digest of a message's content.
///
/// The digest itself is not secret, because a message contains it unencrypted.
enum MessageDigest {
  static func of(_ content: SecretBytes, _ hash: HashFunction) throws(KeychainError) -> [UInt8] {
    let digest = try KeychainError.translating { () throws(CryptoError) in
      try hash.hash([content])
    }
    return digest.withBytes { $0.array(0..<$0.count) }
  }
}
