// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import SecureMemory

/// The message authentication codes of blobs (Specification/keychain-file-format.md, "Message
/// authentication codes").
///
/// A blob is the data of a record in a keychain file that holds keys or a secret.
package enum BlobCode {
  static let size = 20
  private static let blockSize = 64

  /// Returns the authentication code of a blob, whose bytes come in two chunks: before and after
  /// the code.
  package static func of(
    _ first: Span<UInt8>, _ second: Span<UInt8>, version: BlobVersion, key: SecretBytes
  ) throws(BlobFailure) -> SecretBytes {
    switch version {
    case .plain: try legacy(first, second, key)
    case .intermediate, .partitioned: try standard(first, second, key)
    }
  }

  /// The authentication code of a blob of version 0x101 or 0x200: HMAC-SHA1 (RFC 2104) of both
  /// chunks.
  private static func standard(
    _ first: Span<UInt8>, _ second: Span<UInt8>, _ key: SecretBytes
  ) throws(BlobFailure) -> SecretBytes {
    var content: [UInt8] = []
    for chunk in [first.bytes, second.bytes] { content += chunk }
    return try BlobFailure.calling { () throws(CryptoError) in
      try HashFunction.sha1.code(key: key, of: content.span)
    }
  }

  /// The authentication code of a blob of version 0x100, which no standard HMAC verifies.
  ///
  /// The code is H(o ‖ H(o ‖ H(i ‖ first) ‖ i ‖ second)). H is SHA-1, and i and o are the inner and
  /// the outer padded key of HMAC.
  private static func legacy(
    _ first: Span<UInt8>, _ second: Span<UInt8>, _ key: SecretBytes
  ) throws(BlobFailure) -> SecretBytes {
    let (inner, outer) = (padded(key, 0x36), padded(key, 0x5C))
    return try BlobFailure.calling { () throws(CryptoError) in
      let hash = HashFunction.sha1
      let one = try hash.hash([inner, SecretBytes(copying: first)])
      let other = try hash.hash([outer, one, inner, SecretBytes(copying: second)])
      return try hash.hash([outer, other])
    }
  }

  private static func padded(_ key: SecretBytes, _ pad: UInt8) -> SecretBytes {
    SecretBytes(count: blockSize) { (block: inout MutableSpan<UInt8>) in
      key.withBytes { key in
        for place in block.indices { block[place] = (place < key.count ? key[place] : 0) ^ pad }
      }
    }
  }
}

extension Span<UInt8> {
  var bytes: [UInt8] { indices.map { self[$0] } }
}
