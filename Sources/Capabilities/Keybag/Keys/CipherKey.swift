// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// A key of the keybag, together with the cipher context that seals and opens bytes with it.
///
/// The context is made once for each key and reused.
final class CipherKey<Role>: Sendable {
  let key: Key<Role>
  let cipher: XAES256GCM

  init(_ key: Key<Role>) throws(CryptoError) {
    self.key = key
    cipher = try XAES256GCM(key: key.bytes)
  }

  private func wrap<Inner>(
    _ inner: Key<Inner>, binding: [UInt8], randomness: some RandomnessSource
  ) throws(KeybagError) -> Wrapped<Inner> {
    var output = [UInt8](repeating: 0, count: Wrapped<Inner>.size)
    try wrap(inner, binding: binding, randomness: randomness, into: &output)
    return Wrapped(bytes: output)
  }

  private func wrap<Inner>(
    _ inner: Key<Inner>, binding: [UInt8], randomness: some RandomnessSource,
    into output: inout [UInt8]
  ) throws(KeybagError) {
    do {
      let nonce = try randomness.bytes(count: XAES256GCM.nonceSize)
      output[0] = Wrapped<Inner>.scheme
      try inner.bytes.withBytes { (bytes) throws(CryptoError) in
        try cipher.seal(bytes, nonce: nonce.span, binding: binding.span, into: &output, at: 1)
      }
    } catch {
      throw KeybagError(error)
    }
  }

  private func unwrap<Inner>(
    _ wrapped: Wrapped<Inner>, binding: [UInt8]
  ) throws(KeybagError) -> Key<Inner> {
    try unwrap(wrapped.bytes.span, binding: binding)
  }

  private func unwrap<Inner>(
    _ wrapped: Span<UInt8>, binding: [UInt8]
  ) throws(KeybagError) -> Key<Inner> {
    guard !wrapped.isEmpty, wrapped[0] == Wrapped<Inner>.scheme else { throw .newerVersion }
    do {
      let bytes = try cipher.open(wrapped.extracting(1...), binding: binding.span)
      guard let key = Key<Inner>(bytes: bytes) else { throw CryptoError.wrongLength }
      return key
    } catch {
      throw KeybagError(error)
    }
  }
}

extension CipherKey where Role == KeyRole.Unlock {
  /// Wraps a class key under this unlock key.
  func wrap(
    _ key: Key<KeyRole.Class>, binding: KeyBinding, randomness: some RandomnessSource
  ) throws(KeybagError) -> Wrapped<KeyRole.Class> {
    try wrap(key, binding: binding.encode(.classKey), randomness: randomness)
  }

  /// Unwraps a class key that this unlock key wrapped.
  func unwrap(
    _ wrapped: Wrapped<KeyRole.Class>, binding: KeyBinding
  ) throws(KeybagError) -> Key<KeyRole.Class> {
    try unwrap(wrapped, binding: binding.encode(.classKey))
  }
}

extension CipherKey where Role == KeyRole.Class {
  /// Wraps a metadata key under this class key.
  func wrap(
    _ key: Key<KeyRole.Metadata>, binding: KeyBinding, randomness: some RandomnessSource
  ) throws(KeybagError) -> Wrapped<KeyRole.Metadata> {
    try wrap(key, binding: binding.encode(.metadataKey), randomness: randomness)
  }

  /// Unwraps a metadata key that this class key wrapped.
  func unwrap(
    _ wrapped: Wrapped<KeyRole.Metadata>, binding: KeyBinding
  ) throws(KeybagError) -> Key<KeyRole.Metadata> {
    try unwrap(wrapped, binding: binding.encode(.metadataKey))
  }

  /// Wraps the index key under the class key of the protection that is always available (`dk`).
  ///
  /// So the index key is available even while the store is locked.
  func wrap(
    _ key: Key<KeyRole.Index>, binding: KeyBinding, randomness: some RandomnessSource
  ) throws(KeybagError) -> Wrapped<KeyRole.Index> {
    try wrap(key, binding: binding.encode(.indexKey), randomness: randomness)
  }

  /// Unwraps the index key that this class key wrapped.
  func unwrap(
    _ wrapped: Wrapped<KeyRole.Index>, binding: KeyBinding
  ) throws(KeybagError) -> Key<KeyRole.Index> {
    try unwrap(wrapped, binding: binding.encode(.indexKey))
  }
}

extension CipherKey where Role == KeyRole.Holding {
  /// Wraps an unlock key, so that an `UnlockKeyHolder` can keep it outside the process.
  ///
  /// The result is in secret memory although it is wrapped: together with the store's files, the
  /// result unlocks a locked store. So no copy may remain after the store is locked.
  func wrap(
    _ key: Key<KeyRole.Unlock>, as purpose: KeyPurpose, of store: Identifier16,
    randomness: some RandomnessSource
  ) throws(KeybagError) -> SecretBytes {
    var output = [UInt8](repeating: 0, count: Wrapped<KeyRole.Unlock>.size)
    defer {
      unsafe output.withUnsafeMutableBytes { bytes in
        if let base = bytes.baseAddress { unsafe explicit_bzero(base, bytes.count) }
      }
    }
    try wrap(
      key, binding: Self.binding(purpose, store), randomness: randomness, into: &output)
    return SecretBytes(copying: output)
  }

  /// Unwraps an unlock key that an `UnlockKeyHolder` kept.
  ///
  /// Nil if the bytes were not wrapped by this key, or were wrapped for another purpose or store.
  func unwrap(
    _ held: SecretBytes, as purpose: KeyPurpose, of store: Identifier16
  ) -> Key<KeyRole.Unlock>? {
    guard held.count == Wrapped<KeyRole.Unlock>.size else { return nil }
    return held.withBytes { try? unwrap($0, binding: Self.binding(purpose, store)) }
  }

  private static func binding(_ purpose: KeyPurpose, _ store: Identifier16) -> [UInt8] {
    Array("latchkey 1 held".utf8) + [purpose.rawValue] + store.bytes
  }
}
