// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// The signature algorithms of messages, as key algorithms and as AlgorithmIdentifiers.
enum SignatureAlgorithm {
  /// Returns the key algorithm for the signature algorithm and the hash function of a signer.
  ///
  /// The key algorithm for Ed25519 takes the signed bytes. All others take the digest of the bytes.
  /// Nil if the signature algorithm is unknown, or does not fit the hash function.
  static func known(_ identifier: AlgorithmIdentifier, _ hash: HashFunction) -> KeyAlgorithm? {
    let name = identifier.algorithm
    if name == MessageOID.rsaEncryption || MessageOID.rsaSignatures[name] == hash {
      return of(.rsaSignature(.pkcs1v15(hash)))
    }
    if name == MessageOID.rsaPSS, isPlainPSS(identifier.parameters, hash) {
      return of(.rsaSignature(.pss(hash)))
    }
    if name == MessageOID.ecPublicKey || MessageOID.ecdsaSignatures[name] == hash {
      return of(.ecdsa(.x962, hash))
    }
    // With Ed25519, the digest of the content must be by SHA-512 (RFC 8419 3).
    if name == MessageOID.ed25519, hash == .sha512 { return of(.eddsa) }
    return nil
  }

  /// Returns the algorithm with which a key signs digests of a hash function.
  ///
  /// The result is nil if the key cannot sign, or if an Ed25519 key comes with another hash
  /// than SHA-512.
  static func make(
    _ key: SubjectPublicKey, _ hash: HashFunction
  ) -> (algorithm: KeyAlgorithm, identifier: AlgorithmIdentifier)? {
    let identifier: AlgorithmIdentifier
    switch key.algorithm.algorithm {
    case MessageOID.rsaEncryption:
      identifier = AlgorithmIdentifier(MessageOID.rsaEncryption, parameters: null)
    case MessageOID.ecPublicKey:
      guard let name = MessageOID.ecdsaSignatures.first(where: { $0.value == hash }) else {
        return nil
      }
      identifier = AlgorithmIdentifier(name.key, parameters: nil)
    case MessageOID.ed25519:
      identifier = AlgorithmIdentifier(MessageOID.ed25519, parameters: nil)
    default: return nil
    }
    return known(identifier, hash).map { ($0, identifier) }
  }

  /// Returns the AlgorithmIdentifier of a hash function, or nil if messages do not use the
  /// function.
  static func digest(_ hash: HashFunction) -> AlgorithmIdentifier? {
    MessageOID.digests.first { $0.value == hash }
      .map { AlgorithmIdentifier($0.key, parameters: hash == .sha1 ? null : nil) }
  }

  static let null = DERWriter.element(.null, [UInt8]())

  /// Returns the key algorithm for a computation, such as a signature or an encryption.
  ///
  /// An algorithm for RSA or ECDSA signatures takes a digest that the caller has computed. The
  /// algorithm for Ed25519 takes the whole message. Nil if no key algorithm has this computation.
  static func of(_ encoding: KeyAlgorithm.Encoding) -> KeyAlgorithm? {
    KeyAlgorithm.all.first {
      $0.encoding == encoding && (!$0.isMessage || encoding == .eddsa)
    }
  }

  /// True if the parameters of PSS name `hash` for the message and for MGF1, with a salt as long as
  /// the hash (RFC 8017 A.2.3).
  ///
  /// `SoftwareKey` supports only these parameters.
  private static func isPlainPSS(_ parameters: [UInt8]?, _ hash: HashFunction) -> Bool {
    guard let parameters, let read = try? Padding(parameters) else { return false }
    return read.hash == hash && read.maskHash == hash && read.number ?? 20 == hash.size
  }

  /// Returns the hash function of OAEP's parameters (RFC 8017 A.2.1).
  ///
  /// Nil if there are no valid parameters, if the mask generation has another hash function, or if
  /// there is a label.
  static func plainMask(_ parameters: [UInt8]?) -> HashFunction? {
    guard let parameters, let read = try? Padding(parameters), read.hash == read.maskHash,
      !read.hasLabel
    else { return nil }
    return read.hash
  }

  /// The parameters of PSS or OAEP: a hash function, a mask generation function, and the salt's
  /// length or the label's source.
  private struct Padding {
    var hash: HashFunction? = .sha1
    var maskHash: HashFunction? = .sha1
    var number: Int?
    var hasLabel = false

    init(_ parameters: [UInt8]) throws(DERFailure) {
      let bytes = parameters.span
      var outside = DERWalk(bytes)
      var walk = DERWalk(try outside.next(.sequence, bytes))
      try outside.finish()
      if let part = try walk.nextIfPresent(.context(0, isConstructed: true), bytes) {
        hash = MessageOID.digests[try SignatureAlgorithm.identifier(part, bytes).algorithm]
      }
      if let part = try walk.nextIfPresent(.context(1, isConstructed: true), bytes) {
        maskHash = SignatureAlgorithm.maskHash(try SignatureAlgorithm.identifier(part, bytes))
      }
      if let part = try walk.nextIfPresent(.context(2, isConstructed: true), bytes) {
        var inner = DERWalk(part)
        let value = try inner.next(bytes)
        if value.tag == .integer {
          number = try value.count(bytes)
        } else {
          var source = DERWalk(value)
          _ = try source.next(bytes)
          hasLabel = try !source.next(.octetString, bytes).content.isEmpty
        }
      }
    }
  }

  private static func identifier(
    _ element: DERElement, _ bytes: Span<UInt8>
  ) throws(DERFailure) -> AlgorithmIdentifier {
    var walk = DERWalk(element)
    return try AlgorithmIdentifier(walk.next(bytes), bytes)
  }

  /// Returns the hash function of a mask generation function, or nil if it is not known.
  private static func maskHash(_ identifier: AlgorithmIdentifier) -> HashFunction? {
    guard identifier.algorithm == MessageOID.maskGeneration, let inner = identifier.parameters
    else { return nil }
    let bytes = inner.span
    var walk = DERWalk(bytes)
    let hash = try? AlgorithmIdentifier(walk.next(bytes), bytes)
    return hash.flatMap { MessageOID.digests[$0.algorithm] }
  }
}
