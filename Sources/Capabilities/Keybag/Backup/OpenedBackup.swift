// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes
package import SecureMemory

/// A backup that was proved to be whole, with the keys that its passphrase, or its device, opens.
package struct OpenedBackup: Sendable {
  /// What an item turned out to be.
  package enum Opening: Sendable {
    case content(SecretBytes)
    /// Its key is wrapped by a class key that this store does not have.
    case otherDevice
    case damaged
  }

  private let sealed: SealedBackup
  private let items: [(protection: Protection, place: Range<Int>)]
  /// What the backup's key has opened of each class key: the key, or what the store's class key
  /// has still to open.
  private let outer: [(entry: BackupKeyEntry, bytes: SecretBytes)]
  private var keys: [Protection: CipherKey<KeyRole.BackupClass>] = [:]

  /// How many items there are.
  package var count: Int { items.count }
  /// The store that it was made of.
  package var store: Identifier16 { sealed.store }

  /// - Parameter failure: what it means when the key does not fit.
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

  /// The same with the keys of this device only that a store's own class keys open.
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

  /// The content of an item.
  package func open(_ index: Int) -> Opening {
    let (protection, place) = items[index]
    guard let key = keys[protection] else { return .otherDevice }
    let data = BackupKeyEntry.itemData(protection, index)
    let padded = try? key.cipher.open(
      sealed.bytes.span.extracting(place), binding: data.span)
    guard let padded, let content = Padding.unpad(padded) else { return .damaged }
    return .content(content)
  }

  /// The protection that an item is sealed under.
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

  /// Where the items lie; there cannot be more than the file has room for.
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
      let size = (0..<4).reduce(0) { $0 | Int(bytes[next + 1 + $1]) << (8 * $1) }
      guard size <= end - next - 5 else { throw .damaged }
      items.append((protection, next + 5..<next + 5 + size))
      next += 5 + size
    }
    guard items.count == Int(sealed.header.itemCount) else { throw .damaged }
    return items
  }
}
