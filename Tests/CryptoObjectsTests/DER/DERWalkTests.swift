// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import Testing

@Suite("DER")
struct DERWalkTests {
  static let refused: [([UInt8], DERFailure)] = [
    ([], .cut), ([0x02], .cut), ([0x02, 0x01], .cut), ([0x02, 0x81], .cut),
    ([0x30, 0x80, 0, 0], .length), ([0x04, 0x81, 0x01, 7], .length),
    ([0x04, 0x82, 0x00, 0x80] + [UInt8](repeating: 0, count: 128), .length),
    ([0x04, 0x85, 1, 0, 0, 0, 0], .length), ([0x04, 0x84, 0xff, 0xff, 0xff, 0xff], .cut),
    ([0x1f, 0x20, 0x00], .tag),
  ]

  @Test("what is cut, or has another than the one encoding, is refused", arguments: refused)
  func refuses(_ bytes: [UInt8], _ failure: DERFailure) {
    var walk = DERWalk(bytes.span)
    #expect(throws: failure) { try walk.next(bytes.span) }
  }

  @Test(
    "elements of each length are read as they were written",
    arguments: [0, 1, 127, 128, 255, 256, 65_536])
  func lengths(count: Int) throws {
    let content = [UInt8](repeating: 7, count: count)
    let bytes = DERWriter.element(.octetString, content)
    var walk = DERWalk(bytes.span)
    let element = try walk.next(.octetString, bytes.span)
    #expect(Array(bytes[element.content]) == content)
    #expect(element.whole == 0..<bytes.count)
    try walk.finish()
  }

  static let integers: [([UInt8], [UInt8]?)] = [
    ([0], [0]), ([1], [1]), ([0x7f], [0x7f]), ([0, 0x80], [0x80]), ([1, 0], [1, 0]),
    ([], nil), ([0x80], nil), ([0, 0], nil), ([0, 0x7f], nil), ([0xff, 0x80], nil),
  ]

  @Test("integers are neither negative nor padded", arguments: integers)
  func readsIntegers(_ content: [UInt8], _ digits: [UInt8]?) throws {
    let bytes = DERWriter.element(.integer, content)
    var walk = DERWalk(bytes.span)
    let element = try walk.next(.integer, bytes.span)
    #expect((try? element.unsignedInteger(bytes.span)).map { Array(bytes[$0]) } == digits)
    if let digits { #expect(DERWriter.integer(digits) == bytes) }
  }

  @Test("what is left behind the last element is seen")
  func leftOver() throws {
    let bytes: [UInt8] = [0x05, 0x00, 0x05, 0x00]
    var walk = DERWalk(bytes.span)
    _ = try walk.next(.null, bytes.span)
    #expect(throws: DERFailure.leftOver) { try walk.finish() }
    #expect(throws: DERFailure.tag) { try walk.next(.integer, bytes.span) }
    #expect(try walk.nextIfPresent(.integer, bytes.span) == nil)
    _ = try walk.next(.null, bytes.span)
    #expect(throws: DERFailure.cut) { try walk.next(.null, bytes.span) }
  }
}
