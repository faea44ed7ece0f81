// SPDX-License-Identifier: Apache-2.0
package import SecureMemory

/// A key for XAES-256-GCM (C2SP specification), the only authenticated cipher of the store.
///
/// Each message is sealed with a random nonce of 192 bits, so several writers need no common
/// counter. A sealed text is nonce (24 bytes) ‖ ciphertext (as long as the plaintext) ‖ tag (16).
/// Several threads may use a key at once. libcrypto has the key only while an operation runs.
package final class XAES256GCM: Sendable {
  package static let keySize = 32
  package static let nonceSize = 24
  package static let tagSize = 16
  /// The number of bytes by which a sealed text is longer than its plaintext.
  package static let overhead = nonceSize + tagSize

  private let key: SecretBytes
  /// The first subkey of CMAC, which depends only on the key.
  private let subkey: SecretBytes

  /// Creates a key from 32 bytes.
  ///
  /// - Throws: `wrongLength` for another number of bytes; `unavailable` or `outOfMemory` if
  ///   libcrypto cannot be used.
  package init(key: SecretBytes) throws(CryptoError) {
    guard key.count == Self.keySize else { throw .wrongLength }
    self.key = key
    let lease = try CipherLease()
    subkey = try lease.context.subkey(of: key)
  }

  /// Seals `plaintext` and writes the sealed text into `output`, from index `start` on.
  ///
  /// The output must have room for `overhead` more bytes than the plaintext. `binding` is
  /// authenticated but not part of the output, and opening requires equal bytes. A nonce must never
  /// be used twice with one key, except in tests. On failure, the bytes of the sealed text in
  /// `output` are filled with zeros.
  package func seal(
    _ plaintext: Span<UInt8>, nonce: Span<UInt8>, binding: Span<UInt8>,
    into output: inout [UInt8], at start: Int
  ) throws(CryptoError) {
    try seal(
      plaintext, nonce: nonce, binding: binding, into: &output, at: start, with: CipherLease())
  }

  /// Seals `plaintext` like the function without `lease`, but with the libcrypto context that the
  /// caller has leased.
  ///
  /// Use one lease to seal several texts in a row, because that is faster.
  package func seal(
    _ plaintext: Span<UInt8>, nonce: Span<UInt8>, binding: Span<UInt8>,
    into output: inout [UInt8], at start: Int, with lease: borrowing CipherLease
  ) throws(CryptoError) {
    try lease.context.take(key, subkey: subkey)
    try lease.context.seal(plaintext, nonce: nonce, binding: binding, into: &output, at: start)
  }

  /// Opens a sealed text and returns its plaintext.
  ///
  /// - Throws: `notAuthentic` if the text was not sealed with this key and binding; `wrongLength`
  ///   if it is too short for a sealed text. If an error is thrown, nothing of the plaintext
  ///   remains in memory.
  package func open(
    _ sealed: Span<UInt8>, binding: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    try open(sealed, binding: binding, with: CipherLease())
  }

  /// Opens a sealed text like the function without `lease`, but with the libcrypto context that the
  /// caller has leased.
  ///
  /// Use one lease to open several texts in a row, because that is faster.
  package func open(
    _ sealed: Span<UInt8>, binding: Span<UInt8>, with lease: borrowing CipherLease
  ) throws(CryptoError) -> SecretBytes {
    try lease.context.take(key, subkey: subkey)
    return try lease.context.open(sealed, binding: binding)
  }

  /// Opens a sealed text, runs `body` with its plaintext, and then overwrites the plaintext.
  ///
  /// `body` must not open another text with `lease`.
  package func open(
    _ sealed: Span<UInt8>, binding: Span<UInt8>, with lease: borrowing CipherLease,
    lending body: (Span<UInt8>) -> Void
  ) throws(CryptoError) {
    try lease.context.take(key, subkey: subkey)
    try unsafe lease.context.open(sealed, binding: binding) { bytes in
      unsafe body(bytes.bindMemory(to: UInt8.self).span)
    }
  }

  /// Opens `sealedKey` with this key, then opens the text with the key that was in it.
  ///
  /// - Parameters:
  ///   - binding: the bytes that were authenticated with the text.
  ///   - sealedKey: the key of the text, which was sealed with this key.
  ///   - keyBinding: the bytes that were authenticated with the sealed key.
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
  /// Seals `plaintext` with a key that is used for this text only.
  ///
  /// The parameters are those of `seal`.
  package static func sealOnce(
    _ plaintext: Span<UInt8>, key: SecretBytes, nonce: Span<UInt8>, binding: Span<UInt8>,
    into output: inout [UInt8], at start: Int
  ) throws(CryptoError) {
    try sealOnce(
      plaintext, key: key, nonce: nonce, binding: binding, into: &output, at: start,
      with: CipherLease())
  }

  /// Seals `plaintext` with a key that is used for this text only, in the libcrypto context that
  /// the caller has leased.
  ///
  /// Use one lease to seal several texts in a row, because that is faster.
  package static func sealOnce(
    _ plaintext: Span<UInt8>, key: SecretBytes, nonce: Span<UInt8>, binding: Span<UInt8>,
    into output: inout [UInt8], at start: Int, with lease: borrowing CipherLease
  ) throws(CryptoError) {
    guard key.count == keySize else { throw .wrongLength }
    try lease.context.take(key)
    try lease.context.seal(plaintext, nonce: nonce, binding: binding, into: &output, at: start)
  }

  /// Opens a text that `sealOnce` has sealed, with the key that is used for this text only.
  ///
  /// - Throws: `notAuthentic` if the text was not sealed with this key and binding; `wrongLength`
  ///   if the key or the text has an impossible length.
  package static func openOnce(
    _ sealed: Span<UInt8>, key: SecretBytes, binding: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    guard key.count == keySize else { throw .wrongLength }
    let lease = try CipherLease()
    try lease.context.take(key)
    return try lease.context.open(sealed, binding: binding)
  }
}
