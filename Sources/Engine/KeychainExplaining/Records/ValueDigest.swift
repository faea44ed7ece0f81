// SPDX-License-Identifier: Apache-2.0

/// Tells equal values from different ones, and nothing else of them.
///
/// Source: spec/diagnostics.md 1.4.
///
/// The key is drawn when the process first needs it and stored nowhere: digests of one process can
/// be compared with each other, and neither guessed nor compared with those of another.
package struct ValueDigest: Sendable {
  package static let ofThisProcess = ValueDigest()

  private let key: (UInt64, UInt64)

  init() {
    var source = SystemRandomNumberGenerator()
    key = (source.next(), source.next())
  }

  /// The longest value worth a digest, in bytes or characters: no call waits for a gigabyte.
  package static let longest = 4096

  /// 32 bits of the keyed digest of some bytes.
  package func callAsFunction(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(key.0)
    hasher.combine(key.1)
    for byte in bytes { hasher.combine(byte) }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// A digest as `#5a90c1f2`.
  package static func text(_ digest: UInt32) -> String {
    let digits = String(digest, radix: 16)
    return "#" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
