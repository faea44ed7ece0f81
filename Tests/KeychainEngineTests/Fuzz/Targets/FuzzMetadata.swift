// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The plaintext decoders of a row, without the cost of sealing: attributes, access control, lists.
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
    compare(metadata, schema, content, choice)
  }

  /// What is read of some attributes alone is what is read of them with all.
  private static func compare(
    _ metadata: ItemMetadata, _ schema: Schema, _ content: [UInt8], _ choice: UInt8
  ) {
    let wanted = schema.rows.enumerated().filter { choice >> UInt8($0.offset % 8) & 1 == 1 }
      .map(\.element.attribute)
    var selection = AttributeSelection()
    for attribute in wanted { selection.insert(attribute, of: schema) }
    let part = try? ItemMetadata(decoding: content.span, schema: schema, only: selection)
    for attribute in wanted {
      let whole = metadata.attributes[attribute].map { ItemMetadata.encode($0) }
      let alone = part?.attributes[attribute].map { ItemMetadata.encode($0) }
      precondition(whole == alone, "an attribute read alone is the same")
    }
  }
}
