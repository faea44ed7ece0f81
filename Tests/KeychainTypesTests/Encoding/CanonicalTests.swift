// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

// Specification/sync.md, "Seams", S9.
@Suite("Canonical bytes")
struct CanonicalTests {
  static let values = Vector.all("canonical/values.txt")
  static let primaryKeys = Vector.all("canonical/primary-keys.txt")

  @Test("the vectors are there")
  func present() {
    #expect(Self.values.count == 25)
    #expect(Self.primaryKeys.count == 14)
  }

  @Test("values", arguments: values)
  func valueBytes(_ vector: Vector) throws {
    let kind = try #require(vector["kind"].flatMap(ValueKind.init(rawValue:)))
    let value = try #require(vector["value"].flatMap(parsed))
    #expect(hexadecimal(Canonical.bytes(of: value, kind: kind)) == vector["canonical"])
  }

  private func primaryKey(_ vector: Vector) throws -> [UInt8] {
    let itemClass = try #require(vector["class"].flatMap(ItemClass.init(rawValue:)))
    return Canonical.primaryKey(of: .of(itemClass)) { row in
      vector[row.attribute.name].flatMap(parsed)
    }
  }

  @Test("primary keys", arguments: primaryKeys)
  func primaryKeyBytes(_ vector: Vector) throws {
    #expect(hexadecimal(try primaryKey(vector)) == vector["primary-key"])
  }

  @Test("which primary keys are the same")
  func same() throws {
    func key(_ name: String) throws -> [UInt8] {
      let vector = try #require(Self.primaryKeys.first { $0.testDescription == name })
      return try primaryKey(vector)
    }
    let plain = try key("a generic password")
    #expect(try key("the same, account as data") == plain)
    #expect(try key("what is no member does not count") == plain)
    #expect(try key("empty text is the same as nothing") == key("nothing"))
    for other in [
      "account and service exchanged", "the boundary between members counts", "synchronizable",
      "another group", "view, token and sharing group count",
    ] {
      #expect(try key(other) != plain)
    }
  }

  @Test("equality of values is that of their bytes")
  func equality() {
    #expect(Canonical.equal(.text("abc"), .bytes(Array("abc".utf8)), kind: .blob))
    #expect(Canonical.equal(.number(5), .bytes([5, 0, 0, 0]), kind: .blob))
    #expect(!Canonical.equal(.number(5), .text("5"), kind: .number))
    #expect(!Canonical.equal(.text("abc"), .text("ABC"), kind: .blob))
    // Text is not normalised, although Swift's own comparison does so.
    #expect(!Canonical.equal(.text("\u{E9}"), .text("e\u{301}"), kind: .blob))
    #expect(!Canonical.equal(.text("\u{E9}"), .text("e\u{301}"), kind: .string))
  }
}
