// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

/// Tests that the schema as text equals `Tests/Vectors/schema/attributes.txt`.
///
/// Tags are in stored rows for ever, and roles decide what is sealed, digested and returned. So a
/// change of the table must be visible, and must change that file too.
@Suite("Schema")
struct SchemaGoldenTests {
  static let letters: [(AttributeRoles, String)] = [
    (.primaryKey, "P"), (.digested, "G"), (.indexed, "I"), (.sealed, "C"), (.clear, "K"),
    (.returned, "A"), (.secret, "D"), (.hashed, "H"), (.required, "N"), (.synced, "Y"),
    (.cloudSynced, "X"), (.restricted, "R"), (.assigned, "V"), (.hidden, "Z"),
  ]

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  static func line(_ row: AttributeRow) -> String {
    let tag = hexadecimal([UInt8(row.tag >> 8), UInt8(row.tag & 255)])
    let roles = letters.map { row.roles.contains($0.0) ? $0.1 : "-" }.joined()
    return padded(row.attribute.name, 6) + tag + "  " + padded(row.kind.rawValue, 15) + roles
      + "  \(row.fallback)"
  }

  static func dump() -> [String] {
    var lines: [String] = []
    let common = Schema.genericPassword.rows.prefix {
      Schema.certificate[$0.attribute] == $0 && $0.attribute != .alias
    }
    lines += ["", "[all]"] + common.map(line)
    for itemClass in ItemClass.allCases {
      let schema = Schema.of(itemClass)
      lines += ["", "[\(itemClass.rawValue)]"] + schema.rows.dropFirst(common.count).map(line)
      lines.append("key: " + schema.primaryKey.map(\.attribute.name).joined(separator: " "))
    }
    return lines
  }

  @Test("the whole table")
  func golden() {
    let file = Vector.file("schema/attributes.txt").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let expected = file.filter { !$0.hasPrefix("#") }.drop { $0.isEmpty }
    let actual = Self.dump().drop { $0.isEmpty } + [""]
    for (number, (left, right)) in zip(actual, expected).enumerated() where left != right {
      Issue.record("row \(number): the table has `\(left)`, the file `\(right)`")
    }
    #expect(actual.count == expected.count)
  }

  @Test("tags are unique in a class, never critical, and not those of other contents")
  func tags() {
    for itemClass in ItemClass.allCases {
      let rows = Schema.of(itemClass).rows
      #expect(Set(rows.map(\.tag)).count == rows.count)
      #expect(Set(rows.map(\.attribute)).count == rows.count)
      for row in rows {
        #expect(row.tag & (TaggedList.criticalBit | TaggedList.localBit) == 0)
        #expect(Schema.of(itemClass).row(tag: row.tag) == row)
        #expect(Schema.of(itemClass)[row.attribute] == row)
      }
    }
  }

  @Test("roles that must go together")
  func roles() {
    for itemClass in ItemClass.stored {
      let schema = Schema.of(itemClass)
      for row in schema.rows {
        let roles = row.roles
        let name = "\(itemClass.rawValue) \(row.attribute.name)"
        // Specification/design.md, "Promises", 6: an attribute that is searched by digest is
        // sealed. Small enumerations have no digest.
        if roles.contains(.indexed) { #expect(roles.contains(.digested), "\(name)") }
        if roles.contains(.digested) { #expect(roles.contains(.sealed), "\(name)") }
        // Only the attributes that promise 6 names are kept in clear.
        if roles.contains(.clear) {
          #expect(["pdmn", "sync", "tomb", "UUID"].contains(row.attribute.name))
        }
        // A required attribute has a default or is set by the engine.
        if roles.contains(.required), row.attribute != .accessGroup {
          #expect(row.fallback != .none, "\(name)")
        }
        #expect(roles.isDisjoint(with: .secret) || roles.isDisjoint(with: .sealed), "\(name)")
      }
      #expect(
        schema.primaryKey.suffix(6).map(\.attribute.name)
          == ["agrp", "sync", "vwht", "tkid", "musr", "ggrp"])
      // Each attribute that a query can name has a digest or is clear, except enumerations.
      let undigested = schema.rows.filter {
        $0.roles.contains(.sealed) && $0.roles.isDisjoint(with: [.digested, .clear, .hidden])
          && $0.kind != .number
      }
      #expect(undigested.map(\.attribute.name) == ["musr", "pcsk", "pcsi"])
    }
  }

  @Test("names are what their numbers spell")
  func names() {
    for itemClass in ItemClass.allCases {
      for row in Schema.of(itemClass).rows {
        #expect(row.attribute.name.utf8.count == 4)
        #expect(Attribute(name: row.attribute.name) == row.attribute)
      }
    }
    #expect(Attribute(name: "acc") == nil && Attribute(name: "accts") == nil)
    #expect(Attribute(name: "") == nil && Attribute(name: "\u{E9}cc") == nil)
    #expect(Attribute.service.name == "svce" && Attribute.uuid.name == "UUID")
  }
}
