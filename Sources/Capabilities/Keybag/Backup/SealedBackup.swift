// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes

/// A backup file whose items are still sealed; its header was read and has the right checksum.
///
/// `opened(by:)` opens the backup with its passphrase or with the keybag of a store.
package struct SealedBackup: Sendable {
  static let codeSize = 32

  let header: BackupHeader
  let keys: [(entry: BackupKeyEntry, wrapped: [UInt8])]
  /// The bytes of the whole file.
  let bytes: [UInt8]
  /// The byte offset in the file at which the items begin.
  let start: Int

  /// The identifier of the store that was backed up.
  package var store: Identifier16 { header.store }

  /// True if a passphrase opens the backup.
  ///
  /// False if a key of the device that made the backup opens it.
  package var needsPassphrase: Bool { header.cost != nil }

  /// Reads the header and the key entries of a backup file.
  ///
  /// Damaged bytes are refused before the costly work of trying a passphrase.
  ///
  /// - Throws: `foreign`, `newerVersion`, `damaged`, `tooLarge` or `testBackup`.
  package init(decoding bytes: [UInt8]) throws(BackupError) {
    guard bytes.count <= Backup.sizeLimit else { throw .tooLarge }
    header = try BackupHeader(decoding: bytes)
    guard (1...6).contains(header.keyCount) else { throw .damaged }
    var keys: [(entry: BackupKeyEntry, wrapped: [UInt8])] = []
    var reader = ByteReader(Array(bytes[BackupHeader.fixedSize...].prefix(1024)))
    for _ in 0..<header.keyCount {
      guard let protection = reader.number(UInt8.self).flatMap({ Protection(rawValue: $0) }),
        protection != .whenPasscodeSetThisDeviceOnly, let binding: UInt8 = reader.number(),
        let epoch: UInt32 = reader.number()
      else { throw .damaged }
      let entry = BackupKeyEntry(protection: protection, epoch: epoch)
      guard binding == entry.binding.rawValue,
        !keys.contains(where: { $0.entry.protection == protection }),
        let wrapped = reader.take(entry.binding.wrappedSize)
      else { throw .damaged }
      keys.append((entry, wrapped))
    }
    self.keys = keys
    let end = keys.reduce(BackupHeader.fixedSize) { $0 + $1.entry.binding.size }
    start = end + BackupHeader.checksumSize
    guard bytes.count >= start + Self.codeSize else { throw .damaged }
    do throws(CryptoError) {
      let sum = try Hash.sha256(bytes.span.extracting(..<end)).bytes
        .prefix(BackupHeader.checksumSize)
      guard bytes[end..<start].elementsEqual(sum) else { throw .notAuthentic }
    } catch {
      throw BackupError(error)
    }
    self.bytes = bytes
  }

  /// Opens the backup with its passphrase.
  ///
  /// The scrypt cost in the backup's header determines how long the call takes.
  ///
  /// - Throws: `wrongPassphrase`, `damaged`, or `wrapping` if the backup has no passphrase.
  package func opened(by passphrase: Passcode) throws(BackupError) -> OpenedBackup {
    guard let cost = header.cost else { throw .wrapping(needsPassphrase: false) }
    return try OpenedBackup(
      self, .derive(from: passphrase, cost, header), otherwise: .wrongPassphrase)
  }

  /// Opens a backup without a passphrase, with the keybag of the store that was backed up.
  ///
  /// - Throws: `otherDevice`, `damaged`, or `wrapping` if the backup needs a passphrase.
  package func opened(by keybag: UnlockedKeybag) throws(BackupError) -> OpenedBackup {
    guard !needsPassphrase else { throw .wrapping(needsPassphrase: true) }
    guard keybag.image.store == store else { throw .otherDevice }
    return try OpenedBackup(self, .derive(of: keybag, header), otherwise: .otherDevice)
  }
}
