// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The 32 bytes of a SHA-256 hash or an HMAC, stored without an allocation.
///
/// Do not use this type for keys. Use `SecretBytes`, which is wiped after use.
package struct Digest32: Sendable {
  /// The 32 bytes as four big-endian words.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  /// Creates a digest from 32 bytes that `fill` writes.
  ///
  /// The bytes are zero before the call. Returns nil if `fill` returns false.
  init?(_ fill: (UnsafeMutablePointer<UInt8>?) -> Bool) {
    var memory: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let done = unsafe withUnsafeMutableBytes(of: &memory) {
      unsafe fill($0.assumingMemoryBound(to: UInt8.self).baseAddress)
    }
    guard done else { return nil }
    words = (
      UInt64(bigEndian: memory.0), UInt64(bigEndian: memory.1), UInt64(bigEndian: memory.2),
      UInt64(bigEndian: memory.3)
    )
  }

  /// The 32 bytes as an array.
  package var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(32)
    for word in [words.0, words.1, words.2, words.3] {
      for shift in stride(from: 56, through: 0, by: -8) {
        result.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return result
  }
}

extension Digest32: Equatable {
  /// Compares two digests in constant time.
  package static func == (left: Digest32, right: Digest32) -> Bool {
    (left.words.0 ^ right.words.0) | (left.words.1 ^ right.words.1)
      | (left.words.2 ^ right.words.2) | (left.words.3 ^ right.words.3) == 0
  }
}
