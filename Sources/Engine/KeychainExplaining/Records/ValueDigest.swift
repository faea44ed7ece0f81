// SPDX-License-Identifier: Apache-2.0

/// Makes keyed digests of values, which show only whether two values are equal.
///
/// Source: Specification/diagnostics.md, "Tracing a running program".
///
/// The key is random for each process and is stored nowhere. Digests of one process can be compared
/// with each other. They cannot be guessed, and they cannot be compared with digests of other
/// processes.
package struct ValueDigest: Sendable {
  package static let ofThisProcess = ValueDigest()

  private let key: (UInt64, UInt64)

  init() {
    var source = SystemRandomNumberGenerator()
    key = (source.next(), source.next())
  }

  /// The length of the longest value that gets a digest, in bytes or characters.
  ///
  /// Because of this limit, no call waits while a very large value is digested.
  package static let longest = 4096

  /// Returns 32 bits of the keyed digest of the given bytes.
  package func callAsFunction(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(key.0)
    hasher.combine(key.1)
    for byte in bytes { hasher.combine(byte) }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// Returns a digest as text, for example `#5a90c1f2`.
  package static func text(_ digest: UInt32) -> String {
    let digits = String(digest, radix: 16)
    return "#" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
