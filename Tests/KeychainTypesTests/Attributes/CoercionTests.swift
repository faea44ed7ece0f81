// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import Testing

/// A row of Specification/secitem.md, "Attribute value coercion": the results for one kind of
/// attribute.
///
/// Each cell is the stored value for one sort of given value, or `-50` if it is refused.
struct CoercionRow: CustomTestStringConvertible, Sendable {
  let kind: ValueKind
  let cells: [String]
  var testDescription: String { kind.rawValue }

  init(_ kind: ValueKind, _ cells: String...) {
    self.kind = kind
    self.cells = cells
  }
}

@Suite("Coercion (spec 3.4)")
struct CoercionTests {
  static let uuid = Identifier16(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)

  static let columns: [(String, RequestValue)] = [
    ("text", .text("abc")),
    ("decimal text", .text("42")),
    ("data", .bytes([0x61, 0x62])),
    ("data that is no text", .bytes([0xFF])),
    ("number", .number(5)),
    ("true", .boolean(true)),
    ("false", .boolean(false)),
    ("date", .date(Instant(microseconds: 7))),
    ("uuid", .uuid(uuid)),
    ("null", .null),
    ("access control", .accessControl(.bare(.always))),
    ("array or dictionary", .other),
  ]

  static let text16 = "t:00010203-0405-0607-0809-0A0B0C0D0E0F"
  static let bytes16 = "b:000102030405060708090a0b0c0d0e0f"

  // The cells are in the order of the columns above.
  // swift-format-ignore
  static let rows = [
    CoercionRow(.string, "t:abc",    "t:42",   "t:ab",   "-50",  "-50",        "-50", "-50", "-50", text16,  "-50", "-50", "-50"),
    CoercionRow(.access, "-50",      "-50",    "-50",    "-50",  "-50",        "-50", "-50", "-50", "-50",   "-50", "-50", "-50"),
    CoercionRow(.blob,   "t:abc",    "t:42",   "b:6162", "b:ff", "n:5",        "-50", "-50", "-50", "-50",   "-50", "-50", "-50"),
    CoercionRow(.data,   "b:616263", "b:3432", "b:6162", "b:ff", "b:05000000", "-50", "-50", "-50", "-50",   "-50", "-50", "-50"),
    CoercionRow(.number, "t:abc",    "n:42",   "-50",    "-50",  "n:5",        "n:1", "n:0", "-50", "-50",   "-50", "-50", "-50"),
    CoercionRow(.sync,   "-50",      "-50",    "-50",    "-50",  "-50",        "n:1", "n:0", "-50", "-50",   "-50", "-50", "-50"),
    CoercionRow(.tomb,   "-50",      "-50",    "-50",    "-50",  "-50",        "n:1", "n:0", "-50", "-50",   "-50", "-50", "-50"),
    CoercionRow(.date,   "-50",      "-50",    "-50",    "-50",  "-50",        "-50", "-50", "d:7", "-50",   "-50", "-50", "-50"),
    CoercionRow(.uuid,   "-50",      "-50",    "-50",    "-50",  "-50",        "-50", "-50", "-50", bytes16, "b:",  "-50", "-50"),
    CoercionRow(.sha1,   "-50",      "-50",    "-50",    "-50",  "-50",        "-50", "-50", "-50", "-50",   "-50", "-50", "-50"),
    CoercionRow(.accessControl, "-50", "-50",  "-50",    "-50",  "-50",        "-50", "-50", "-50", "-50",   "-50", "-50", "-50"),
    CoercionRow(.refused, "-50",     "-50",    "-50",    "-50",  "-50",        "-50", "-50", "-50", "-50",   "-50", "-50", "-50"),
  ]

  static func outcome(_ kind: ValueKind, _ value: RequestValue) -> String {
    do {
      return notation(try kind.coerce(value))
    } catch {
      return "\(error.code.rawValue)"
    }
  }

  @Test("row by row", arguments: rows)
  func row(_ row: CoercionRow) {
    #expect(row.cells.count == Self.columns.count)
    for ((name, value), expected) in zip(Self.columns, row.cells) {
      #expect(Self.outcome(row.kind, value) == expected, "\(row.kind) from \(name)")
    }
  }

  struct Special: CustomTestStringConvertible, Sendable {
    let kind: ValueKind
    let value: RequestValue
    let outcome: String
    var testDescription: String { "\(kind.rawValue) from \(value)" }

    init(_ kind: ValueKind, _ value: RequestValue, _ outcome: String) {
      self.kind = kind
      self.value = value
      self.outcome = outcome
    }
  }

  static let specials = [
    // The rules below the table.
    Special(.number, .text("htps"), "t:htps"),
    Special(.number, .text("1"), "n:1"),
    Special(.number, .text("73"), "n:73"),
    Special(.number, .text("-7"), "n:-7"),
    Special(.number, .text("2147483647"), "n:2147483647"),
    Special(.number, .text("2147483678"), "t:2147483678"),
    Special(.number, .text("-2147483649"), "t:-2147483649"),
    Special(.number, .text("042"), "t:042"),
    Special(.number, .text("+5"), "t:+5"),
    Special(.number, .text("-0"), "t:-0"),
    Special(.number, .text(" 5"), "t: 5"),
    Special(.number, .text(""), "t:"),
    Special(.number, .text("٤٢"), "t:٤٢"),
    Special(.data, .number(-1), "b:ffffffff"),
    Special(.data, .number(1 << 40), "-50"),
    Special(.blob, .number(1 << 40), "n:1099511627776"),
    Special(.data, .text(""), "b:"),
    Special(.string, .bytes([]), "t:"),
    // Values other than Booleans for `sync` and `tomb`.
    Special(.sync, .number(1), "n:1"),
    Special(.sync, .text("0"), "n:0"),
    Special(.sync, .text("yes"), "-50"),
    Special(.sync, .number(2), "-50"),
    Special(.tomb, .text("1"), "n:1"),
    Special(.tomb, .number(-1), "-50"),
    // Protections: as text, and as Data of the text.
    Special(.access, .text("akpu"), "t:akpu"),
    Special(.access, .text("f"), "t:f"),
    Special(.access, .bytes([0x61, 0x6B]), "t:ak"),
    Special(.access, .text(""), "-50"),
    Special(.access, .text("foo"), "-50"),
    // Values of a fixed length.
    Special(.uuid, .bytes([]), "b:"),
    Special(.uuid, .bytes(Array(0..<16)), bytes16),
    Special(.uuid, .bytes(Array(0..<15)), "-50"),
    Special(.sha1, .bytes(Array(0..<20)), "b:000102030405060708090a0b0c0d0e0f10111213"),
    Special(.sha1, .bytes(Array(0..<21)), "-50"),
    Special(.sha1, .bytes([]), "-50"),
    // Real numbers, and values that are no numbers.
    Special(.number, .real(5), "n:5"),
    Special(.number, .real(0.5), "r:0.5"),
    Special(.number, .real(-0.0), "n:0"),
    Special(.number, .real(1e300), "r:1e+300"),
    Special(.number, .real(.nan), "-50"),
    Special(.number, .real(.infinity), "-50"),
    Special(.blob, .real(.nan), "-50"),
    Special(.blob, .real(1.5), "r:1.5"),
    Special(.data, .real(1.5), "-50"),
    Special(.sync, .real(.nan), "-50"),
  ]

  @Test("special values", arguments: specials)
  func special(_ row: Special) {
    #expect(Self.outcome(row.kind, row.value) == row.outcome)
  }

  @Test("text is kept byte by byte")
  func noNormalisation() throws {
    for text in ["\u{E9}", "e\u{301}", "a\0b", "\u{1F468}\u{200D}\u{1F469}"] {
      for kind in [ValueKind.string, .blob, .number] {
        guard case .text(let kept) = try kind.coerce(.text(text)) else {
          Issue.record("\(kind) did not keep text")
          continue
        }
        #expect(kept.utf8.elementsEqual(text.utf8))
      }
    }
  }
}
