// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory

/// Removes PKCS#1 v1.5 padding without revealing whether the padding was right
/// (Specification/seckey.md, "PKCS1 v1.5 decryption without an oracle").
///
/// If the padding is wrong, the result is a substitute text: pseudo-random bytes in place of the
/// decrypted text. Their number is pseudo-random too. For one key and ciphertext, the substitute
/// text is always equal. libcrypto has this protection from version 3.2 on, but the oldest
/// supported libcrypto lacks it. No branch and no memory access depends on the decrypted block.
/// Only the length of the result can be observed, and it reveals nothing.
enum ImplicitRejection {
  private static let lengthTries = 128
  private static let smallestPadding = 8

  /// Decrypts a ciphertext; if the padding is wrong, returns pseudo-random bytes as a substitute
  /// text.
  ///
  /// - Parameter ciphertext: as many bytes as the modulus has.
  /// - Throws: `wrongParameter` if the ciphertext is not a number below the modulus; `failed` for a
  ///   public key.
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
    // The decrypted text and the substitute text end where their blocks end.
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

  /// Returns whether the padding of a decrypted block is right, and the length of the text after
  /// it.
  ///
  /// Right padding is 00 02, at least eight bytes that are not zero, and 00. The text follows.
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

  /// Returns the length of the substitute text, which replaces the decrypted text if the padding is
  /// wrong.
  ///
  /// A candidate is two pseudo-random bytes, cut to the number of bits that the limit has. The
  /// length is the last candidate below the limit, or 0 if no candidate is below it.
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

  /// Returns the source of the pseudo-random bytes that determine the content and length of the
  /// substitute text.
  ///
  /// The source depends on the private exponent of the key and on the ciphertext.
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
