// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// A key for HMAC-SHA256 (RFC 2104), which several threads may use at once.
///
/// The class uses libcrypto's hashes and not libcrypto's HMAC, which keeps the key in memory that
/// core dumps contain (Documentation/Decisions/no-keys-in-contexts.md). The value stores the state
/// of the inner and the outer hash after their first block, which is the padded key. That state is
/// as secret as the key, and saves half of the work for each authentication code.
package final class HMACSHA256: Sendable {
  /// The state of the inner hash, followed by the state of the outer hash.
  private let states: SecretBytes

  /// Creates the HMAC key from bytes of any length.
  ///
  /// - Throws: `failed` if libcrypto refuses to compute a hash.
  package init(key: SecretBytes) throws(CryptoError) {
    let short = key.count <= SHA256State.blockSize ? key : try Self.hash(key)
    states = try unsafe SecretBytes(count: 2 * SHA256State.size) { (states) throws(CryptoError) in
      guard let start = states.baseAddress else { throw .failed }
      try unsafe Self.keep(short, 0x36, at: start)
      try unsafe Self.keep(short, 0x5C, at: start + SHA256State.size)
    }
  }

  /// Returns the authentication code of the bytes of `first` followed by the bytes of `second`.
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

  /// Returns the authentication code of all parts in sequence, for use as a key.
  ///
  /// The result, and the inner hash from which it is computed, are only in secret memory.
  package func key(from parts: [SecretBytes]) throws(CryptoError) -> SecretBytes {
    try unsafe SecretBytes(count: SHA256State.hashSize) { (target) throws(CryptoError) in
      let output = unsafe target.assumingMemoryBound(to: UInt8.self).baseAddress
      let done = unsafe run(into: output) { hash in
        parts.allSatisfy { part in unsafe part.withUnsafeBytes { unsafe hash.update($0) } }
      }
      guard done else { throw .failed }
    }
  }

  /// Writes the authentication code of a message to `output`.
  ///
  /// `feed` adds the bytes of the message to the hash that it receives, and returns false on
  /// failure. Returns false if `feed` returns false or libcrypto refuses.
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

  /// Stores at `place` the state of a hash after its first block, which is the key combined with
  /// `pad`.
  ///
  /// - Parameter pad: the byte with which each byte of the key is combined by exclusive or. The
  ///   inner and the outer hash have different pads.
  /// - Throws: `failed` if libcrypto refuses.
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

  /// Returns the hash that replaces a key longer than one block of the hash function.
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
