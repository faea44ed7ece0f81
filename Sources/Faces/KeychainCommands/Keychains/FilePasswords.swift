// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// Passwords in keychain files, for the commands that add, find and delete passwords.
struct FilePasswords {
  private let attributes: PasswordAttributes
  let relation: Relation

  init(_ attributes: PasswordAttributes) {
    self.attributes = attributes
    relation = attributes.itemClass == .genericPassword ? .genericPasswords : .internetPasswords
  }

  /// Returns the first item of a keychain that has the given attributes; nil without a match.
  func first(_ given: AttributeSet, in keychain: Keychain) throws(KeychainError) -> KeychainItem? {
    try all(given, in: keychain, limit: 1).first
  }

  /// Returns the items of a keychain that have the given attributes.
  func all(
    _ given: AttributeSet, in keychain: Keychain, limit: Int = .max
  ) throws(KeychainError) -> [KeychainItem] {
    try keychain.items(in: relation, where: terms(given), limit: limit)
  }

  /// Returns the conditions of a search for the given attributes.
  func terms(_ given: AttributeSet) -> [RecordTerm] {
    attributes.predicates(given).compactMap { predicate in
      Self.term(predicate.attribute, predicate.value, relation)
    }
  }

  /// Returns the attributes of a new item.
  ///
  /// Text and data attributes that the user has not given get an empty value, as in items of
  /// Apple's `security`.
  func newValues(_ given: AttributeSet) -> RecordValues {
    var values = RecordValues(relation)
    for name in ["desc", "gena", "icmt", "acct", "svce", "srvr", "sdmn", "path"] {
      values[Relation.code(name)] = .bytes([])
    }
    set(given, in: &values)
    set(attributes.defaults(for: given), in: &values)
    return values
  }

  /// Sets the given attributes, and keeps all other attributes.
  func set(_ given: AttributeSet, in values: inout RecordValues) {
    for pair in given {
      guard let term = Self.term(pair.attribute, pair.value, relation) else { continue }
      values[term.attribute] = term.value
    }
  }

  /// Returns an attribute and its value in the form that a table of keychain files has.
  ///
  /// Nil if the table does not have the attribute, or if the value does not fit the attribute.
  private static func term(
    _ attribute: Attribute, _ value: AttributeValue?, _ relation: Relation
  ) -> RecordTerm? {
    let id: UInt32
    switch attribute {
    case .label: id = Relation.printName
    case .alias: id = Relation.alias
    default: id = Relation.code(attribute.name)
    }
    guard let position = relation.position(of: id), let value else { return nil }
    let format = relation.attributes[position].format
    switch (value, format) {
    case (.number(let number), .number): return RecordTerm(id, .number(UInt32(clamping: number)))
    case (.number(let number), .signed): return RecordTerm(id, .signed(Int32(clamping: number)))
    case (.text(let text), .number) where text.utf8.count == 4:
      return RecordTerm(id, .number(Relation.code(text)))
    case (.text(let text), .blob): return RecordTerm(id, .text(text))
    case (.bytes(let bytes), .blob): return RecordTerm(id, .bytes(bytes))
    default: return nil
    }
  }
}
