// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The terms of key agreement on NIST curves (RFC 5753 3.1): the sender's public key, the key
/// derivation and the algorithm that wraps the content key.
struct AgreementTerms: Sendable {
  /// The sender's public key for this message: 04 ‖ X ‖ Y.
  ///
  /// Empty if the message names the sender's key without containing it.
  private let point: [UInt8]
  /// The sender's additional input to the key derivation, or nil if the sender gave no input.
  private let material: [UInt8]?
  private let algorithm: AlgorithmIdentifier

  /// Reads the head of a KeyAgreeRecipientInfo (RFC 5652 6.2.2), up to its algorithm.
  ///
  /// A sender whose public key is not in the message leaves `point` empty.
  init(_ walk: inout DERWalk, _ bytes: Span<UInt8>) throws(DERFailure) {
    _ = try walk.next(.integer, bytes)
    var originator = DERWalk(try walk.next(.context(0, isConstructed: true), bytes))
    let sender = try originator.next(bytes)
    if sender.tag == .context(1, isConstructed: true) {
      var key = DERWalk(sender)
      _ = try AlgorithmIdentifier(key.next(bytes), bytes)
      point = bytes.array(try key.next(.bitString, bytes).wholeBits(bytes))
    } else {
      point = []
    }
    if let outer = try walk.nextIfPresent(.context(1, isConstructed: true), bytes) {
      var inner = DERWalk(outer)
      material = bytes.array(try inner.next(.octetString, bytes).content)
    } else {
      material = nil
    }
    algorithm = try AlgorithmIdentifier(walk.next(bytes), bytes)
  }

  /// Unwraps the content key for one recipient.
  ///
  /// - Parameters:
  ///   - wrapped: the content key, wrapped under the key on which the sender and the recipient
  ///     agree.
  ///   - key: the recipient's private key.
  /// - Throws: -25257 if the recipient's key does not open the wrapped key.
  func contentKey(
    _ wrapped: [UInt8], by key: any MessageKey
  ) throws(KeychainError) -> SecretBytes {
    guard let hash = MessageOID.agreements[algorithm.algorithm],
      let parameters = algorithm.parameters,
      let inner = try? Self.identifier(parameters), let wrap = MessageOID.wraps[inner.algorithm]
    else { throw .unsupportedMessage }
    do throws(KeychainError) {
      let other = try Self.sharedKey(hash, wrap, named: parameters, material) {
        (algorithm, terms) throws(KeychainError) in
        try key.exchange(algorithm, with: point, terms)
      }
      return try KeychainError.translating { () throws(CryptoError) in
        try wrap.unwrap(wrapped.span, under: other)
      }
    } catch {
      guard error.code == .parameter || error.code == .decode else { throw error }
      throw .noContent
    }
  }

  private static func identifier(_ element: [UInt8]) throws(DERFailure) -> AlgorithmIdentifier {
    let bytes = element.span
    var walk = DERWalk(bytes)
    return try AlgorithmIdentifier(walk.next(bytes), bytes)
  }

  /// Derives the key that wraps the content key (RFC 5753 7.2).
  ///
  /// - Parameters:
  ///   - identifier: the AlgorithmIdentifier of the wrapping, which is an input of the derivation.
  ///   - material: the sender's additional input, or nil if there is no input.
  ///   - exchange: called once to exchange keys with the other party, by the given algorithm and
  ///     parameters. The result is the derived key.
  private static func sharedKey(
    _ hash: HashFunction, _ wrap: KeyWrap, named identifier: [UInt8], _ material: [UInt8]?,
    _ exchange: (KeyAlgorithm, KeyExchangeParameters) throws(KeychainError) -> SecretBytes
  ) throws(KeychainError) -> SecretBytes {
    guard let algorithm = SignatureAlgorithm.of(.ecdh(hash)) else { throw .unsupportedMessage }
    let bits = 8 * wrap.keySize
    let size: [UInt8] = [0, 0, UInt8(bits >> 8), UInt8(bits & 0xff)]
    let shared = DERWriter.sequence([
      identifier,
      material.map { boxed(0, $0) } ?? [],
      boxed(2, size),
    ])
    return try exchange(
      algorithm, KeyExchangeParameters(requestedSize: wrap.keySize, sharedInfo: shared))
  }

  /// Returns an OCTET STRING inside an element with the explicit tag [`number`].
  private static func boxed(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    DERWriter.element(
      .context(number, isConstructed: true), DERWriter.element(.octetString, content))
  }

  /// Returns the KeyAgreeRecipientInfo for a recipient whose certificate has a key on a NIST curve.
  ///
  /// The sender makes a new key pair for this recipient.
  static func recipient(
    _ certificate: Certificate, _ key: ECKey, of contentKey: SecretBytes
  ) throws(KeychainError) -> [UInt8] {
    let own = try SoftwareKey(generating: .ec, bits: key.curve.bits)
    let wrap = AlgorithmIdentifier(MessageOID.aes256Wrap, parameters: nil).bytes
    let other = try sharedKey(.sha256, .aes256, named: wrap, nil) {
      (algorithm, terms) throws(KeychainError) in
      try own.exchange(algorithm, with: key.point, terms)
    }
    let wrapped = try KeychainError.translating { () throws(CryptoError) in
      try KeyWrap.aes256.wrap(contentKey, under: other)
    }
    let sender = DERWriter.element(
      .context(1, isConstructed: true),
      AlgorithmIdentifier(MessageOID.ecPublicKey, parameters: nil).bytes
        + DERWriter.bitString(own.publicForm))
    let algorithm = AlgorithmIdentifier(MessageOID.agreementWithSHA256, parameters: wrap)
    let one = DERWriter.sequence([
      CertificateReference(certificate).element, DERWriter.element(.octetString, wrapped),
    ])
    let content = [
      DERWriter.integer([3]), DERWriter.element(.context(0, isConstructed: true), sender),
      algorithm.bytes, DERWriter.sequence([one]),
    ]
    return DERWriter.element(
      .context(1, isConstructed: true), content.reduce(into: []) { $0 += $1 })
  }
}
