// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Reads messages, opens them and verifies their signatures: the input itself, or a message around
/// it.
///
/// Changed bytes never pass a signature or the wrapping of a key, so they are signed and encrypted
/// after the change.
enum FuzzMessage {
  /// The public point and the private number of the first key of RFC 6979 A.2.5, on P-256.
  private static let numbers: [UInt8] = [
    0x04, 0x60, 0xfe, 0xd4, 0xba, 0x25, 0x5a, 0x9d, 0x31, 0xc9, 0x61, 0xeb,
    0x74, 0xc6, 0x35, 0x6d, 0x68, 0xc0, 0x49, 0xb8, 0x92, 0x3b, 0x61, 0xfa,
    0x6c, 0xe6, 0x69, 0x62, 0x2e, 0x60, 0xf2, 0x9f, 0xb6, 0x79, 0x03, 0xfe,
    0x10, 0x08, 0xb8, 0xbc, 0x99, 0xa4, 0x1a, 0xe9, 0xe9, 0x56, 0x28, 0xbc,
    0x64, 0xf2, 0xf1, 0xb2, 0x0c, 0x2d, 0x7e, 0x9f, 0x51, 0x77, 0xa3, 0xc2,
    0x94, 0xd4, 0x46, 0x22, 0x99, 0xc9, 0xaf, 0xa9, 0xd8, 0x45, 0xba, 0x75,
    0x16, 0x6b, 0x5c, 0x21, 0x57, 0x67, 0xb1, 0xd6, 0x93, 0x4e, 0x50, 0xc3,
    0xdb, 0x36, 0xe8, 0x9b, 0x12, 0x7b, 0x8a, 0x62, 0x2b, 0x12, 0x0f, 0x67,
    0x21,
  ]

  /// The published key with a certificate for it.
  static let identity: MessageIdentity = {
    guard
      let key = try? SoftwareKey(
        externalForm: SecretBytes(copying: numbers), .ec, .privateHalf),
      let half = try? key.publicHalf(),
      let certificate = try? Certificate(FuzzIdentity.certificate(half, "fuzz", 1).span)
    else { preconditionFailure("the key and the certificate are valid") }
    return MessageIdentity(certificate, key)
  }()

  static let contentKey = SecretBytes(copying: [UInt8](repeating: 7, count: 32))
  private static let content = SecretBytes(copying: Array("content".utf8))

  static func run(_ bytes: [UInt8]) { _ = read(bytes) }

  /// Reads the message for an input and verifies its signatures.
  ///
  /// - Returns: the number of signatures that are valid, or nil if the message is refused.
  static func read(_ bytes: [UInt8]) -> Int? {
    let keys = ReceivedMessage.Keys(contentKey: contentKey) { (reference) throws(KeychainError) in
      reference.names(identity.certificate) ? identity : nil
    }
    guard let file = message(bytes),
      let message = try? ReceivedMessage(SecretBytes(copying: file), keys)
    else { return nil }
    var valid = 0
    if let signed = message.signed {
      var checks = SignatureChecks(signed, detached: content)
      for index in signed.signers.indices {
        _ = signed.signers[index].signingTime
        _ = try? TimestampToken(signed.signers[index])
        let verdict = try? checks.verdict(ofSignerAt: index, among: [identity.certificate])
        if verdict == .valid { valid += 1 }
      }
    }
    return valid
  }

  /// Returns the message for an input, whose first byte chooses the place of the rest.
  static func message(_ bytes: [UInt8]) -> [UInt8]? {
    let rest = Array(bytes.dropFirst())
    switch (bytes.first ?? 0) % 6 {
    case 0: return rest
    // The rest is the signers, or the attributes of a signer whose signature is right.
    case 1: return signed(rest)
    case 2: return signed(signer(attributes: rest))
    // The rest is the recipients.
    case 3:
      return part(content, MessageOID.data).map {
        wrapped(MessageOID.envelopedData, DERWriter.integer([2]), set(rest), $0)
      }
    // The rest is a content that is encrypted: a signed message, or a plain one.
    case 4: return encrypted(rest, MessageOID.signedData)
    default: return encrypted(rest, MessageOID.data)
    }
  }

  private static func set(_ content: [UInt8]) -> [UInt8] { DERWriter.element(.set, content) }

  private static func name(_ identifier: OID) -> [UInt8] {
    DERWriter.element(.objectIdentifier, identifier.content)
  }

  private static func boxed(_ content: [UInt8]) -> [UInt8] {
    DERWriter.element(.context(0, isConstructed: true), content)
  }

  private static func wrapped(_ type: OID, _ parts: [UInt8]...) -> [UInt8] {
    DERWriter.sequence([name(type), boxed(DERWriter.sequence(parts))])
  }

  private static func signed(_ signers: [UInt8]) -> [UInt8] {
    let octets = content.withBytes { bytes in
      DERWriter.element(.octetString, bytes.indices.map { bytes[$0] })
    }
    return wrapped(
      MessageOID.signedData, DERWriter.integer([1]), set([]),
      DERWriter.sequence([name(MessageOID.data), boxed(octets)]),
      boxed(identity.certificate.bytes), set(signers))
  }

  private static func signer(attributes: [UInt8]) -> [UInt8] {
    let digest = DERWriter.sequence([name(OID(2, 16, 840, 1, 101, 3, 4, 2, 1))])
    let algorithm = KeyAlgorithm(name: "algid:sign:ECDSA:message-X962:SHA256")
    let signature = algorithm.flatMap { try? identity.key.sign(set(attributes).span, $0) }
    let title = DERWriter.sequence([
      identity.certificate.encodedIssuer,
      DERWriter.element(.integer, identity.certificate.serialNumber),
    ])
    return DERWriter.sequence([
      DERWriter.integer([1]), title, digest, boxed(attributes),
      DERWriter.sequence([name(OID(1, 2, 840, 10045, 4, 3, 2))]),
      DERWriter.element(.octetString, signature ?? []),
    ])
  }

  /// Returns an EncryptedContentInfo of a content under the content key.
  private static func part(_ content: SecretBytes, _ type: OID) -> [UInt8]? {
    let vector = [UInt8](repeating: 0, count: 16)
    let text = try? PasswordCipher.aes256.encrypt(
      content, key: contentKey, vector: SecretBytes(copying: vector))
    let algorithm = DERWriter.sequence([
      name(OID(2, 16, 840, 1, 101, 3, 4, 1, 42)), DERWriter.element(.octetString, vector),
    ])
    return text.map { text in
      DERWriter.sequence([
        name(type), algorithm, DERWriter.element(.context(0, isConstructed: false), text),
      ])
    }
  }

  private static func encrypted(_ content: [UInt8], _ type: OID) -> [UInt8]? {
    part(SecretBytes(copying: content), type).map {
      wrapped(MessageOID.encryptedData, DERWriter.integer([]), $0)
    }
  }
}
