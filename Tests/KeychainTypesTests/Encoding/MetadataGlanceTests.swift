// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

/// Tests of facts about an item that are read without decoding all of its attributes.
@Suite("A glance at sealed metadata")
struct MetadataGlanceTests {
  private let schema = Schema.of(.genericPassword)

  private func metadata(_ values: [(Attribute, String)]) -> [UInt8] {
    var attributes = AttributeSet()
    for (attribute, text) in values { attributes[attribute] = .text(text) }
    return ItemMetadata(attributes: attributes, creator: "c", hasSecret: true).encode(
      schema: schema)
  }

  private func answer(_ bytes: [UInt8], group: String, _ values: [(Attribute, String)]) throws
    -> Bool?
  {
    var glance = MetadataGlance()
    for (attribute, _) in values {
      let row = try #require(schema[attribute])
      _ = glance.expect(row)
    }
    let sight = glance.look(
      at: bytes.span, of: group, with: values.map { Predicate($0.0, .text($0.1)) })
    #expect(sight?.accessControl == nil)
    return sight?.hasSecret
  }

  @Test("what rules the item is seen, and nothing is said where it is damaged")
  func accessControl() throws {
    let control = try AccessControl(protectionName: "ak", flags: .userPresence)
    let attributes = AttributeSet([.init(.accessGroup, .text("g"))])
    let bytes = ItemMetadata(
      attributes: attributes, accessControl: control, creator: "c", hasSecret: true
    ).encode(schema: schema)
    let sight = MetadataGlance().look(at: bytes.span, of: "g", with: [])
    #expect(sight?.accessControl == control && sight?.hasSecret == true)
    let encoded = control.encode()
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: encoded) })
    var damaged = bytes
    damaged[place + encoded.count - 1] = 99
    #expect(MetadataGlance().look(at: damaged.span, of: "g", with: []) == nil)
  }

  @Test("an item with each value says whether it has a secret")
  func ordinary() throws {
    let bytes = metadata([(.accessGroup, "g"), (.account, "a"), (.service, "s")])
    #expect(try answer(bytes, group: "g", [(.account, "a"), (.service, "s")]) == true)
  }

  @Test("nothing is said of another group, another value or a value that is not there")
  func others() throws {
    let bytes = metadata([(.accessGroup, "g"), (.account, "a")])
    #expect(try answer(bytes, group: "g2", [(.account, "a")]) == nil)
    #expect(try answer(bytes, group: "g", [(.account, "b")]) == nil)
    // An item with the digest of another row may lack a value that the query names.
    #expect(try answer(bytes, group: "g", [(.account, "a"), (.service, "s")]) == nil)
    #expect(try answer(metadata([(.account, "a")]), group: "g", [(.account, "a")]) == nil)
  }
}
