// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes

/// A backup whose head was read and found whole; it opens nothing.
package struct SealedBackup: Sendable {
  static let codeSize = 32

  let header: BackupHeader
  let keys: [(entry: BackupKeyEntry, wrapped: [UInt8])]
  /// The whole file.
  let bytes: [UInt8]
  /// Where the items begin.
  let start: Int

  /// The store that it was made of.
  package var store: Identifier16 { header.store }

  /// Whether a passphrase opens it; else a key of the device that made it.
  package var needsPassphrase: Bool { header.cost != nil }

  /// Reads the head of a file; nothing costly is done for bytes that are not whole.
  ///
  /// - Throws: `foreign`, `newerVersion`, `damaged`, `tooLarge`, `testBackup`.
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

  /// Opens it with its passphrase, for as long as its cost says.
  ///
  /// - Throws: `wrongPassphrase`, `damaged`, `wrapping`.
  package func opened(by passphrase: Passcode) throws(BackupError) -> OpenedBackup {
    guard let cost = header.cost else { throw .wrapping(needsPassphrase: false) }
    return try OpenedBackup(
      self, .derive(from: passphrase, cost, header), otherwise: .wrongPassphrase)
  }

  /// Opens one that is wrapped by a key of the device.
  ///
  /// - Throws: `otherDevice`, `damaged`, `wrapping`.
  package func opened(by keybag: UnlockedKeybag) throws(BackupError) -> OpenedBackup {
    guard !needsPassphrase else { throw .wrapping(needsPassphrase: true) }
    guard keybag.image.store == store else { throw .otherDevice }
    return try OpenedBackup(self, .derive(of: keybag, header), otherwise: .otherDevice)
  }
}
