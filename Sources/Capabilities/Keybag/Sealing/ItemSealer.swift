// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Seals and opens the two sealed parts of a row: metadata and secret
/// (Documentation/Formats/sealing.md).
///
/// Metadata is sealed under the metadata key of the row's protection. The secret is sealed under a
/// fresh item key, which the class key wraps. Metadata and secret are padded, and the sealed bytes
/// of each start with the number of their scheme.
package final class ItemSealer: Sendable {
  private typealias ItemKey = Wrapped<KeyRole.Item>

  let ring: KeyRing
  let randomness: any RandomnessSource
  /// The epoch (generation of keys) under which new rows are sealed.
  package let epoch: UInt32

  init(ring: KeyRing, epoch: UInt32, randomness: any RandomnessSource) {
    self.ring = ring
    self.epoch = epoch
    self.randomness = randomness
  }

  /// Returns whether items of a protection can be opened and added now, and if not, the reason.
  package func availability(of protection: Protection) -> Availability {
    guard let keys = ring.keys(of: epoch), keys.has(protection) else { return .noPasscode }
    return keys.classKey(of: protection) == nil ? .locked : .available
  }

  /// Returns a copy of the sealer with only the class and metadata keys of `protections`.
  ///
  /// The other protections count as locked.
  func keeping(_ protections: Set<Protection>) -> ItemSealer {
    ItemSealer(
      ring: KeyRing(ring, keeping: protections), epoch: epoch, randomness: randomness)
  }

  /// Returns a copy of the sealer for which `protection` has no class key at all.
  ///
  /// A locked protection is different: it has a class key, and its items can be opened later.
  func without(_ protection: Protection) -> ItemSealer {
    let others = Set(Protection.allCases).subtracting([protection])
    return ItemSealer(
      ring: KeyRing(ring, keeping: others, known: others), epoch: epoch, randomness: randomness)
  }

  /// Seals the encoded attributes of a row as its metadata.
  ///
  /// - Parameters:
  ///   - binding: the unsealed values of the row, without which the metadata cannot be opened.
  ///   - lease: the cipher contexts, which several calls can share.
  package func sealMetadata(
    _ content: Span<UInt8>, binding: RowBinding, with lease: borrowing SealerLease
  ) throws(SealError) -> [UInt8] {
    let key = try metadataKey(binding)
    let padded = Padding.pad(content)
    let data = binding.encode(.metadata)
    var output = [UInt8].zeros(1 + padded.count + XAES256GCM.overhead)
    output[0] = ItemKey.scheme
    do {
      let nonce = try randomness.bytes(count: XAES256GCM.nonceSize)
      try padded.withBytes { (bytes) throws(CryptoError) in
        try key.cipher.seal(
          bytes, nonce: nonce.span, binding: data.span, into: &output, at: 1, with: lease.cipher)
      }
    } catch {
      throw SealError(error)
    }
    return output
  }

  /// Opens the metadata that `sealMetadata` made for the row with the values `binding`.
  package func openMetadata(
    _ sealed: Span<UInt8>, binding: RowBinding, with lease: borrowing SealerLease
  ) throws(SealError) -> SecretBytes {
    let key = try metadataKey(binding)
    try checkScheme(sealed)
    let data = binding.encode(.metadata)
    do throws(CryptoError) {
      let padded = try key.cipher.open(
        sealed.extracting(1...), binding: data.span, with: lease.cipher)
      guard let content = Padding.unpad(padded) else { throw .notAuthentic }
      return content
    } catch {
      throw SealError(error)
    }
  }

  /// Opens the metadata that `sealMetadata` made, and passes it to `body` without a copy.
  ///
  /// The metadata is overwritten after the call of `body`, which must not keep it.
  package func openMetadata(
    _ sealed: Span<UInt8>, binding: RowBinding, with lease: borrowing SealerLease,
    lending body: (Span<UInt8>) -> Void
  ) throws(SealError) {
    let key = try metadataKey(binding)
    try checkScheme(sealed)
    let data = binding.encode(.metadata)
    var isWhole = false
    do throws(CryptoError) {
      try key.cipher.open(sealed.extracting(1...), binding: data.span, with: lease.cipher) {
        padded in
        guard let content = Padding.content(of: padded) else { return }
        isWhole = true
        body(padded.extracting(content))
      }
    } catch {
      throw SealError(error)
    }
    guard isWhole else { throw .notAuthentic }
  }

  /// Seals a secret under a fresh item key, which the class key wraps.
  ///
  /// - Parameters:
  ///   - binding: the unsealed values of the row, without which the secret cannot be opened.
  ///   - lease: the cipher contexts, which several calls can share.
  package func sealSecret(
    _ secret: SecretBytes, binding: RowBinding, with lease: borrowing SealerLease
  ) throws(SealError) -> [UInt8] {
    let wrapping = try classKey(binding)
    let padded = secret.withBytes { Padding.pad($0) }
    let keyData = binding.encode(.itemKey)
    let data = binding.encode(.secret)
    var output = [UInt8].zeros(ItemKey.size + padded.count + XAES256GCM.overhead)
    output[0] = ItemKey.scheme
    do {
      let key = try Key<KeyRole.Item>.generate(from: randomness)
      let nonces = try randomness.bytes(count: 2 * XAES256GCM.nonceSize)
      try key.bytes.withBytes { (bytes) throws(CryptoError) in
        try wrapping.cipher.seal(
          bytes, nonce: nonces.span.extracting(..<XAES256GCM.nonceSize), binding: keyData.span,
          into: &output, at: 1, with: lease.cipher)
      }
      try padded.withBytes { (bytes) throws(CryptoError) in
        try XAES256GCM.sealOnce(
          bytes, key: key.bytes, nonce: nonces.span.extracting(XAES256GCM.nonceSize...),
          binding: data.span, into: &output, at: ItemKey.size, with: lease.cipher)
      }
    } catch {
      throw SealError(error)
    }
    return output
  }

  /// Opens the secret that `sealSecret` made for the row with the values `binding`.
  package func openSecret(
    _ sealed: Span<UInt8>, binding: RowBinding, with lease: borrowing SealerLease
  ) throws(SealError) -> SecretBytes {
    let wrapping = try classKey(binding)
    try checkScheme(sealed)
    guard sealed.count >= ItemKey.size + XAES256GCM.overhead else { throw .notAuthentic }
    let keyData = binding.encode(.itemKey)
    let data = binding.encode(.secret)
    do throws(CryptoError) {
      let padded = try wrapping.cipher.open(
        sealed.extracting(ItemKey.size...), binding: data.span,
        under: sealed.extracting(1..<ItemKey.size), keyBinding: keyData.span, with: lease.cipher)
      guard let content = Padding.unpad(padded) else { throw .notAuthentic }
      return content
    } catch {
      throw SealError(error)
    }
  }

  private func checkScheme(_ sealed: Span<UInt8>) throws(SealError) {
    guard sealed.count >= 1 else { throw .notAuthentic }
    guard sealed[0] == ItemKey.scheme else { throw .unknownScheme(sealed[0]) }
  }

  private func keys(_ binding: RowBinding) throws(SealError) -> KeyRing.Epoch {
    guard let keys = ring.keys(of: binding.keyEpoch) else {
      throw .unknownEpoch(binding.keyEpoch)
    }
    return keys
  }

  private func metadataKey(
    _ binding: RowBinding
  ) throws(SealError) -> CipherKey<KeyRole.Metadata> {
    let protection = binding.metadataProtection
    guard let key = try keys(binding).metadataKey(of: protection) else {
      throw .unavailable(protection, availability(of: protection))
    }
    return key
  }

  func classKey(_ binding: RowBinding) throws(SealError) -> CipherKey<KeyRole.Class> {
    guard let key = try keys(binding).classKey(of: binding.protection) else {
      throw .unavailable(binding.protection, availability(of: binding.protection))
    }
    return key
  }
}

extension ItemSealer {
  /// Seals the encoded attributes of a row as its metadata, with new cipher contexts.
  ///
  /// The contexts are freed at the end of the call.
  package func sealMetadata(
    _ content: Span<UInt8>, binding: RowBinding
  ) throws(SealError) -> [UInt8] {
    try sealMetadata(content, binding: binding, with: SealerLease())
  }

  /// Seals a secret under a fresh item key, with new cipher contexts.
  ///
  /// The contexts are freed at the end of the call.
  package func sealSecret(
    _ secret: SecretBytes, binding: RowBinding
  ) throws(SealError) -> [UInt8] {
    try sealSecret(secret, binding: binding, with: SealerLease())
  }

  /// Opens the metadata that `sealMetadata` made for the row `binding`, with new cipher contexts.
  ///
  /// The contexts are freed at the end of the call.
  package func openMetadata(
    _ sealed: Span<UInt8>, binding: RowBinding
  ) throws(SealError) -> SecretBytes {
    try openMetadata(sealed, binding: binding, with: SealerLease())
  }

  /// Opens the secret that `sealSecret` made for the row `binding`, with new cipher contexts.
  ///
  /// The contexts are freed at the end of the call.
  package func openSecret(
    _ sealed: Span<UInt8>, binding: RowBinding
  ) throws(SealError) -> SecretBytes {
    try openSecret(sealed, binding: binding, with: SealerLease())
  }
}
