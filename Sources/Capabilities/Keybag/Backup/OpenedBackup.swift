// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// A backup whose authentication code is verified, with the keys that open its items.
package struct OpenedBackup: Sendable {
  /// The outcome of opening one item of the backup: its content, or the reason of the failure.
  package enum Opening: Sendable {
    case content(SecretBytes)
    /// The item can be opened only on the device that made the backup.
    ///
    /// A class key of that device's store wraps the item's key, and this store does not have that
    /// class key.
    case otherDevice
    case damaged
  }

  private let sealed: SealedBackup
  private let items: [(protection: Protection, place: Range<Int>)]
  /// The key entries of the backup, and the bytes that the backup's key unwrapped from each entry.
  ///
  /// If items of the entry's protection must stay on the device, the bytes are a key that the
  /// store's class key still wraps. Otherwise the bytes are the key itself.
  private let outer: [(entry: BackupKeyEntry, bytes: SecretBytes)]
  private var keys: [Protection: CipherKey<KeyRole.BackupClass>] = [:]

  /// The number of items in the backup.
  package var count: Int { items.count }
  /// The identifier of the store that was backed up.
  package var store: Identifier16 { sealed.store }

  /// Opens a backup with its key, and checks the authentication code of the file.
  ///
  /// - Parameters:
  ///   - sealed: the backup.
  ///   - backupKey: the key that was derived from the passphrase or the device key.
  ///   - failure: the error to throw if `backupKey` is the wrong key.
  /// - Throws: `failure`; `damaged` if the authentication code or the list of items is wrong.
  init(
    _ sealed: SealedBackup, _ backupKey: Key<KeyRole.Backup>, otherwise failure: BackupError
  ) throws(BackupError) {
    self.sealed = sealed
    let fixed = sealed.header.encode()
    do {
      let cipher = try CipherKey(backupKey).cipher
      var outer: [(entry: BackupKeyEntry, bytes: SecretBytes)] = []
      for (entry, wrapped) in sealed.keys {
        do throws(CryptoError) {
          outer.append(
            (entry, try cipher.open(wrapped.span, binding: entry.outerData(fixed).span)))
        } catch .notAuthentic {
          throw failure
        }
      }
      self.outer = outer
      let end = sealed.bytes.count - SealedBackup.codeSize
      let code = try backupKey.authentication().code(sealed.bytes.span.extracting(..<end)).bytes
      guard constantTimeEqual(code.span, sealed.bytes.span.extracting(end...)) else {
        throw BackupError.damaged
      }
    } catch {
      throw BackupError(error)
    }
    items = try Self.items(sealed)
    for (entry, bytes) in outer where entry.binding == .portable {
      keys[entry.protection] = try Self.key(bytes)
    }
  }

  /// Returns a copy of the backup that can also open items that must stay on the device.
  ///
  /// The copy uses the class keys in `keybag`. If a class key is missing or was replaced since the
  /// backup, `open` returns `otherDevice` for the items of its protection.
  package func opening(with keybag: UnlockedKeybag) throws(BackupError) -> OpenedBackup {
    var copy = self
    for (entry, bytes) in outer where entry.binding == .device {
      copy.keys[entry.protection] = nil
      let classKey = keybag.sealer.ring.keys(of: entry.epoch)?.classKey(of: entry.protection)
      guard let classKey else { continue }
      let data = entry.innerData(sealed.header)
      let opened = bytes.withBytes { bytes in
        try? classKey.cipher.open(bytes, binding: data.span)
      }
      if let opened { copy.keys[entry.protection] = try Self.key(opened) }
    }
    return copy
  }

  /// Returns the content of the item with an index, or the reason why the item cannot be opened.
  package func open(_ index: Int) -> Opening {
    let (protection, place) = items[index]
    guard let key = keys[protection] else { return .otherDevice }
    let data = BackupKeyEntry.itemData(protection, index)
    let padded = try? key.cipher.open(
      sealed.bytes.span.extracting(place), binding: data.span)
    guard let padded, let content = Padding.unpad(padded) else { return .damaged }
    return .content(content)
  }

  /// Returns the protection of the item with an index.
  package func protection(of index: Int) -> Protection { items[index].protection }

  private static func key(
    _ bytes: SecretBytes
  ) throws(BackupError) -> CipherKey<KeyRole.BackupClass> {
    guard let key = Key<KeyRole.BackupClass>(bytes: bytes) else { throw .damaged }
    do {
      return try CipherKey(key)
    } catch {
      throw BackupError(error)
    }
  }

  /// Finds the protection and the byte range of each item in the backup.
  ///
  /// A forged number of items in the header cannot exhaust the memory: only items that lie within
  /// the file are counted.
  private static func items(
    _ sealed: SealedBackup
  ) throws(BackupError) -> [(protection: Protection, place: Range<Int>)] {
    var items: [(protection: Protection, place: Range<Int>)] = []
    let bytes = sealed.bytes
    let end = bytes.count - SealedBackup.codeSize
    var next = sealed.start
    while next < end {
      guard end - next >= 5, let protection = Protection(rawValue: bytes[next]),
        sealed.keys.contains(where: { $0.entry.protection == protection })
      else { throw .damaged }
      let length = bytes[(next + 1)..<(next + 5)]
      guard let number = Canonical.number(length, as: UInt32.self) else { throw .damaged }
      let size = Int(number)
      guard size <= end - next - 5 else { throw .damaged }
      items.append((protection, next + 5..<next + 5 + size))
      next += 5 + size
    }
    guard items.count == Int(sealed.header.itemCount) else { throw .damaged }
    return items
  }
}
