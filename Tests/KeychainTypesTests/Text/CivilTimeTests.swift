// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import Testing

/// Tests of moments in the calendar and as text.
@Suite("civil time") struct CivilTimeTests {
  @Test(
    "forms of a moment",
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (-1, "2000-12-31T23:59:59Z"),
      (-31_622_400_000_000, "2000-01-01T00:00:00Z"), (-978_307_200_000_000, "1970-01-01T00:00:00Z"),
      (481_834_266_999_999, "2016-04-08T18:51:06Z"), (730_857_600_000_000, "2024-02-29T00:00:00Z"),
      (-63_113_904_000_000_000, "0001-01-01T00:00:00Z"),
      (252_423_993_599_999_999, "9999-12-31T23:59:59Z"),
    ] as [(Int64, String)])
  func forms(_ microseconds: Int64, _ text: String) {
    let instant = Instant(microseconds: microseconds)
    let time = CivilTime(instant)
    #expect(time.internetForm == text)
    #expect(time.instant == instant)
    let digits = text.filter { $0.isNumber }
    #expect(time.keychainForm == digits + "Z")
    #expect(time.stamp == digits.prefix(8) + "T" + digits.suffix(6) + "Z")
    #expect(time.compactDate == digits.prefix(8))
    #expect(time.internetFormToMilliseconds.count == 24)
    #expect(
      Instant(internetForm: text)?.microseconds
        == microseconds - Int64(time.microsecond))
  }

  @Test("each day of 800 years comes after the one before, and is read as it was written")
  func days() {
    var last = ""
    for day in -200_000..<100_000 as Range<Int64> where day % 37 == 0 || day % 365 == 0 {
      let instant = Instant(microseconds: day * 86_400_000_000 + 43_200_000_000)
      let time = CivilTime(instant)
      #expect(time.date > last)
      #expect(Instant(commandForm: time.date + "-12:00:00") == instant)
      last = time.date
    }
  }

  @Test(
    "offsets",
    arguments: [
      ("2024-01-31T10:00:00+05:30", "2024-01-31T04:30:00Z"),
      ("2024-01-31T23:30:00-01:00", "2024-02-01T00:30:00Z"),
      ("2024-01-31T10:00:00+00:00", "2024-01-31T10:00:00Z"),
    ])
  func offsets(_ text: String, _ coordinated: String) {
    #expect(Instant(internetForm: text).map { CivilTime($0).internetForm } == coordinated)
  }

  @Test(
    "texts that are no moment",
    arguments: [
      "", "2024-01-31", "2024-01-31T10:00:00", "2024-01-31 10:00:00Z", "2024-01-31T10:00:00z",
      "2024-02-30T10:00:00Z", "2023-02-29T10:00:00Z", "2024-13-01T10:00:00Z",
      "2024-00-01T10:00:00Z", "2024-01-00T10:00:00Z", "2024-01-31T24:00:00Z",
      "2024-01-31T10:60:00Z", "2024-01-31T10:00:60Z", "2024-01-31T10:00:00+24:00",
      "2024-01-31T10:00:00+05:60", "2024-01-31T10:00:00+0530", "2024-01-31T10:00:00*05:30",
      "2024-01-31T10:00:00Z ", "٢٠٢٤-01-31T10:00:00Z", "+024-01-31T10:00:00Z",
    ])
  func refused(_ text: String) { #expect(Instant(internetForm: text) == nil) }

  @Test("hexadecimal digits")
  func digits() {
    #expect(HexText.lowerCase([0, 0x0F, 0xA5]) == "000fa5")
    #expect(HexText.upperCase([0, 0x0F, 0xA5]) == "000FA5")
    #expect(HexText.spaced([0, 0x0F, 0xA5]) == "00 0F A5")
    #expect(HexText.spaced([]) == "")
    #expect(HexText.wholeBytes("000fA5") == [0, 0x0F, 0xA5])
    for wrong in ["0", "0g", "+f", "0x", " f"] { #expect(HexText.wholeBytes(wrong) == nil) }
    #expect(HexText.bytes(Array("fA5".utf8)) == [0x0F, 0xA5])
  }

  @Test("numbers out of bytes, of their width alone")
  func numbers() {
    #expect(Canonical.number([1, 2, 3, 4]) as UInt32? == 0x0403_0201)
    #expect(Canonical.number([0xFF, 0xFF]) as Int16? == -1)
    #expect(Canonical.number([1, 2, 3]) as UInt32? == nil)
    #expect(Canonical.number(Canonical.littleEndian(Int64.min)) as Int64? == .min)
  }
}
