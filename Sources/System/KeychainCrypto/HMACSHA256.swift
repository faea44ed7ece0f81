// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// A key for HMAC-SHA256 (RFC 2104); threads may share it.
///
/// Made of two hashes of libcrypto and not of its HMAC, which keeps the key in memory that core
/// dumps contain (Documentation/Decisions/0007-secret-memory.md). Kept is the state of either hash
/// after its first block, the padded key: as secret as the key, and half of the work of a code.
package final class HMACSHA256: Sendable {
  /// The state of the inner hash, then that of the outer one.
  private let states: SecretBytes

  /// A key object over bytes of any length.
  ///
  /// - Throws: `failed`.
  package init(key: SecretBytes) throws(CryptoError) {
    let short = key.count <= SHA256State.blockSize ? key : try Self.hash(key)
    states = try unsafe SecretBytes(count: 2 * SHA256State.size) { (states) throws(CryptoError) in
      guard let start = states.baseAddress else { throw .failed }
      try unsafe Self.keep(short, 0x36, at: start)
      try unsafe Self.keep(short, 0x5C, at: start + SHA256State.size)
    }
  }

  /// The authentication code of the bytes of `first` followed by those of `second`.
  package func code(
    _ first: Span<UInt8>, _ second: Span<UInt8> = Span()
  ) throws(CryptoError) -> Digest32 {
    let code = unsafe Digest32 { (output) -> Bool in
      unsafe run(into: output) { hash in
        unsafe first.withUnsafeBytes { unsafe hash.update($0) }
          && second.withUnsafeBytes { unsafe hash.update($0) }
      }
    }
    guard let code else { throw .failed }
    return code
  }

  /// The authentication code of all the parts together where it is a key itself: neither it nor
  /// the inner hash leaves the memory of secrets.
  package func key(from parts: [SecretBytes]) throws(CryptoError) -> SecretBytes {
    try unsafe SecretBytes(count: SHA256State.hashSize) { (target) throws(CryptoError) in
      let output = unsafe target.assumingMemoryBound(to: UInt8.self).baseAddress
      let done = unsafe run(into: output) { hash in
        parts.allSatisfy { part in unsafe part.withUnsafeBytes { unsafe hash.update($0) } }
      }
      guard done else { throw .failed }
    }
  }

  /// Writes the code of what `feed` gives to a hash.
  private func run(into output: UnsafeMutablePointer<UInt8>?, _ feed: (SHA256State) -> Bool)
    -> Bool
  {
    unsafe states.withUnsafeBytes { (states) -> Bool in
      guard let output = unsafe output, let start = states.baseAddress else { return false }
      return SHA256State.with { (hash) -> Bool in
        unsafe hash.resume(start)
        guard feed(hash), unsafe hash.finish(into: output) else { return false }
        unsafe hash.resume(start + SHA256State.size)
        let inner = unsafe UnsafeRawBufferPointer(start: output, count: SHA256State.hashSize)
        return unsafe hash.update(inner) && hash.finish(into: output)
      }
    }
  }

  /// Keeps the state after the block that a key makes with a pad.
  private static func keep(
    _ key: SecretBytes, _ pad: UInt8, at place: UnsafeMutableRawPointer
  ) throws(CryptoError) {
    let block = SecretBytes(count: SHA256State.blockSize) { (block: inout MutableSpan<UInt8>) in
      key.withBytes { key in
        for index in block.indices { block[index] = (index < key.count ? key[index] : 0) ^ pad }
      }
    }
    let done = SHA256State.with { (hash) -> Bool in
      guard unsafe block.withUnsafeBytes({ unsafe hash.update($0) }) else { return false }
      unsafe hash.save(to: place)
      return true
    }
    guard done else { throw .failed }
  }

  /// What takes the place of a key that is longer than a block.
  private static func hash(_ key: SecretBytes) throws(CryptoError) -> SecretBytes {
    try unsafe SecretBytes(count: SHA256State.hashSize) { (target) throws(CryptoError) in
      let output = unsafe target.assumingMemoryBound(to: UInt8.self).baseAddress
      let done = SHA256State.with { (hash) -> Bool in
        guard let output = unsafe output else { return false }
        return unsafe key.withUnsafeBytes({ unsafe hash.update($0) }) && hash.finish(into: output)
      }
      guard done else { throw .failed }
    }
  }
}
