// SPDX-License-Identifier: Apache-2.0

import KeychainCommands
import KeychainExplaining
import KeychainTypes
import Testing

/// Tests of bytes, digits and dates as text (Specification/security-cli.md, "Byte strings",
/// "Printing one item").
@Suite("bytes, digits and dates as text") struct ByteRuleTests {
  private func shown(_ bytes: [UInt8]) -> String {
    String(decoding: ByteRule.text(bytes), as: UTF8.self)
  }

  @Test(
    "byte rule",
    arguments: [
      ([], ""), (Array("name".utf8), "\"name\""), (Array("a\"b".utf8), "\"a\"b\""),
      ([0x20, 0x7E], "\" ~\""), ([0x00], "0x00 "), ([0x00, 0xFF], "0x00FF "),
      (Array("a\\b".utf8), "0x615C62  \"a\\134b\""), ([0x5C], "0x5C "),
      (Array("é!".utf8), "0xC3A921  \"\\303\\251!\""), ([0x61, 0x0A], "0x610A  \"a\\012\""),
      ([0x61, 0x7F], "0x617F  \"a\\177\""),
      (
        Array("20160408185106Z".utf8) + [0],
        "0x32303136303430383138353130365A00  \"20160408185106Z\\000\""
      ),
    ] as [([UInt8], String)])
  func bytes(_ bytes: [UInt8], _ text: String) {
    #expect(shown(bytes) == text)
  }

  @Test(
    "number rule",
    arguments: [
      (0, "0x00000000 "), (1, "0x00000001 "), (443, "0x000001BB "), (0x6161_706C, "\"aapl\""),
    ]
      as [(UInt32, String)])
  func numbers(_ number: UInt32, _ text: String) {
    #expect(String(decoding: ByteRule.number(number), as: UTF8.self) == text)
  }

  @Test(
    "-X: odd counts get a zero in front",
    arguments: [
      ("", []), ("0a", [0x0A]), ("FFfe", [0xFF, 0xFE]), ("abc", [0x0A, 0xBC]), ("7", [7]),
    ] as [(String, [UInt8])])
  func hex(_ text: String, _ bytes: [UInt8]) {
    #expect(HexText.bytes(Array(text.utf8)) == bytes)
  }

  @Test("-X: anything else is refused", arguments: ["0x12", "g0", "1 2", "é"])
  func badHex(_ text: String) {
    #expect(HexText.bytes(Array(text.utf8)) == nil)
  }

  @Test(
    "dates in UTC, cut to the second",
    arguments: [
      (0, "20010101000000Z"), (481_834_266_000_000, "20160408185106Z"),
      (481_834_266_999_999, "20160408185106Z"), (-1, "20001231235959Z"),
      (99_705_600_000_000, "20040229000000Z"), (-31_536_000_000_000, "20000102000000Z"),
      (-978_307_200_000_000, "19700101000000Z"), (220_898_620_799_000_000, "90001231235959Z"),
    ] as [(Int64, String)])
  func dates(_ microseconds: Int64, _ text: String) {
    #expect(CivilTime(Instant(microseconds: microseconds)).keychainForm == text)
  }

  @Test("the other forms of a date") func forms() {
    let moment = ScriptedStore.moment
    #expect(CivilTime(moment).internetForm == "2016-04-08T18:51:06Z")
    #expect(CivilTime(moment).compactDate == "20160408")
    let local = LocalDate.minutes(moment)
    #expect(local.count == 16)
    #expect(local.hasPrefix("2016-04-0"))
  }

  @Test("too wide tables lose the middle of their widest cells") func tables() {
    var table = TextTable(titles: ["#", "name", "state"])
    table.append(["91c0", "abcdefghijklmnop", "readable"])
    #expect(table.lines(width: nil)[1] == " 91c0 abcdefghijklmnop readable")
    let cut = table.lines(width: 24)
    #expect(cut[1] == " 91c0 abcd…mnop readable")
    #expect(cut[0] == " #    name      state")
    #expect(ColumnWidth.cut("abcdef", to: 5) == "ab…ef")
  }
}
