// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// Makes a backup file (Documentation/Formats/backup.md).
///
/// The file has a fresh key for each protection, the items sealed under these keys, and a message
/// authentication code over the whole file.
package struct BackupWriter {
  private struct BagKey {
    let entry: BackupKeyEntry
    let key: CipherKey<KeyRole.BackupClass>
    /// The store's class key that wraps `key`, if items of the protection must stay on this device.
    ///
    /// Nil if the items are portable.
    let wrapping: CipherKey<KeyRole.Class>?
  }

  private let randomness: any RandomnessSource
  private let backupKey: Key<KeyRole.Backup>
  private var header: BackupHeader
  private var keys: [BagKey] = []
  private var output: [UInt8]

  /// Begins a backup of a store; items are added with `append`.
  ///
  /// - Parameters:
  ///   - keybag: the keybag of the store.
  ///   - passphrase: the passphrase that will open the backup. If nil, a key of this device opens
  ///     the backup.
  ///   - cost: the scrypt cost of trying one passphrase.
  ///   - time: the time of the backup, which its header records.
  /// - Throws: `testBackup` if the cost is for tests and this is a release build. `unavailable` if
  ///   random bytes, memory or a function of libcrypto is missing.
  package init(
    of keybag: UnlockedKeybag, under passphrase: Passcode?, cost: PasscodeCost, at time: Instant,
    randomness: any RandomnessSource
  ) throws(BackupError) {
    guard PasscodeCost.opensTestKeybags || !cost.isForTests else { throw .testBackup }
    self.randomness = randomness
    let epoch = keybag.epochs.current
    do {
      for protection in Protection.allCases where protection != .whenPasscodeSetThisDeviceOnly {
        let wrapping = keybag.sealer.ring.keys(of: epoch)?.classKey(of: protection)
        // Items of a locked class cannot be in the backup, so the backup has no key for the class.
        guard !protection.isThisDeviceOnly || wrapping != nil else { continue }
        keys.append(
          BagKey(
            entry: BackupKeyEntry(
              protection: protection, epoch: protection.isThisDeviceOnly ? epoch : 0),
            key: try CipherKey(Key.generate(from: randomness)),
            wrapping: protection.isThisDeviceOnly ? wrapping : nil))
      }
      header = BackupHeader(
        cost: passphrase == nil ? nil : cost,
        salt: try randomness.bytes(count: PasscodeRecord.saltSize), store: keybag.image.store,
        time: time, keyCount: keys.count)
    } catch {
      throw BackupError(error)
    }
    if let passphrase {
      backupKey = try .derive(from: passphrase, cost, header)
    } else {
      backupKey = try .derive(of: keybag, header)
    }
    let size = keys.reduce(BackupHeader.fixedSize) { $0 + $1.entry.binding.size }
    output = Array(repeating: 0, count: size + BackupHeader.checksumSize)
  }

  /// Adds an item to the backup.
  ///
  /// - Parameter content: the encoded item.
  /// - Throws: `tooLarge` if the backup would exceed its limit. `locked` if the class key of the
  ///   item's protection is not available.
  package mutating func append(
    _ content: SecretBytes, protection: Protection
  ) throws(BackupError) {
    guard let key = keys.first(where: { $0.entry.protection == protection })?.key else {
      throw .locked
    }
    let padded = content.withBytes { Padding.pad($0) }
    let size = padded.count + XAES256GCM.overhead
    guard output.count + size + 5 + SealedBackup.codeSize <= Backup.sizeLimit,
      header.itemCount < .max
    else { throw .tooLarge }
    let data = BackupKeyEntry.itemData(protection, Int(header.itemCount))
    output.append(protection.rawValue)
    output.append(littleEndian: UInt32(size))
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: size))
    do {
      let nonce = try randomness.bytes(count: XAES256GCM.nonceSize)
      try padded.withBytes { (bytes) throws(CryptoError) in
        try key.cipher.seal(
          bytes, nonce: nonce.span, binding: data.span, into: &output, at: start)
      }
    } catch {
      throw BackupError(error)
    }
    header.itemCount += 1
  }

  /// Returns the bytes of the finished backup file.
  package func finish() throws(BackupError) -> [UInt8] {
    var header = self.header
    header.size = UInt64(output.count + SealedBackup.codeSize)
    let fixed = header.encode()
    var head = fixed
    do {
      for bagKey in keys { head += bagKey.entry.head + (try wrapped(bagKey, header, fixed)) }
      head += try Hash.sha256(head.span).bytes.prefix(BackupHeader.checksumSize)
      var result = output
      result.replaceSubrange(..<head.count, with: head)
      let code = try backupKey.authentication().code(result.span)
      return result + code.bytes
    } catch {
      throw BackupError(error)
    }
  }

  private func wrapped(
    _ bagKey: BagKey, _ header: BackupHeader, _ fixed: [UInt8]
  ) throws -> [UInt8] {
    let outer = try CipherKey(backupKey)
    let data = bagKey.entry.outerData(fixed)
    guard let wrapping = bagKey.wrapping else {
      return try bagKey.key.key.bytes.withBytes { (bytes) throws in
        try sealed(bytes, by: outer.cipher, data)
      }
    }
    let inner = try bagKey.key.key.bytes.withBytes { (bytes) throws in
      try sealed(bytes, by: wrapping.cipher, bagKey.entry.innerData(header))
    }
    return try sealed(inner.span, by: outer.cipher, data)
  }

  private func sealed(
    _ bytes: Span<UInt8>, by cipher: XAES256GCM, _ data: [UInt8]
  ) throws -> [UInt8] {
    var output = [UInt8](repeating: 0, count: bytes.count + XAES256GCM.overhead)
    let nonce = try randomness.bytes(count: XAES256GCM.nonceSize)
    try cipher.seal(bytes, nonce: nonce.span, binding: data.span, into: &output, at: 0)
    return output
  }
}
