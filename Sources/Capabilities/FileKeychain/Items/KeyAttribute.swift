// SPDX-License-Identifier: Apache-2.0 (table)

/// The numbers of the attributes of keys (Specification/keychain-file-format.md, "Attribute
/// lists").
package enum KeyAttribute {
  package static let keyClass: UInt32 = 0
  package static let printName: UInt32 = 1
  package static let alias: UInt32 = 2
  package static let permanent: UInt32 = 3
  package static let isPrivate: UInt32 = 4
  package static let modifiable: UInt32 = 5
  /// The number of a key's label: the hash of the public key, or random bytes for a symmetric key.
  ///
  /// A group key, the key record that encrypts one password, has a label too. The password item
  /// names its group key by this label.
  package static let label: UInt32 = 6
  package static let applicationTag: UInt32 = 7
  package static let creator: UInt32 = 8
  package static let keyType: UInt32 = 9
  package static let bits: UInt32 = 10
  package static let effectiveBits: UInt32 = 11
  package static let startDate: UInt32 = 12
  package static let endDate: UInt32 = 13
  package static let sensitive: UInt32 = 14
  package static let alwaysSensitive: UInt32 = 15
  package static let extractable: UInt32 = 16
  package static let neverExtractable: UInt32 = 17

  /// The number of the attribute that is true for a key that can sign.
  package static let signs: UInt32 = 21

  /// The numbers of the attributes that permit one use of a key each, with these uses.
  package static let uses: [(id: UInt32, use: KeyHeader.Uses)] = [
    (18, .encrypt), (19, .decrypt), (20, .derive), (21, .sign), (22, .verify),
    (23, .signRecover), (24, .verifyRecover), (25, .wrap), (26, .unwrap),
  ]

  /// The identifier of Apple's module that makes keys; every key in a file has it as its creator.
  static let creatorText = Array("{87191ca2-0fc9-11d4-849a-000502b52122}\0".utf8)
  /// The bytes of the start date or end date of a key that has no such date.
  static let noDate = [UInt8](repeating: 0, count: 8)
}

extension RecordValues {
  /// Sets the attributes of a key record from the key's header and the given values.
  mutating func describe(
    _ header: KeyHeader, printName: [UInt8], label: [UInt8], applicationTag: [UInt8] = []
  ) {
    self[KeyAttribute.keyClass] = .number(relation.id)
    self[KeyAttribute.printName] = .bytes(printName)
    self[KeyAttribute.alias] = .bytes([])
    self[KeyAttribute.label] = .bytes(label)
    self[KeyAttribute.applicationTag] = .bytes(applicationTag)
    self[KeyAttribute.creator] = .bytes(KeyAttribute.creatorText)
    self[KeyAttribute.keyType] = .number(header.algorithm)
    self[KeyAttribute.bits] = .number(header.bits)
    self[KeyAttribute.effectiveBits] = .number(header.bits)
    self[KeyAttribute.startDate] = .bytes(KeyAttribute.noDate)
    self[KeyAttribute.endDate] = .bytes(KeyAttribute.noDate)
    let flags: [(UInt32, KeyHeader.Attributes)] = [
      (KeyAttribute.permanent, .permanent), (KeyAttribute.isPrivate, .isPrivate),
      (KeyAttribute.modifiable, .modifiable), (KeyAttribute.sensitive, .sensitive),
      (KeyAttribute.alwaysSensitive, .alwaysSensitive), (KeyAttribute.extractable, .extractable),
      (KeyAttribute.neverExtractable, .neverExtractable),
    ]
    for (id, flag) in flags {
      self[id] = .number(header.attributes.contains(flag) ? 1 : 0)
    }
    for (id, use) in KeyAttribute.uses {
      let isPermitted = header.uses.contains(use) || header.uses.contains(.any)
      self[id] = .number(isPermitted ? 1 : 0)
    }
  }
}
