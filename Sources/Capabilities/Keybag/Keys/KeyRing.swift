// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes

/// The keys of a keybag, unwrapped once and kept with their contexts; immutable.
final class KeyRing: Sendable {
  /// The keys of one epoch.
  ///
  /// There are several while rows are being sealed anew.
  final class Epoch: Sendable {
    let number: UInt32
    let index: Key<KeyRole.Index>?
    private let classes: [CipherKey<KeyRole.Class>?]
    private let metadata: [CipherKey<KeyRole.Metadata>?]
    /// The protections that have a class key, be it locked.
    ///
    /// A list: at the first set of a type the runtime looks through all conformances of a program,
    /// a tenth of a millisecond of its first call.
    private let named: [Protection]

    fileprivate init(_ draft: Draft) {
      number = draft.number
      index = draft.index
      classes = draft.classes
      metadata = draft.metadata
      named = draft.named
    }

    /// The same keys without those of the protections left out.
    fileprivate init(_ other: Epoch, keeping protections: Set<Protection>, known: Set<Protection>) {
      number = other.number
      index = other.index
      named = other.named.filter { known.contains($0) }
      classes = Protection.allCases.map { protections.contains($0) ? other.classKey(of: $0) : nil }
      metadata = Protection.allCases.map {
        protections.contains($0) ? other.metadataKey(of: $0) : nil
      }
    }

    /// Whether the protection has a class key, be it locked.
    func has(_ protection: Protection) -> Bool { named.contains(protection) }

    func classKey(of protection: Protection) -> CipherKey<KeyRole.Class>? {
      classes[KeyRing.place(of: protection)]
    }

    func metadataKey(of protection: Protection) -> CipherKey<KeyRole.Metadata>? {
      metadata[KeyRing.place(of: protection)]
    }
  }

  /// An epoch while it is being filled.
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

  /// Unwraps every key that the unlock keys open: class keys first, then what they wrap.
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

  /// The same keys without those of the protections left out.
  ///
  /// - Parameter known: the protections that have a key at all, be it locked.
  init(
    _ other: KeyRing, keeping protections: Set<Protection>,
    known: Set<Protection> = Set(Protection.allCases)
  ) {
    epochs = other.epochs.map { Epoch($0, keeping: protections, known: known) }
  }

  /// The epochs while they are being filled.
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

    /// Nil while it is locked.
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

/// What follows from the index key of one epoch: digests, and codes over the change history.
package struct EpochKeys: Sendable {
  package let number: UInt32
  /// Makes the digests of attribute values.
  package let digests: DigestMaker
  /// Authenticates the change history and names rows.
  package let history: HistoryHead

  /// Nil when the ring has no index key of this epoch.
  init?(_ number: UInt32, in ring: KeyRing, store: Identifier16) throws(KeybagError) {
    guard let index = ring.keys(of: number)?.index else { return nil }
    self.number = number
    do {
      digests = try DigestMaker(key: index)
      history = try HistoryHead(key: index, store: store)
    } catch {
      throw KeybagError(error)
    }
  }
}
