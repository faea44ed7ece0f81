// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import Testing

/// Primary keys, default values and dates.
///
/// Specification/keychain-file-format.md, "Persistent references and primary keys", gives the
/// rules.
@Suite("primary keys of items") struct PrimaryKeyTests {
  static let keys: [(name: String, Relation, [String: FileValue], String)] = [
    (
      "generic", .genericPasswords, ["acct": .text("a"), "svce": .text("svc")],
      "80000000" + "0000000161" + "00000003737663"
    ),
    ("generic, empty", .genericPasswords, [:], "80000000" + "00000000" + "00000000"),
    (
      "internet", .internetPasswords,
      [
        "acct": .text("a"), "srvr": .text("h"), "ptcl": .number(0x6874_7073),
        "atyp": .text("dflt"), "port": .number(443),
      ],
      "80000001" + "0000000161" + "00000000" + "0000000168" + "0000000473707468"
        + "0000000464666c74" + "00000004bb010000" + "00000000"
    ),
    (
      "AppleShare", .serverPasswords, ["vlme": .text("v"), "ssig": .bytes([1, 2])],
      "80000002" + "00000000" + "0000000176" + "00000000" + "000000020102"
    ),
    (
      "certificate", .certificates,
      ["ctyp": .number(3), "issu": .bytes([0x30, 0]), "snbr": .bytes([5])],
      "80001000" + "0000000403000000" + "000000023000" + "0000000105"
    ),
    ("no unique index", .database, [:], "80008000"),
  ]

  @Test("keys", arguments: keys.indices)
  func key(_ place: Int) {
    let (name, relation, attributes, expected) = Self.keys[place]
    var values = RecordValues(relation)
    for (code, value) in attributes { values[Relation.code(code)] = value }
    values.fillUnique()
    #expect(HexText.lowerCase(values.primaryKey) == expected, "\(name)")
  }

  @Test("an attribute that the table lacks is dropped; each attribute may be taken away")
  func lacking() {
    var values = RecordValues(.genericPasswords)
    values[Relation.code("srvr")] = .text("x")
    #expect(values[Relation.code("srvr")] == nil && values.all.joined().isEmpty)
    values[Relation.code("acct")] = .text("x")
    values[Relation.code("acct")] = nil
    #expect(values.all.joined().isEmpty)
  }

  @Test("dates")
  func date() {
    for (seconds, text) in [
      (Int64(0), "20010101000000Z"), (721_692_800, "20231114221320Z"), (-1, "20001231235959Z"),
      (99_705_600, "20040229" + "000000Z"), (5_000_000_000, "21590612085320Z"),
    ] {
      let value = FileValue.date(Instant(microseconds: seconds * 1_000_000))
      #expect(value == .bytes(Array((text + "\0").utf8)), "\(seconds)")
    }
  }
}
