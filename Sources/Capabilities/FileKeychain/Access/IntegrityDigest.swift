// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto
import KeychainTypes

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
      let list = values.map { DERWriter.element(.octetString, bytes($0)) }
      let label = DERWriter.element(.octetString, label(attribute))
      members.append(DERWriter.sequence([label, DERWriter.sequence(list)]))
    }
    members.sort(by: precedes)
    return DERWriter.element(.set, members.flatMap { $0 })
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
    default: Canonical.littleEndian(attribute.id)
    }
  }

  private static func bytes(_ value: FileValue) -> [UInt8] {
    switch value {
    case .number(let number): Canonical.littleEndian(number)
    case .signed(let number): Canonical.littleEndian(number)
    case .numbers(let numbers): numbers.flatMap { Canonical.littleEndian($0) }
    case .bytes(let bytes): bytes
    }
  }
}
