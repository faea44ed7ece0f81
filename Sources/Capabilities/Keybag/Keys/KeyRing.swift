// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes

/// The available keys of a keybag, unwrapped and with their cipher contexts.
///
/// A key ring never changes.
final class KeyRing: Sendable {
  /// The unwrapped keys of one epoch (generation of keys).
  ///
  /// A key ring has several epochs while a rotation seals rows again under new keys.
  final class Epoch: Sendable {
    let number: UInt32
    let index: Key<KeyRole.Index>?
    private let classes: [CipherKey<KeyRole.Class>?]
    private let metadata: [CipherKey<KeyRole.Metadata>?]
    /// The protections that have a class key, even if the key is locked now.
    ///
    /// The protections are a list, because a set costs a tenth of a millisecond at the first call.
    /// The Swift runtime searches all conformances of the program when a set type is first used.
    private let named: [Protection]

    fileprivate init(_ draft: Draft) {
      number = draft.number
      index = draft.index
      classes = draft.classes
      metadata = draft.metadata
      named = draft.named
    }

    /// Copies the keys of an epoch.
    ///
    /// - Parameters:
    ///   - protections: the protections whose class and metadata keys are copied.
    ///   - known: the protections for which `has` stays true in the copy, even if their keys are
    ///     not copied.
    fileprivate init(_ other: Epoch, keeping protections: Set<Protection>, known: Set<Protection>) {
      number = other.number
      index = other.index
      named = other.named.filter { known.contains($0) }
      classes = Protection.allCases.map { protections.contains($0) ? other.classKey(of: $0) : nil }
      metadata = Protection.allCases.map {
        protections.contains($0) ? other.metadataKey(of: $0) : nil
      }
    }

    /// Returns true if the protection has a class key, even if the key is locked now.
    func has(_ protection: Protection) -> Bool { named.contains(protection) }

    func classKey(of protection: Protection) -> CipherKey<KeyRole.Class>? {
      classes[KeyRing.place(of: protection)]
    }

    func metadataKey(of protection: Protection) -> CipherKey<KeyRole.Metadata>? {
      metadata[KeyRing.place(of: protection)]
    }
  }

  /// The keys of an epoch while `KeyRing` unwraps them; `Epoch` has the finished keys.
  fileprivate struct Draft {
    let number: UInt32
    var index: Key<KeyRole.Index>?
    var classes: [CipherKey<KeyRole.Class>?]
    var metadata: [CipherKey<KeyRole.Metadata>?]
    var named: [Protection] = []

    init(number: UInt32) {
      self.number = number
      classes = Array(repeating: nil, count: Protection.allCases.count)
      metadata = Array(repeating: nil, count: Protection.allCases.count)
    }
  }

  private let epochs: [Epoch]

  func keys(of epoch: UInt32) -> Epoch? {
    epochs.first { $0.number == epoch }
  }

  private static func place(of protection: Protection) -> Int {
    Int(protection.rawValue - Protection.whenUnlocked.rawValue)
  }

  /// Unwraps the keys of a keybag, as far as the available unlock keys allow.
  ///
  /// Class keys are unwrapped first, then the metadata and index keys that class keys wrap.
  init(image: KeybagImage, unlockKeys: UnlockKeys) throws(KeybagError) {
    var found = Found(image: image)
    for record in image.records where record.kind == KeybagRecord.Kind.classKey {
      try found.takeClassKey(record, unlockKeys)
    }
    for record in image.records where record.kind == KeybagRecord.Kind.metadataKey {
      try found.takeMetadataKey(record)
    }
    for record in image.records where record.kind == KeybagRecord.Kind.indexKey {
      try found.takeIndexKey(record)
    }
    epochs = found.epochs.map { Epoch($0) }
  }

  /// Copies a key ring.
  ///
  /// - Parameters:
  ///   - protections: the protections whose class and metadata keys are copied.
  ///   - known: the protections for which `Epoch.has` stays true in the copy, even if their keys
  ///     are not copied.
  init(
    _ other: KeyRing, keeping protections: Set<Protection>,
    known: Set<Protection> = Set(Protection.allCases)
  ) {
    epochs = other.epochs.map { Epoch($0, keeping: protections, known: known) }
  }

  /// The keys that were unwrapped so far, while a key ring is made from a keybag.
  private struct Found {
    let image: KeybagImage
    var epochs: [Draft] = []

    mutating func takeClassKey(
      _ record: KeybagRecord, _ unlockKeys: UnlockKeys
    ) throws(KeybagError) {
      let entry = try KeyRecord<KeyRole.Class>(decoding: record)
      guard let wrapper = Wrapper(rawValue: entry.wrapper),
        wrapper == .device || image.version >= KeybagImage.versionWithPasscode
      else { throw .newerVersion }
      let epoch = self.place(of: entry.epoch)
      epochs[epoch].named.append(entry.protection)
      guard let unlockKey = unlockKeys[wrapper] else { return }
      let key = try unlockKey.unwrap(entry.wrapped, binding: binding(of: entry))
      epochs[epoch].classes[KeyRing.place(of: entry.protection)] = try kept(key)
    }

    mutating func takeMetadataKey(_ record: KeybagRecord) throws(KeybagError) {
      let entry = try KeyRecord<KeyRole.Metadata>(decoding: record)
      guard let wrapping = try wrappingKey(of: entry) else { return }
      let key = try wrapping.unwrap(entry.wrapped, binding: binding(of: entry))
      let place = KeyRing.place(of: entry.protection)
      epochs[self.place(of: entry.epoch)].metadata[place] = try kept(key)
    }

    mutating func takeIndexKey(_ record: KeybagRecord) throws(KeybagError) {
      let entry = try KeyRecord<KeyRole.Index>(decoding: record)
      guard let wrapping = try wrappingKey(of: entry) else { return }
      let key = try wrapping.unwrap(entry.wrapped, binding: binding(of: entry))
      epochs[self.place(of: entry.epoch)].index = key
    }

    /// Returns the class key that wraps the metadata or index key in `entry`.
    ///
    /// Nil if the class key is locked.
    ///
    /// - Throws: `damaged` if the keybag has no record of this class key.
    private func wrappingKey<Role>(
      of entry: KeyRecord<Role>
    ) throws(KeybagError) -> CipherKey<KeyRole.Class>? {
      guard let epoch = epochs.first(where: { $0.number == entry.epoch }),
        epoch.named.contains(entry.protection)
      else { throw .damaged }
      return epoch.classes[KeyRing.place(of: entry.protection)]
    }

    private mutating func place(of epoch: UInt32) -> Int {
      if let place = epochs.firstIndex(where: { $0.number == epoch }) { return place }
      epochs.append(Draft(number: epoch))
      return epochs.count - 1
    }

    private func binding<Role>(of entry: KeyRecord<Role>) -> KeyBinding {
      KeyBinding(store: image.store, protection: entry.protection, epoch: entry.epoch)
    }

    private func kept<Role>(_ key: Key<Role>) throws(KeybagError) -> CipherKey<Role> {
      do {
        return try CipherKey(key)
      } catch {
        throw KeybagError(error)
      }
    }
  }
}
