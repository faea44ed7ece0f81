// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// The attributes that a caller passes in a `SecKeychainAttributeList`.
///
/// Each attribute has a tag, which is the number that names the attribute, and bytes.
struct GivenAttributes {
  /// The attributes in the caller's order: the number that names each, and the bytes of its value.
  let all: [(tag: UInt32, bytes: [UInt8])]

  /// Makes one attribute from each term: a column of the keychain file's table, and a value.
  ///
  /// The tag of the attribute is the number of the column.
  init(_ terms: [RecordTerm]) {
    all = terms.map { term in (term.attribute, ItemAttributes.bytes(term.value)) }
  }

  /// Reads a caller's list; nil means an empty list.
  ///
  /// - Throws: -50 if the list has a count but no attributes, or too many attributes, or if an
  ///   attribute has a length but no bytes.
  init(_ list: UnsafePointer<SecKeychainAttributeList>?) throws(KeychainError) {
    guard let list = unsafe list?.pointee, list.count > 0 else {
      all = []
      return
    }
    guard let first = unsafe list.attr, list.count <= ItemAttributes.most else {
      throw .parameter("the list of attributes is not sound")
    }
    var found: [(tag: UInt32, bytes: [UInt8])] = []
    for place in 0..<Int(list.count) {
      let attribute = unsafe first[place]
      let bytes = try unsafe KeychainBytes.bytes(attribute.data, attribute.length)
      found.append((attribute.tag, bytes))
    }
    all = found
  }

  /// Returns a copy of the values of an item, with the given attributes set.
  ///
  /// - Throws: -25303 for an attribute that the class lacks, -50 for bytes that do not fit the
  ///   attribute's format.
  func set(in values: RecordValues) throws(KeychainError) -> RecordValues {
    var values = values
    for (tag, bytes) in all where tag != ItemAttributes.itemClass {
      let (column, value) = try value(tag, bytes, in: values.relation)
      values[column] = value
    }
    return values
  }

  /// Returns the attributes as terms: the conditions of a search.
  ///
  /// - Throws: the errors of `set(in:)`.
  func terms(in relation: Relation) throws(KeychainError) -> [RecordTerm] {
    var terms: [RecordTerm] = []
    for (tag, bytes) in all where tag != ItemAttributes.itemClass {
      let (column, value) = try value(tag, bytes, in: relation)
      terms.append(RecordTerm(column, value))
    }
    return terms
  }

  private func value(
    _ tag: UInt32, _ bytes: [UInt8], in relation: Relation
  ) throws(KeychainError) -> (UInt32, FileValue) {
    let column = ItemAttributes.column(tag, in: relation)
    guard let position = relation.position(of: column) else { throw .noAttribute }
    let format = relation.attributes[position].format
    guard let value = ItemAttributes.value(bytes, as: format) else {
      throw .parameter("an attribute has a length that its format does not permit")
    }
    return (column, value)
  }
}

extension KeychainError {
  static let noAttribute = KeychainError(
    .noSuchAttribute, "items of this class do not have the attribute")
}
