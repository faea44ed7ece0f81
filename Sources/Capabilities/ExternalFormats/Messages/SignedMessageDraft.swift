// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// The attributes that a signer adds to its signature, with the raw values of Apple's constants
/// (Specification/certificates.md, "CMS messages").
package struct SignedAttributeKinds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let capabilities = SignedAttributeKinds(rawValue: 1)
  package static let encryptionKeyPreference = SignedAttributeKinds(rawValue: 2)
  package static let microsoftKeyPreference = SignedAttributeKinds(rawValue: 4)
  package static let signingTime = SignedAttributeKinds(rawValue: 8)
}

/// A SignedData to be written (RFC 5652 5.1).
package struct SignedMessageDraft: Sendable {
  package var contentType = MessageOID.data
  /// True if the content is sent beside the message.
  package var isDetached = false
  /// All certificates that the message will contain.
  ///
  /// The certificates of the signers are not added by themselves: add them here if recipients need
  /// them.
  package var certificates: [Certificate] = []
  package var signers: [MessageIdentity] = []
  package var hash = MessageHash.sha256
  package var attributes: SignedAttributeKinds = []
  package var signingTime = Instant.reference
  /// The certificate for which recipients should encrypt their replies; nil for the signer's own
  /// certificate.
  package var preferredCertificate: Certificate?

  package init() {}

  /// Returns the message with its content as a whole element: the SignedData in a ContentInfo.
  ///
  /// - Parameter content: the signed content, or nil for a message that has only certificates.
  /// - Throws: -50 if a key cannot sign with the hash function; the errors of the keys.
  package func message(of content: SecretBytes?) throws(KeychainError) -> SecretBytes {
    MessageWriter.wrapped(MessageOID.signedData, try body(of: content))
  }

  /// Returns the SignedData without a ContentInfo, as it stands in an encrypted message.
  package func body(of content: SecretBytes?) throws(KeychainError) -> SecretBytes {
    var names: Set<[UInt8]> = []
    var records: [[UInt8]] = []
    if let content {
      // Signers can have different digests, because Ed25519 always hashes with SHA-512.
      var digests: [HashFunction: [UInt8]] = [:]
      for signer in signers {
        let hash = hash(of: signer)
        if digests[hash] == nil { digests[hash] = try MessageDigest.of(content, hash) }
        guard let digest = digests[hash], let identifier = SignatureAlgorithm.digest(hash) else {
          throw Self.unsuitable
        }
        names.insert(identifier.bytes)
        records.append(try record(signer, identifier, digest, content))
      }
    }
    let version: UInt8 = contentType == MessageOID.data ? 1 : 3
    let head = DERWriter.integer([version]) + DERWriter.sortedSet(Array(names))
    let set =
      certificates.isEmpty
      ? []
      : DERWriter.element(
        .context(0, isConstructed: true), certificates.reduce(into: []) { $0 += $1.bytes })
    return DERWriter.element(
      .sequence,
      [
        SecretBytes(copying: head), encapsulated(content),
        SecretBytes(copying: set + DERWriter.sortedSet(records)),
      ])
  }

  private func encapsulated(_ content: SecretBytes?) -> SecretBytes {
    let type = SecretBytes(copying: contentType.element)
    guard let content, !isDetached else { return DERWriter.element(.sequence, [type]) }
    let octets = DERWriter.element(.octetString, [content])
    return DERWriter.element(
      .sequence, [type, DERWriter.element(.context(0, isConstructed: true), [octets])])
  }

  private static let unsuitable = KeychainError.parameter(
    "the key of the signer cannot sign with this hash function")

  private func hash(of signer: MessageIdentity) -> HashFunction {
    let isEdwards =
      signer.certificate.subjectPublicKey.algorithm.algorithm == MessageOID.ed25519
    return isEdwards ? .sha512 : hash.function
  }

  /// Returns the SignerInfo of a signer.
  private func record(
    _ signer: MessageIdentity, _ identifier: AlgorithmIdentifier, _ digest: [UInt8],
    _ content: SecretBytes
  ) throws(KeychainError) -> [UInt8] {
    let hash = hash(of: signer)
    guard let known = SignatureAlgorithm.make(signer.certificate.subjectPublicKey, hash) else {
      throw Self.unsuitable
    }
    let signature: [UInt8]
    var signed: [UInt8] = []
    if let set = signedSet(digest, signer.certificate) {
      signed = set
      let isEdwards = known.algorithm.encoding == .eddsa
      let input =
        try isEdwards
        ? set
        : KeychainError.translating { () throws(CryptoError) in try hash.hash(set.span) }
      signature = try signer.key.sign(input.span, known.algorithm)
      // The signature covers the attributes with the tag of a SET. In the message they have the tag
      // [0].
      signed[0] = DERTag.context(0, isConstructed: true).rawValue
    } else if known.algorithm.encoding == .eddsa {
      signature = try content.withBytes { (bytes) throws(KeychainError) in
        try signer.key.sign(bytes, known.algorithm)
      }
    } else {
      signature = try signer.key.sign(digest.span, known.algorithm)
    }
    return DERWriter.sequence([
      DERWriter.integer([1]), CertificateReference(signer.certificate).element, identifier.bytes,
      signed, known.identifier.bytes, DERWriter.element(.octetString, signature),
    ])
  }

  /// Returns the signed attributes as a SET, or nil for a signature of the content alone.
  ///
  /// Content of another type than `data` always has signed attributes (RFC 5652 5.3).
  private func signedSet(_ digest: [UInt8], _ certificate: Certificate) -> [UInt8]? {
    guard !attributes.isEmpty || contentType != MessageOID.data else { return nil }
    var set = [
      Self.attribute(MessageOID.contentType, contentType.element),
      Self.attribute(MessageOID.messageDigest, DERWriter.element(.octetString, digest)),
    ]
    if attributes.contains(.signingTime) {
      set.append(Self.attribute(MessageOID.signingTime, DERWriter.time(signingTime)))
    }
    if attributes.contains(.capabilities) {
      let ciphers = MessageOID.preferredCiphers.map { DERWriter.sequence([$0.element]) }
      set.append(Self.attribute(MessageOID.capabilities, DERWriter.sequence(ciphers)))
    }
    let preferred = CertificateReference(preferredCertificate ?? certificate).element
    if attributes.contains(.encryptionKeyPreference) {
      var choice = preferred
      choice[0] = DERTag.context(0, isConstructed: true).rawValue
      set.append(Self.attribute(MessageOID.encryptionKeyPreference, choice))
    }
    if attributes.contains(.microsoftKeyPreference) {
      set.append(Self.attribute(MessageOID.microsoftKeyPreference, preferred))
    }
    return DERWriter.sortedSet(set)
  }

  private static func attribute(_ kind: OID, _ value: [UInt8]) -> [UInt8] {
    DERWriter.sequence([kind.element, DERWriter.element(.set, value)])
  }
}

extension [Certificate] {
  /// The certificates of a chain without the root at its end.
  ///
  /// A chain that is only a root stays as it is.
  package var withoutRoot: [Certificate] { count > 1 && endsInRoot ? dropLast() : self }

  /// True if the last certificate has its own name as the name of its issuer.
  package var endsInRoot: Bool {
    guard let root = last, let subject = root.subject, let issuer = root.issuer else {
      return false
    }
    return subject.normalizedContent == issuer.normalizedContent
  }
}

/// Writes the outer element of messages.
enum MessageWriter {
  /// Returns a ContentInfo (RFC 5652 3) of a content type and its content.
  static func wrapped(_ type: OID, _ body: SecretBytes) -> SecretBytes {
    DERWriter.element(
      .sequence,
      [
        SecretBytes(copying: type.element),
        DERWriter.element(.context(0, isConstructed: true), [body]),
      ])
  }
}
