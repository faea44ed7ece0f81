// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// The attributes that a caller passes in a list.
struct GivenAttributes {
  /// The tags with their bytes, in the caller's order.
  let all: [(tag: UInt32, bytes: [UInt8])]

  /// The attributes that terms name by their columns.
  init(_ terms: [RecordTerm]) {
    all = terms.map { term in (term.attribute, ItemAttributes.bytes(term.value)) }
  }

  /// Reads a list; nil is an empty list.
  ///
  /// - Throws: -50 for a count without attributes, for too many attributes, and for a length
  ///   without bytes.
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

  /// Returns the values with the attributes set.
  ///
  /// - Throws: -25303 for an attribute that the class lacks, -50 for bytes that are no value.
  func set(in values: RecordValues) throws(KeychainError) -> RecordValues {
    var values = values
    for (tag, bytes) in all where tag != ItemAttributes.itemClass {
      let (column, value) = try value(tag, bytes, in: values.relation)
      values[column] = value
    }
    return values
  }

  /// Returns the attributes as terms of a search.
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
