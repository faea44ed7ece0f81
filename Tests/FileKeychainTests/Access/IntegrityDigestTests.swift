// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import Testing

/// Digests against those that Tests/Keychains/keychain_integrity.py made
/// (Specification/keychain-file-format.md, "Integrity digest").
@Suite("integrity digests") struct IntegrityDigestTests {
  @Test("the attributes of a key, among them the two with a name")
  func key() throws {
    var values = RecordValues(.symmetricKeys)
    for (place, attribute) in Relation.symmetricKeys.attributes.enumerated() where place != 2 {
      values[attribute.id] =
        attribute.format == .number ? .number(UInt32(place)) : .bytes([UInt8(place)])
    }
    let encoded = IntegrityDigest.encoded(values.all, values.relation)
    #expect(HexText.lowerCase(encoded.suffix(18)) == "301004095072696e744e616d653003040107")
    #expect(HexText.lowerCase(encoded.prefix(17)) == "31820194300b0404010000003003040101")
    #expect(
      HexText.lowerCase(try IntegrityDigest.of(values.all, values.relation))
        == "e7ba88be8bba7f3e9982254e02773b4b53a1c15be91550f9743d1140c7848c2c")
  }

  @Test("long values, negative numbers, and an empty value, which is not an absent one")
  func long() throws {
    var values = RecordValues(.genericPasswords)
    values[Relation.code("acct")] = .bytes([UInt8](repeating: 0x78, count: 200))
    values[Relation.code("gena")] = .bytes([UInt8](repeating: 0x79, count: 70_000))
    values[Relation.code("scrp")] = .signed(-2)
    values[Relation.code("crtr")] = .number(0x6161_706C)
    values[Relation.alias] = .bytes([])
    let digest = HexText.lowerCase(try IntegrityDigest.of(values.all, values.relation))
    #expect(digest == "eb85f66bd6e8920c0ed7800b80904dccd97fc827e2502146aa1739cb7f43c14c")
    values[Relation.alias] = nil
    #expect(HexText.lowerCase(try IntegrityDigest.of(values.all, values.relation)) != digest)
  }

  @Test("several values, no values, and dates, which do not count")
  func others() {
    var values = RecordValues(.certificates)
    #expect(IntegrityDigest.encoded(values.all, values.relation) == [0x31, 0])
    values.set([.text("a"), .text("b")], for: Relation.code("alis"))
    #expect(
      HexText.lowerCase(IntegrityDigest.encoded(values.all, values.relation))
        == "3110300e040473696c613006040161040162")
    var dates = RecordValues(.genericPasswords)
    dates[Relation.code("cdat")] = .date(OwnWriter.now)
    dates[Relation.code("mdat")] = .date(OwnWriter.now)
    #expect(IntegrityDigest.encoded(dates.all, dates.relation) == [0x31, 0])
  }

  @Test("an item with other attributes than its digest is refused, and only with version 0x200")
  func refusal() throws {
    for version in [BlobVersion.plain, .partitioned] {
      let small = try SmallKeychain(version, items: 2)
      let image = try KeychainImage(decoding: small.bytes)
      let record = try #require(try image.record(1, in: Relation.genericPasswords.id))
      var values = try RecordValues(record)
      values[Relation.printName] = .text("another")
      var draft = FileDraft(image)
      try draft.replace(record, values.all, content: record.content)
      let changed = try KeychainImage(decoding: draft.encode())
      let keychain = try SmallKeychain.unlocked(changed)
      let item = try #require(try changed.record(1, in: record.relation.id))
      let other = try #require(try changed.record(0, in: record.relation.id))
      _ = try keychain.secret(of: other)
      if version.hasPartitions {
        #expect(throws: EditFailure.wrongDigest) { try keychain.secret(of: item) }
      } else {
        _ = try keychain.secret(of: item)
      }
    }
  }
}
