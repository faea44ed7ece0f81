// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// A key for HMAC-SHA256 (RFC 2104); threads may share it.
///
/// Made of two hashes of libcrypto and not of its HMAC, which keeps the key in memory that core
/// dumps contain, and would have to be given it anew for each code at twice the cost
/// (Documentation/Decisions/0007-secret-memory.md). What a hash context holds afterwards is the
/// result.
package final class HMACSHA256: Sendable {
  private static let block = 64
  private static let contexts = Result<LeasePool<SHA256Context>, CryptoError> {
    () throws(CryptoError) in
    LeasePool(try SHA256Context())
  }

  /// The first block of the inner hash, then that of the outer one.
  private let pads: SecretBytes

  /// A key object over bytes of any length.
  ///
  /// - Throws: `unavailable`, `outOfMemory`, `failed`.
  package init(key: SecretBytes) throws(CryptoError) {
    let short = key.count <= Self.block ? key : try Self.hash(key)
    pads = SecretBytes(count: 2 * Self.block) { (pads: inout MutableSpan<UInt8>) in
      short.withBytes { key in
        for place in 0..<Self.block {
          let byte = place < key.count ? key[place] : 0
          pads[place] = byte ^ 0x36
          pads[Self.block + place] = byte ^ 0x5C
        }
      }
    }
  }

  /// The authentication code of the bytes of `first` followed by those of `second`.
  package func code(
    _ first: Span<UInt8>, _ second: Span<UInt8> = Span()
  ) throws(CryptoError) -> Digest32 {
    try Self.withContext { (context) throws(CryptoError) in
      try pads.withBytes { (pads) throws(CryptoError) in
        try context.start(pads.extracting(..<Self.block))
        try context.update(first)
        try context.update(second)
        let inner = try context.finish()
        try context.start(pads.extracting(Self.block...))
        try context.update(inner)
        return try context.finish()
      }
    }
  }

  /// What takes the place of a key that is longer than a block.
  private static func hash(_ key: SecretBytes) throws(CryptoError) -> SecretBytes {
    try withContext { (context) throws(CryptoError) in
      try key.withBytes { (bytes) throws(CryptoError) in try context.start(bytes) }
      return try unsafe SecretBytes(count: SHA256Context.size) { (hash) throws(CryptoError) in
        try unsafe context.finish(into: hash.assumingMemoryBound(to: UInt8.self).baseAddress)
      }
    }
  }

  private static func withContext<R>(
    _ body: (SHA256Context) throws(CryptoError) -> R
  ) throws(CryptoError) -> R {
    let make: () throws(CryptoError) -> SHA256Context = { () throws(CryptoError) in
      try SHA256Context()
    }
    return try contexts.get().withLease(make: make) { (context) throws(CryptoError) in
      do throws(CryptoError) {
        return try body(context)
      } catch {
        context.forget()
        throw error
      }
    }
  }
}
