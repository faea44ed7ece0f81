// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// A SignedData (RFC 5652 5.1): a content, its signers and certificates.
///
/// Reading verifies nothing. `SignatureChecks` verifies the signatures.
package struct SignedMessage: Sendable {
  /// The greatest number of signers of a message; a message with more signers is refused.
  private static let mostSigners = 64

  package let contentType: OID
  /// The signed content, or nil if it is detached: sent beside the message.
  package let content: SecretBytes?
  /// The certificates of the message in their order.
  ///
  /// Certificates that are not X.509, and certificates that Latchkey cannot read, are left out.
  package let certificates: [Certificate]
  package let signers: [Signer]

  /// A signer of a message: the SignerInfo with the signature (RFC 5652 5.3).
  package struct Signer: Sendable {
    package let reference: CertificateReference
    let digest: AlgorithmIdentifier
    let attributes: MessageAttributes?
    let algorithm: AlgorithmIdentifier
    let signature: [UInt8]
    let unsigned: MessageAttributes?

    /// The moment at which the signer claims to have signed, or nil if no signed attribute says so.
    package var signingTime: Instant? { attributes?.signingTime }
    /// The hash function of the signature, or nil if it is unknown or too weak.
    var hash: HashFunction? { MessageOID.digests[digest.algorithm] }
  }

  /// Reads a SignedData.
  ///
  /// - Parameters:
  ///   - element: the SEQUENCE of the SignedData.
  ///   - file: the value in secret memory that contains the element; `bytes` are its bytes.
  init(
    _ element: DERElement, of file: SecretBytes, _ bytes: Span<UInt8>
  ) throws(DERFailure) {
    guard element.tag == .sequence else { throw .tag }
    var walk = DERWalk(element)
    _ = try walk.next(.integer, bytes)
    _ = try walk.next(.set, bytes)
    var inner = DERWalk(try walk.next(.sequence, bytes))
    contentType = try inner.next(bytes).objectIdentifier(bytes)
    content = try Self.content(&inner, of: file, bytes)
    let set = try walk.nextIfPresent(.context(0, isConstructed: true), bytes)
    certificates =
      try set.map { (set) throws(DERFailure) in
        try Self.certificates(set, bytes)
      } ?? []
    // Lists of revoked certificates are not looked at.
    _ = try walk.nextIfPresent(.context(1, isConstructed: true), bytes)
    var list = DERWalk(try walk.next(.set, bytes))
    try walk.finish()
    var signers: [Signer] = []
    while !list.isAtEnd {
      guard signers.count < Self.mostSigners else { throw .content }
      signers.append(try Signer(list.next(.sequence, bytes), bytes))
    }
    self.signers = signers
  }

  private static func content(
    _ walk: inout DERWalk, of file: SecretBytes, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> SecretBytes? {
    guard let outer = try walk.nextIfPresent(.context(0, isConstructed: true), bytes) else {
      try walk.finish()
      return nil
    }
    try walk.finish()
    var inner = DERWalk(outer)
    // In PKCS#7, the content may be an element that is no OCTET STRING. The signature covers the
    // bytes inside this element.
    let content = try inner.next(bytes)
    try inner.finish()
    return file.slice(content.content)
  }

  private static func certificates(
    _ set: DERElement, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> [Certificate] {
    var walk = DERWalk(set)
    var certificates: [Certificate] = []
    var count = 0
    while !walk.isAtEnd {
      let element = try walk.next(bytes)
      count += 1
      guard count <= PKCS12File.mostCertificates else { throw .content }
      guard element.tag == .sequence else { continue }
      if let certificate = try? Certificate(bytes.extracting(element.whole)) {
        certificates.append(certificate)
      }
    }
    return certificates
  }

  /// Returns the certificate of a signer, or nil if the signer's reference fits no certificate.
  ///
  /// - Parameter others: further certificates, beside the certificates of the message.
  package func certificate(of signer: Signer, among others: [Certificate] = []) -> Certificate? {
    certificates.first { signer.reference.names($0) } ?? others.first { signer.reference.names($0) }
  }
}

extension SignedMessage.Signer {
  init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = DERWalk(element)
    _ = try walk.next(.integer, bytes)
    reference = try CertificateReference(walk.next(bytes), bytes)
    digest = try AlgorithmIdentifier(walk.next(bytes), bytes)
    let signed = try walk.nextIfPresent(.context(0, isConstructed: true), bytes)
    attributes = try signed.map { (set) throws(DERFailure) in try MessageAttributes(set, bytes) }
    algorithm = try AlgorithmIdentifier(walk.next(bytes), bytes)
    signature = bytes.array(try walk.next(.octetString, bytes).content)
    let others = try walk.nextIfPresent(.context(1, isConstructed: true), bytes)
    // Unsigned attributes that cannot be read are ignored, because the signature does not cover
    // them.
    unsigned = others.flatMap { try? MessageAttributes($0, bytes) }
    try walk.finish()
  }
}
