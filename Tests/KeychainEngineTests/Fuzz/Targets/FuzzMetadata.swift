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
    compare(metadata, schema, content)
  }

  /// What is shown of the attributes is what is read of them, and nothing is missing.
  private static func compare(_ metadata: ItemMetadata, _ schema: Schema, _ content: [UInt8]) {
    var shown = 0
    let rest = try? ItemMetadata(decoding: content.span, schema: schema) { attribute, encoded in
      let whole = metadata.attributes[attribute].map { ItemMetadata.encode($0) }
      precondition(whole?.span.hasSameBytes(as: encoded) == true, "an attribute shown is the same")
      if case .text(let text)? = metadata.attributes[attribute] {
        precondition(ItemMetadata.isEncoding(encoded, of: text), "a text is known again")
      }
      shown += 1
    }
    precondition(shown == metadata.attributes.count, "each attribute is shown once")
    precondition(
      rest?.hasSecret == metadata.hasSecret && rest?.accessControl == metadata.accessControl
        && rest?.tombstone == metadata.tombstone && rest?.attributes.isEmpty == true,
      "what is no attribute is read all the same")
  }
}
