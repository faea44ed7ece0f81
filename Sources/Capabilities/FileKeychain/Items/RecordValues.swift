// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// The values of all attributes of one record.
package struct RecordValues: Sendable {
  package let relation: Relation
  /// The values of each attribute, in the order of `relation.attributes`.
  ///
  /// An absent attribute has no values.
  package private(set) var all: [[FileValue]]

  /// Makes values in which every attribute is absent.
  package init(_ relation: Relation) {
    self.relation = relation
    all = [[FileValue]](repeating: [], count: relation.attributes.count)
  }

  /// Reads all attributes of a record.
  ///
  /// - Throws: the damage if a value does not lie within the record, or if two values share bytes.
  package init(_ record: FileRecord) throws(FileDamage) {
    relation = record.relation
    all = try record.allValues()
  }

  /// The first value of the attribute with a number; nil if the attribute is absent.
  ///
  /// Setting an attribute that the table lacks has no effect.
  package subscript(_ id: UInt32) -> FileValue? {
    get { relation.position(of: id).flatMap { all[$0].first } }
    set {
      guard let position = relation.position(of: id) else { return }
      all[position] = newValue.map { [$0] } ?? []
    }
  }

  /// Sets all values of the attribute with a number; does nothing if the table lacks the attribute.
  package mutating func set(_ values: [FileValue], for id: UInt32) {
    guard let position = relation.position(of: id) else { return }
    all[position] = values
  }

  /// Returns these values in the order in which another description of the table has the
  /// attributes.
  ///
  /// Each file describes its tables itself. A value for an attribute that `other` lacks is left
  /// out.
  func fitted(to other: Relation) -> RecordValues {
    guard relation != other else { return self }
    var fitted = RecordValues(other)
    for (attribute, values) in zip(relation.attributes, all) where !values.isEmpty {
      fitted.set(values, for: attribute.id)
    }
    return fitted
  }

  /// Sets the absent attributes of the unique index to their default values.
  ///
  /// A record that lacks one of these attributes would have no key in the index
  /// (Specification/keychain-file-format.md, "Records").
  package mutating func fillUnique() {
    for id in relation.unique?.attributes ?? [] {
      guard let position = relation.position(of: id), all[position].isEmpty else { continue }
      switch relation.attributes[position].format {
      case .number: all[position] = [.number(0)]
      case .signed: all[position] = [.signed(0)]
      case .date: all[position] = [.bytes(Array("20010101000000Z\0".utf8))]
      case .string, .bigNumber, .real, .blob, .numbers: all[position] = [.bytes([])]
      }
    }
  }

  /// The primary key of the record: the number of its table, and the values of the unique index
  /// (Specification/keychain-file-format.md, "Persistent references and primary keys").
  package var primaryKey: [UInt8] {
    var key: [UInt8] = []
    key.append(atom: relation.id)
    for id in relation.unique?.attributes ?? [] {
      switch self[id] {
      // Numbers stand in the byte order of Apple's machines.
      case .number(let number)?: key.append(counted: Canonical.littleEndian(number))
      case .signed(let number)?: key.append(counted: Canonical.littleEndian(number))
      case let value?: key.append(counted: value.content)
      case nil: key.append(counted: [])
      }
    }
    return key
  }
}

extension [UInt8] {
  fileprivate mutating func append(counted bytes: [UInt8]) {
    append(size: bytes.count)
    self += bytes
  }
}

extension FileValue {
  /// Returns a date as an attribute's value: `YYYYMMDDhhmmssZ` in UTC and a zero byte.
  package static func date(_ instant: Instant) -> FileValue {
    let time = CivilTime(instant)
    let parts = [
      (time.year, 4), (time.month, 2), (time.day, 2), (time.hour, 2), (time.minute, 2),
      (time.second, 2),
    ]
    let digits = parts.map { number, width in
      let text = String(max(0, number) % 10_000)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    return .bytes(Array((digits.joined() + "Z\0").utf8))
  }

  package static func text(_ text: String) -> FileValue { .bytes(Array(text.utf8)) }
}

/// The limits of sizes that every writer of an item checks (Specification/design.md, "Profiles").
extension RecordValues {
  /// Throws -25302 if an attribute, or the secret, is larger than the limit.
  ///
  /// - Parameters:
  ///   - old: the attributes before a change. An attribute that stays as it is may have any size,
  ///     because files of other programs can have larger attributes.
  ///   - secret: the new secret; nil if the secret stays as it is.
  func requireSizes(
    changing old: RecordValues? = nil, secret: SecretBytes? = nil
  ) throws(KeychainError) {
    for (position, attribute) in relation.attributes.enumerated() {
      guard all[position].contains(where: \.isTooLarge), all[position] != old?.all[position]
      else { continue }
      let column = FileColumn.all(of: relation.id).first { $0.id == attribute.id }
      guard let column else { throw .attributeTooLarge }
      throw KeychainError.attributeTooLarge.about(column.attribute.name)
    }
    if let secret, secret.count > SecretBytes.mostBytes {
      throw KeychainError.secretTooLarge.about(ValueKey.secret.rawValue)
    }
  }
}

extension FileValue {
  /// True if the value is larger than an attribute can be.
  fileprivate var isTooLarge: Bool {
    switch self {
    case .bytes(let bytes): bytes.count > RequestValue.mostAttributeBytes
    case .number, .signed, .numbers: false
    }
  }
}
