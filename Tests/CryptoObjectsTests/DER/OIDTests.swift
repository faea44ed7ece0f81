// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainTypes
import Testing

@Suite("Object identifiers")
struct OIDTests {
  static let known: [(OID, [UInt8], String)] = [
    (OID(2, 5, 4, 3), [0x55, 4, 3], "2.5.4.3"),
    (
      OID(1, 2, 840, 113549, 1, 1, 1), [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1],
      "1.2.840.113549.1.1.1"
    ),
    (OID(0, 9), [9], "0.9"), (OID(1, 39), [79], "1.39"), (OID(2, 0), [80], "2.0"),
    (OID(2, 999, 3), [0x88, 0x37, 3], "2.999.3"),
  ]

  @Test("have the bytes and the text of their arcs", arguments: known)
  func encodes(_ identifier: OID, _ content: [UInt8], _ text: String) {
    #expect(identifier.content == content)
    #expect(OID(content: content) == identifier)
    #expect(identifier.description == text)
  }

  @Test(
    "that are not well encoded are shown as bytes",
    arguments: [
      ([0x55, 0x80, 1], "55 80 01"), ([0x55, 0x81], "55 81"),
      (Array(repeating: 0xff, count: 9) + [1], "FF FF FF FF FF FF FF FF FF 01"),
    ] as [([UInt8], String)])
  func shows(_ content: [UInt8], _ text: String) {
    #expect(OID(content: content)?.description == text)
  }

  @Test("have at least a byte")
  func empty() { #expect(OID(content: []) == nil) }

  static let integers: [([UInt8], String)] = [
    ([0], "0"), ([0x80], "-128"), ([0, 0x80], "128"), ([1, 0], "256"),
    ([0x7f] + Array(repeating: 0xff, count: 7), "9223372036854775807"),
    (Array(repeating: 1, count: 9), "01 01 01 01 01 01 01 01 01"), ([], ""),
  ]

  @Test("whole numbers are decimal up to eight bytes", arguments: integers)
  func numbers(_ content: [UInt8], _ text: String) { #expect(HexText.integer(content) == text) }
}
