// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// A key for XAES-256-GCM (C2SP specification): the one authenticated cipher of this project.
///
/// A 192-bit nonce is taken at random for each message, so that no two writers must agree on a
/// counter. A sealed text is nonce (24 bytes) ‖ ciphertext (as long as the plaintext) ‖ tag (16).
/// Threads may share a key object. libcrypto has the key only while an operation runs.
package final class XAES256GCM: Sendable {
  package static let keySize = 32
  package static let nonceSize = 24
  package static let tagSize = 16
  /// By how much a sealed text is longer than its plaintext.
  package static let overhead = nonceSize + tagSize

  private let key: SecretBytes
  /// CMAC's first subkey, which depends on the key alone.
  private let subkey: SecretBytes

  /// A key object over 32 bytes.
  ///
  /// - Throws: `wrongLength`, `unavailable`, `outOfMemory`.
  package init(key: SecretBytes) throws(CryptoError) {
    guard key.count == Self.keySize else { throw .wrongLength }
    self.key = key
    let lease = try CipherLease()
    subkey = try lease.context.subkey(of: key)
  }

  /// Writes the sealed text of `plaintext` into `output` from the place `start` on.
  ///
  /// There must be room for `overhead` bytes more than the plaintext has.
  /// `binding` is authenticated, but not part of the output: who opens must give the same bytes.
  /// A nonce must never be used twice with one key, except to test. On failure the place is zero.
  package func seal(
    _ plaintext: Span<UInt8>, nonce: Span<UInt8>, binding: Span<UInt8>,
    into output: inout [UInt8], at start: Int
  ) throws(CryptoError) {
    try seal(
      plaintext, nonce: nonce, binding: binding, into: &output, at: start, with: CipherLease())
  }

  /// The same as one sealing of several.
  package func seal(
    _ plaintext: Span<UInt8>, nonce: Span<UInt8>, binding: Span<UInt8>,
    into output: inout [UInt8], at start: Int, with lease: borrowing CipherLease
  ) throws(CryptoError) {
    try lease.context.take(key, subkey: subkey)
    try lease.context.seal(plaintext, nonce: nonce, binding: binding, into: &output, at: start)
  }

  /// The plaintext of a sealed text.
  ///
  /// - Throws: `notAuthentic` for anything that was not sealed with this key and binding;
  ///   `wrongLength` for what is too short to be a sealed text. Nothing of the plaintext is left.
  package func open(
    _ sealed: Span<UInt8>, binding: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    try open(sealed, binding: binding, with: CipherLease())
  }

  /// The same as one opening of several.
  package func open(
    _ sealed: Span<UInt8>, binding: Span<UInt8>, with lease: borrowing CipherLease
  ) throws(CryptoError) -> SecretBytes {
    try lease.context.take(key, subkey: subkey)
    return try lease.context.open(sealed, binding: binding)
  }

  /// The same for a plaintext that is only looked at: lent, and then overwritten.
  ///
  /// `body` opens nothing with the same lease.
  package func open(
    _ sealed: Span<UInt8>, binding: Span<UInt8>, with lease: borrowing CipherLease,
    lending body: (Span<UInt8>) -> Void
  ) throws(CryptoError) {
    try lease.context.take(key, subkey: subkey)
    try unsafe lease.context.open(sealed, binding: binding) { bytes in
      unsafe body(bytes.bindMemory(to: UInt8.self).span)
    }
  }

  /// Opens one message under a key that is used for it alone and was sealed with this one.
  package func open(
    _ sealed: Span<UInt8>, binding: Span<UInt8>, under sealedKey: Span<UInt8>,
    keyBinding: Span<UInt8>, with lease: borrowing CipherLease
  ) throws(CryptoError) -> SecretBytes {
    try lease.context.take(key, subkey: subkey)
    try lease.context.take(sealed: sealedKey, binding: keyBinding)
    return try lease.context.open(sealed, binding: binding)
  }
}

extension XAES256GCM {
  /// Seals one message under a key that seals no other, as `seal` does.
  package static func sealOnce(
    _ plaintext: Span<UInt8>, key: SecretBytes, nonce: Span<UInt8>, binding: Span<UInt8>,
    into output: inout [UInt8], at start: Int
  ) throws(CryptoError) {
    try sealOnce(
      plaintext, key: key, nonce: nonce, binding: binding, into: &output, at: start,
      with: CipherLease())
  }

  /// The same as one sealing of several.
  package static func sealOnce(
    _ plaintext: Span<UInt8>, key: SecretBytes, nonce: Span<UInt8>, binding: Span<UInt8>,
    into output: inout [UInt8], at start: Int, with lease: borrowing CipherLease
  ) throws(CryptoError) {
    guard key.count == keySize else { throw .wrongLength }
    try lease.context.take(key)
    try lease.context.seal(plaintext, nonce: nonce, binding: binding, into: &output, at: start)
  }

  /// Opens one message under a key that is used for it alone, as `open` does.
  package static func openOnce(
    _ sealed: Span<UInt8>, key: SecretBytes, binding: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    guard key.count == keySize else { throw .wrongLength }
    let lease = try CipherLease()
    try lease.context.take(key)
    return try lease.context.open(sealed, binding: binding)
  }
}
