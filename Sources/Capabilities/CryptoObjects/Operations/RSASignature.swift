// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// Makes and verifies RSA signatures (RFC 8017 8; Specification/seckey.md, "RSA signatures").
enum RSASignature {
  static func sign(
    _ digest: [UInt8], _ padding: RSASignaturePadding, by key: RSAKey
  ) throws(KeychainError) -> [UInt8] {
    switch padding {
    case .raw:
      guard let block = RSABlock.padded(digest, to: key.blockSize) else {
        throw .parameter("the input is longer than the modulus")
      }
      return try power(of: block, by: key)
    case .pkcs1v15(let hash):
      guard let block = block(of: digest, hash, size: key.blockSize) else {
        throw .parameter("the digest does not match the hash in length, or is too long for the key")
      }
      return try power(of: block, by: key)
    case .pss(let hash):
      return try KeychainError.translating("the length of the digest does not match the hash") {
        () throws(CryptoError) in try key.signPSS(digest: digest.span, hash)
      }
    }
  }

  /// Verifies a signature by applying the key and comparing the result with the expected block.
  ///
  /// For `raw` and PKCS#1 v1.5, the result is compared as a whole and not parsed. Only one block is
  /// therefore accepted for a digest.
  static func verify(
    _ signature: Span<UInt8>, of digest: [UInt8], _ padding: RSASignaturePadding, by key: RSAKey
  ) throws(KeychainError) {
    guard let padded = RSABlock.padded(signature.array, to: key.blockSize) else {
      throw .parameter("the signature is longer than the modulus")
    }
    if case .pss(let hash) = padding {
      let isMatch = try KeychainError.translating { () throws(CryptoError) in
        try key.verifyPSS(padded.span, digest: digest.span, hash)
      }
      if isMatch { return }
    }
    let recovered = try KeychainError.translating("the signature is not less than the modulus") {
      () throws(CryptoError) in try key.publicPower(padded.span)
    }
    let isMatch =
      switch padding {
      // Without this check, an empty signature would match empty data.
      case .raw: !signature.isEmpty && recovered.drop { $0 == 0 } == digest[...]
      case .pkcs1v15(let hash): recovered == block(of: digest, hash, size: key.blockSize)
      case .pss: false
      }
    guard isMatch else { throw .noMatch }
  }

  private static func power(of block: [UInt8], by key: RSAKey) throws(KeychainError) -> [UInt8] {
    try KeychainError.translating("the input is not less than the modulus") {
      () throws(CryptoError) in try key.privatePower(block.span).withBytes { $0.array }
    }
  }

  /// Returns the block of a PKCS#1 v1.5 signature: 00 01 FF… 00, the DigestInfo and the digest (RFC
  /// 8017 9.2).
  ///
  /// If `hash` is nil, the DigestInfo is left out. Returns nil if the block would be too long, or
  /// if the length of the digest is not the length of the hash.
  private static func block(of digest: [UInt8], _ hash: HashFunction?, size: Int) -> [UInt8]? {
    guard hash.map({ $0.size == digest.count }) ?? true else { return nil }
    let content = (hash?.digestPrefix ?? []) + digest
    guard content.count <= size - RSAEncryptionPadding.pkcs1v15.overhead else { return nil }
    return [0, 1] + [UInt8](repeating: 0xFF, count: size - content.count - 3) + [0] + content
  }
}

extension HashFunction {
  /// The bytes of a DigestInfo that precede the digest, with NULL parameters (RFC 8017 9.2 note 1).
  fileprivate var digestPrefix: [UInt8] {
    let algorithm = DERWriter.sequence([
      DERWriter.element(.objectIdentifier, objectIdentifier), DERWriter.element(.null, []),
    ])
    let octets = DERWriter.header(.octetString, count: size)
    let inner = algorithm.count + octets.count + size
    return DERWriter.header(.sequence, count: inner) + algorithm + octets
  }

  /// The DER content of the object identifier of the hash function.
  private var objectIdentifier: [UInt8] {
    let nist: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02]
    return switch self {
    case .md5: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05]
    case .sha1: [0x2B, 0x0E, 0x03, 0x02, 0x1A]
    case .sha256: nist + [1]
    case .sha384: nist + [2]
    case .sha512: nist + [3]
    case .sha224: nist + [4]
    case .sha512Of224Bits: nist + [5]
    case .sha512Of256Bits: nist + [6]
    }
  }
}
