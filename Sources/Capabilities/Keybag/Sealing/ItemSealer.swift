// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Seals and opens the two sealed parts of a row (Documentation/Formats/sealing.md).
///
/// Metadata is sealed under the metadata key of the row's protection; the secret under a fresh item
/// key, which the class key wraps. Both are padded. Each blob starts with the number of its scheme.
package final class ItemSealer: Sendable {
  private typealias ItemKey = Wrapped<KeyRole.Item>

  let ring: KeyRing
  let randomness: any RandomnessSource
  /// The epoch that new rows are sealed under.
  package let epoch: UInt32

  init(ring: KeyRing, epoch: UInt32, randomness: any RandomnessSource) {
    self.ring = ring
    self.epoch = epoch
    self.randomness = randomness
  }

  /// Whether items of a protection can be opened and made now.
  package func availability(of protection: Protection) -> Availability {
    guard let keys = ring.keys(of: epoch), keys.has(protection) else { return .noPasscode }
    return keys.classKey(of: protection) == nil ? .locked : .available
  }

  /// The same sealer without the keys of the protections left out.
  func keeping(_ protections: Set<Protection>) -> ItemSealer {
    ItemSealer(
      ring: KeyRing(ring, keeping: protections), epoch: epoch, randomness: randomness)
  }

  /// The same sealer as if one protection had never had a key.
  func without(_ protection: Protection) -> ItemSealer {
    let others = Set(Protection.allCases).subtracting([protection])
    return ItemSealer(
      ring: KeyRing(ring, keeping: others, known: others), epoch: epoch, randomness: randomness)
  }

  /// Seals the tagged list of a row's attributes.
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

  /// Opens what `sealMetadata` made for the same row.
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

  /// Opens what `sealMetadata` made, lends it and keeps nothing of it.
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

  /// Seals a secret under a fresh key of its own.
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

  /// Opens what `sealSecret` made for the same row.
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
  /// Seals the tagged list of a row's attributes, and nothing else.
  package func sealMetadata(
    _ content: Span<UInt8>, binding: RowBinding
  ) throws(SealError) -> [UInt8] {
    try sealMetadata(content, binding: binding, with: SealerLease())
  }

  /// Seals a secret under a fresh key of its own, and nothing else.
  package func sealSecret(
    _ secret: SecretBytes, binding: RowBinding
  ) throws(SealError) -> [UInt8] {
    try sealSecret(secret, binding: binding, with: SealerLease())
  }

  /// Opens what `sealMetadata` made for the same row, and nothing else.
  package func openMetadata(
    _ sealed: Span<UInt8>, binding: RowBinding
  ) throws(SealError) -> SecretBytes {
    try openMetadata(sealed, binding: binding, with: SealerLease())
  }

  /// Opens what `sealSecret` made for the same row, and nothing else.
  package func openSecret(
    _ sealed: Span<UInt8>, binding: RowBinding
  ) throws(SealError) -> SecretBytes {
    try openSecret(sealed, binding: binding, with: SealerLease())
  }
}

extension SealError {
  /// An error from below, told in the words of sealing.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as SealError: error
      case is RandomnessError: .failed(.randomness)
      case CryptoError.notAuthentic, CryptoError.wrongLength: .notAuthentic
      case CryptoError.outOfMemory: .failed(.memory)
      default: .failed(.cryptography)
      }
  }
}

/// What seals and opens several parts in a row on one thread, until the value goes.
///
/// No key stays in libcrypto's memory longer than that: a lease is for one call, at most.
package struct SealerLease: ~Copyable {
  let cipher: CipherLease

  /// - Throws: `failed`.
  package init() throws(SealError) {
    do throws(CryptoError) {
      cipher = try CipherLease()
    } catch {
      throw SealError(error)
    }
  }
}

/// Why one row was not sealed or opened.
package enum SealError: Error, Hashable, Sendable {
  /// The protection's key is not available now.
  case unavailable(Protection, Availability)
  /// The bytes are not what was sealed for this row: changed, swapped, copied, mixed or cut.
  case notAuthentic
  /// The secret is under an application password, and this is another.
  case wrongPassword
  /// The secret is under an application password, and none was given.
  case needsPassword
  /// Sealed by a scheme that this version does not know.
  case unknownScheme(UInt8)
  /// Sealed under keys of an epoch that the keybag does not hold.
  case unknownEpoch(UInt32)
  /// No randomness, no memory, no libcrypto.
  case failed(KeybagError.Cause)
}
