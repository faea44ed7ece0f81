// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import SecureMemory
import Testing

/// Tests of base64, with Foundation as the other side.
@Suite("base64 text") struct Base64Tests {
  // swift-format-ignore
  static let texts: [(String, [UInt8]?)] = [
    ("",                []),
    ("AQI=",            [1, 2]),
    ("AQ==",            [1]),
    ("AQID",            [1, 2, 3]),
    (" A\tQ\nI\r\n=\u{0B}\u{0C}", [1, 2]),
    ("AQI",             nil),
    ("AQ=",             nil),
    ("A===",            nil),
    ("AQI==",           nil),
    ("AQ=I",            nil),
    ("AQJ=",            nil),
    ("AR==",            nil),
    ("A*I=",            nil),
    ("AQ-_",            nil),
    ("\u{E4}QI=",       nil),
    ("====",            nil),
  ]

  @Test("texts", arguments: texts)
  func text(_ text: String, _ bytes: [UInt8]?) {
    #expect(Base64.bytes(Array(text.utf8)) == bytes)
    let secret = Base64.decode(SecretBytes(copying: Array(text.utf8)))
    #expect(secret == bytes.flatMap { $0.isEmpty ? nil : SecretBytes(copying: $0) })
  }

  @Test("bytes are written as Foundation writes them")
  func written() {
    for count in 0...200 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
      let text = Data(bytes).base64EncodedString()
      #expect(Base64.lines(bytes, width: 76).joined() == text)
      #expect(Base64.lines(bytes, width: 76).allSatisfy { $0.utf8.count <= 76 })
      #expect(Base64.bytes(Array(text.utf8)) == bytes)
      let lines = Base64.lines(bytes, width: 64).map { $0 + "\n" }.joined()
      let secret = Base64.encode(SecretBytes(copying: bytes))
      #expect(secret == SecretBytes(copying: Array(lines.utf8)))
    }
  }
}
