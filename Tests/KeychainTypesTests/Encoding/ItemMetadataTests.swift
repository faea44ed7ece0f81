// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

@Suite("Sealed metadata")
struct ItemMetadataTests {
  static let vectors = Vector.all("canonical/item-metadata.txt")

  static func entries(_ text: String) -> [TaggedList.Entry] {
    text.split(separator: " ").compactMap { part in
      let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2, let tag = UInt16(sides[0], radix: 16),
        let content = decoded(hexadecimal: sides[1])
      else { return nil }
      return TaggedList.Entry(tag: tag, bytes: content)
    }
  }

  static func decode(_ bytes: [UInt8], _ schema: Schema) throws -> ItemMetadata {
    try ItemMetadata(decoding: bytes.span, schema: schema)
  }

  @Test("the vectors are there")
  func present() { #expect(Self.vectors.count == 10) }

  @Test("vectors", arguments: vectors)
  func vector(_ vector: Vector) throws {
    let schema = Schema.of(try #require(vector["class"].flatMap(ItemClass.init(rawValue:))))
    let content = try vector.bytes("bytes")
    guard vector.expect == "success" else {
      #expect(throws: TaggedList.Failure.self) {
        try Self.decode(content, schema)
      }
      return
    }
    var attributes = AttributeSet()
    for (name, text) in vector.fields {
      guard let attribute = Attribute(name: name), schema[attribute] != nil else { continue }
      let value = try #require(parsed(text), "\(name)")
      attributes[attribute] = value
    }
    let accessControl = vector["access-control"].flatMap(decoded(hexadecimal:)).flatMap {
      AccessControl(decoding: $0)
    }
    #expect((accessControl == nil) == (vector["access-control"] == nil))
    let metadata = ItemMetadata(
      attributes: attributes, accessControl: accessControl,
      creator: try #require(vector["creator"]),
      hasSecret: vector["secret"] != nil,
      unknown: Self.entries(vector["unknown"] ?? ""))
    #expect(hexadecimal(metadata.encode(schema: schema)) == vector["bytes"])
    #expect(try Self.decode(content, schema) == metadata)
  }

  @Test("a rewrite keeps what it does not know, and changes what it does")
  func rewrite() throws {
    let vector = try #require(Self.vectors.first { $0["unknown"] != nil })
    var metadata = try Self.decode(try vector.bytes("bytes"), .genericPassword)
    metadata.attributes[.label] = .text("changed")
    let again = try Self.decode(metadata.encode(schema: .genericPassword), .genericPassword)
    #expect(again.unknown == Self.entries(vector["unknown"] ?? ""))
    #expect(again.unknown.count == 2)
    #expect(again.attributes[.label] == .text("changed"))
  }

  @Test("what is not sealed by the table is not written")
  func onlySealed() throws {
    let attributes = AttributeSet([
      AttributeSet.Entry(.service, .text("a")), AttributeSet.Entry(.synchronizable, .number(1)),
      AttributeSet.Entry(.protection, .text("ak")), AttributeSet.Entry(.server, .text("h")),
    ])
    let metadata = ItemMetadata(attributes: attributes, creator: "x")
    let again = try Self.decode(metadata.encode(schema: .genericPassword), .genericPassword)
    #expect(again.attributes.map(\.attribute) == [.service])
  }
}
