// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// The content and the identifiers of an item as they were at one time, for example when a backup
/// was made.
///
/// Versions will also be sent between devices, without the persistent identifier
/// (Specification/sync.md, "Seams", S11, S17).
package struct ItemVersion: Sendable {
  /// The unencrypted content of the item: attributes, access control and secret.
  ///
  /// The content includes the entries that a newer version of Latchkey added to the item's metadata
  /// (`ItemDraft.unknown`).
  package var draft: ItemDraft
  package var uuid: Identifier16
  /// The persistent identifier of the item, which a backup contains.
  ///
  /// Nil if the version comes from another store. The item then gets a new identifier in this
  /// store.
  package var persistentIdentifier: Identifier16?
  package var revision: Instant

  package init(
    _ draft: ItemDraft, uuid: Identifier16, persistentIdentifier: Identifier16?, revision: Instant
  ) {
    self.draft = draft
    self.uuid = uuid
    self.persistentIdentifier = persistentIdentifier
    self.revision = revision
  }

  /// Creates the version from a stored item and its secret.
  ///
  /// The secret is nil if the item has no secret.
  package init(_ item: OpenedItem, secret: SecretBytes?) {
    self.init(item, as: ItemDraft(item, secret: secret))
  }

  /// Creates the version from a stored item, whose unencrypted content is given as `draft`.
  package init(_ item: OpenedItem, as draft: ItemDraft) {
    self.draft = draft
    uuid = item.facts.uuid
    persistentIdentifier = item.facts.persistentIdentifier
    revision = item.facts.revision
  }

  /// A copy of the version without its parts that never leave a device (Specification/sync.md,
  /// "Seams", S8).
  ///
  /// One part is the name of the program that created the item. The other part is the metadata that
  /// a newer version of Latchkey added with a tag that marks it as local.
  package var withoutLocalParts: ItemVersion {
    var copy = self
    copy.draft.creator = ""
    copy.draft.unknown.removeAll { $0.tag & TaggedList.localBit != 0 }
    return copy
  }

  /// The size in bytes of the fixed part at the beginning of an encoded version.
  ///
  /// The part consists of class, protection, two flags, UUID, persistent identifier, revision (time
  /// of the last change) and size of the metadata. The flags say whether the item is synchronizable
  /// and whether it has a secret.
  private static let headSize = 48

  /// Returns the version as bytes, which the caller seals and writes to a backup
  /// (Documentation/Formats/backup.md, "Items").
  package func encode() -> SecretBytes {
    let metadata = draft.metadata.encode(schema: draft.schema)
    var head: [UInt8] = [
      draft.itemClass.number, draft.protection.rawValue, draft.isSynchronizable ? 1 : 0,
      draft.secret == nil ? 0 : 1,
    ]
    head.append(uuid)
    head.append(persistentIdentifier ?? .zero)
    head.append(littleEndian: revision.microseconds)
    head.append(littleEndian: UInt32(metadata.count))
    let start = head.count + metadata.count
    return SecretBytes(count: start + (draft.secret?.count ?? 0)) {
      (output: inout MutableSpan<UInt8>) in
      for place in head.indices { output[place] = head[place] }
      for place in metadata.indices { output[head.count + place] = metadata[place] }
      guard let secret = draft.secret else { return }
      secret.withBytes { bytes in
        for place in bytes.indices { output[start + place] = bytes[place] }
      }
    }
  }

  /// Decodes a version from bytes that `encode` returned.
  ///
  /// Nil if the bytes are not an encoded version.
  package init?(decoding content: SecretBytes) {
    guard content.count >= Self.headSize else { return nil }
    let size = content.withBytes { bytes in
      Canonical.number(bytes.extracting(44..<48), as: UInt32.self)
    }
    guard let size else { return nil }
    let start = Self.headSize + Int(size)
    guard start <= content.count else { return nil }
    let plain: (head: [UInt8], metadata: ItemMetadata)? = content.withBytes { bytes in
      let head = (0..<Self.headSize).map { bytes[$0] }
      guard let itemClass = ItemClass(number: head[0]), ItemClass.stored.contains(itemClass),
        let metadata = try? ItemMetadata(
          decoding: bytes.extracting(Self.headSize..<start), schema: Schema.of(itemClass))
      else { return nil }
      return (head, metadata)
    }
    guard let (head, metadata) = plain, let itemClass = ItemClass(number: head[0]),
      let protection = Protection(rawValue: head[1]), head[2] <= 1, head[3] <= 1,
      (head[3] == 1) == metadata.hasSecret, head[3] == 1 || start == content.count,
      let uuid = Identifier16(head[4..<20]), let reference = Identifier16(head[20..<36]),
      let time: Int64 = Canonical.number(head.span.extracting(36..<44)),
      metadata.tombstone == nil, Self.hasSoundValues(metadata, Schema.of(itemClass))
    else { return nil }
    self.uuid = uuid
    persistentIdentifier = reference == .zero ? nil : reference
    revision = Instant(microseconds: time)
    draft = ItemDraft(
      itemClass, attributes: metadata.attributes, protection: protection,
      isSynchronizable: head[2] == 1, isTombstone: false, accessControl: metadata.accessControl,
      secret: head[3] == 1 ? content.slice(start..<content.count) : nil,
      creator: metadata.creator)
    draft.unknown = metadata.unknown
    draft.addDefaults()
  }

  /// True if the metadata has an access group and each attribute is valid for the class of the
  /// item.
  ///
  /// An attribute is valid if it belongs to the class and has a value of a type that the attribute
  /// allows. This check is needed although the backup is authenticated: another program that has
  /// the backup's key may have written the bytes.
  private static func hasSoundValues(_ metadata: ItemMetadata, _ schema: Schema) -> Bool {
    guard case .text? = metadata.attributes[.accessGroup] else { return false }
    return metadata.attributes.allSatisfy { entry in
      schema[entry.attribute]?.kind.holds(entry.value) ?? false
    }
  }
}

extension ValueKind {
  /// True if this kind of attribute can store a value of the given type (Specification/secitem.md,
  /// "Attribute value coercion").
  fileprivate func holds(_ value: AttributeValue) -> Bool {
    switch (self, value) {
    case (.string, .text), (.access, .text), (.blob, .text), (.blob, .bytes), (.blob, .number),
      (.blob, .real), (.data, .bytes), (.number, .number), (.number, .real), (.number, .text),
      (.date, .date), (.uuid, .bytes):
      true
    case (.sync, .number(let number)), (.tomb, .number(let number)): (0...1).contains(number)
    case (.sha1, .bytes(let bytes)): bytes.count == 20
    default: false
    }
  }
}
