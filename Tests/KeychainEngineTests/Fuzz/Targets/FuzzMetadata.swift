// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Decodes the plaintext of a row without the cost of sealing: attributes, access control, and
/// lists.
enum FuzzMetadata {
  static func run(_ bytes: [UInt8]) {
    var input = FuzzBytes(bytes)
    let classes = ItemClass.stored
    let choice = input.byte()
    let schema = Schema.of(classes[Int(choice) % classes.count])
    let content = Array(input.rest)
    if let list = try? TaggedList(decoding: content.span) {
      precondition(list.encode() == content, "a list that was read is written as it was")
    }
    if let accessControl = AccessControl(decoding: content) {
      let written = accessControl.encode()
      precondition(
        AccessControl(decoding: written)?.encode() == written,
        "an access control that was read can be written and read")
    }
    guard let metadata = try? ItemMetadata(decoding: content.span, schema: schema) else { return }
    let written = metadata.encode(schema: schema)
    let again = try? ItemMetadata(decoding: written.span, schema: schema)
    precondition(
      again?.encode(schema: schema) == written, "metadata that was read can be written and read")
    compare(metadata, schema, content)
  }

  /// Checks that a glance at the attributes agrees with full decoding, and rejects every other
  /// value.
  private static func compare(_ metadata: ItemMetadata, _ schema: Schema, _ content: [UInt8]) {
    guard case .text(let group)? = metadata.attributes[.accessGroup] else { return }
    var glance = MetadataGlance()
    var values: [Predicate] = []
    for entry in metadata.attributes.entries.prefix(8) {
      guard let row = schema[entry.attribute], glance.expect(row) else { continue }
      values.append(Predicate(entry.attribute, entry.value))
    }
    if let sight = glance.look(at: content.span, of: group, with: values) {
      precondition(
        sight.hasSecret == metadata.hasSecret && sight.accessControl == metadata.accessControl
          && metadata.tombstone == nil, "a glance knows ordinary items")
    }
    for place in values.indices {
      var others = values
      others[place] = Predicate(values[place].attribute, .text("\u{1}another"))
      precondition(
        values[place].value == others[place].value
          || glance.look(at: content.span, of: group, with: others) == nil,
        "a glance compares each value")
    }
    precondition(
      glance.look(at: content.span, of: group + "x", with: values) == nil,
      "a glance compares the group")
  }
}
