// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto

/// The digest of an item's attributes, which its access list holds
/// (Specification/keychain-file-format.md, "Integrity digest").
package enum IntegrityDigest {
  /// The attributes that the digest leaves out: the dates of creation and modification.
  private static let skipped: Set = [Relation.code("cdat"), Relation.code("mdat")]

  /// Returns the digest of the attributes of a record.
  ///
  /// - Parameter values: the values of each attribute, in the order of `relation.attributes`; empty
  ///   for an absent attribute.
  package static func of(
    _ values: [[FileValue]], _ relation: Relation
  ) throws(BlobFailure) -> [UInt8] {
    let text = encoded(values, relation)
    return try BlobFailure.calling { () throws(CryptoError) in
      try Hash.sha256(text.span).bytes
    }
  }

  /// Returns the bytes that are digested: a SET in DER.
  package static func encoded(_ values: [[FileValue]], _ relation: Relation) -> [UInt8] {
    var members: [[UInt8]] = []
    for (attribute, values) in zip(relation.attributes, values)
    where !values.isEmpty && !skipped.contains(attribute.id) {
      let list = values.flatMap { der(0x04, bytes($0)) }
      members.append(der(0x30, der(0x04, label(attribute)) + der(0x30, list)))
    }
    members.sort(by: precedes)
    return der(0x31, members.flatMap { $0 })
  }

  /// Returns true if the left element stands first in the SET.
  ///
  /// Elements are ordered by their bytes as far as the shorter element goes, then by length.
  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }

  /// Returns the bytes that name an attribute in the digest.
  ///
  /// The attributes with the numbers 7 and 8 are named `PrintName` and `Alias`, as in password
  /// items. In a key these two numbers mean other attributes, but Apple's digests use the names of
  /// password items there too.
  private static func label(_ attribute: Relation.Attribute) -> [UInt8] {
    switch attribute.id {
    case Relation.printName: Array("PrintName".utf8)
    case Relation.alias: Array("Alias".utf8)
    default: littleEndian(attribute.id)
    }
  }

  private static func bytes(_ value: FileValue) -> [UInt8] {
    switch value {
    case .number(let number): littleEndian(number)
    case .signed(let number): littleEndian(UInt32(bitPattern: number))
    case .numbers(let numbers): numbers.flatMap(littleEndian)
    case .bytes(let bytes): bytes
    }
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
    var length: [UInt8] = []
    var rest = content.count
    while rest > 0 {
      length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }
}
