// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory

/// Takes PKCS#1 v1.5 padding off without telling whether it was right (spec/seckey.md 8.3).
///
/// Bad padding gives a text as well: of pseudo-random length and content, the same each time for a
/// key and ciphertext. The construction is that of libcrypto from 3.2 on, which the oldest
/// libcrypto that we run on does not have. Nothing branches on, or looks at a place given by, the
/// block; only the length of the outcome shows, which means nothing.
enum ImplicitRejection {
  private static let lengthTries = 128
  private static let smallestPadding = 8

  /// The text of a ciphertext.
  ///
  /// - Parameter ciphertext: as long as the modulus.
  /// - Throws: `wrongParameter` where it is no less than the modulus; `failed` for a public key.
  static func text(of ciphertext: [UInt8], by key: RSAKey) throws(CryptoError) -> SecretBytes {
    let size = key.blockSize
    let block = try key.privatePower(ciphertext.span)
    let stream = try stream(key, ciphertext)
    let other = try stream.bytes("message", count: size)
    let otherLength = length(
      among: try stream.bytes("length", count: 2 * lengthTries),
      below: size - 2 - smallestPadding)
    let (isPadded, ownLength) = block.withBytes { padding(of: $0) }
    let length = Int(isPadded.choose(ownLength, otherLength))
    // Both texts stand at the end of their blocks.
    return SecretBytes(count: length) { (text: inout MutableSpan<UInt8>) in
      block.withBytes { block in
        other.withBytes { other in
          for place in text.indices {
            let source = size - length + place
            text[place] = UInt8(
              truncatingIfNeeded: isPadded.choose(UInt32(block[source]), UInt32(other[source])))
          }
        }
      }
    }
  }

  /// Whether a block is 00 02, at least eight bytes that are not zero, 00 and a text, and how long
  /// that text is.
  private static func padding(of block: Span<UInt8>) -> (Mask, length: UInt32) {
    var isPadded = Mask(isZero: UInt32(block[0])) & Mask(isZero: UInt32(block[1] ^ 2))
    var isFound = Mask.no
    var separator: UInt32 = 0
    for place in 2..<block.count {
      let isZero = Mask(isZero: UInt32(block[place]))
      separator = (isZero & ~isFound).choose(UInt32(place), separator)
      isFound = isFound | isZero
    }
    isPadded = isPadded & ~Mask(separator, isBelow: UInt32(2 + smallestPadding))
    return (isPadded, UInt32(block.count) &- 1 &- separator)
  }

  /// The last of the candidates below a limit, of as many bits as the limit needs.
  private static func length(among candidates: SecretBytes, below limit: Int) -> UInt32 {
    let limit = UInt32(limit)
    let bits = UInt32.max >> UInt32(limit.leadingZeroBitCount)
    return candidates.withBytes { candidates in
      var length: UInt32 = 0
      for index in 0..<lengthTries {
        let pair = UInt32(candidates[2 * index]) << 8 | UInt32(candidates[2 * index + 1])
        length = Mask(pair & bits, isBelow: limit).choose(pair & bits, length)
      }
      return length
    }
  }

  /// What the other text is drawn from: a key of private exponent and ciphertext.
  private static func stream(
    _ key: RSAKey, _ ciphertext: [UInt8]
  ) throws(CryptoError) -> RejectionStream {
    guard let secret = try key.parts().secret else { throw .failed }
    let exponent = secret.exponent.withBytes { digits in
      RSABlock.padded(digits, to: key.blockSize) as SecretBytes?
    }
    guard let exponent else { throw .failed }
    let seed = try HMACSHA256(key: HashFunction.sha256.hash([exponent]))
    return try RejectionStream(key: seed.key(from: [SecretBytes(copying: ciphertext)]))
  }
}
