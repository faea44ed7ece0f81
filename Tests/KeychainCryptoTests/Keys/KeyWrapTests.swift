// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import SecureMemory
import Testing

@Suite("Wrapped keys")
struct KeyWrapTests {
  /// A vector of RFC 3394 4: the wrapping key counts from 0, the key is 00112233 and so on.
  struct Row: CustomTestStringConvertible, Sendable {
    let wrap: KeyWrap
    let size: Int
    let wrapped: [UInt8]
    var testDescription: String { "\(wrap.rawValue), \(size) bytes" }
  }

  static let rows = [
    Row(
      wrap: .aes128, size: 16,
      wrapped: [
        0x1f, 0xa6, 0x8b, 0x0a, 0x81, 0x12, 0xb4, 0x47, 0xae, 0xf3, 0x4b, 0xd8, 0xfb, 0x5a, 0x7b,
        0x82, 0x9d, 0x3e, 0x86, 0x23, 0x71, 0xd2, 0xcf, 0xe5,
      ]),
    Row(
      wrap: .aes256, size: 16,
      wrapped: [
        0x64, 0xe8, 0xc3, 0xf9, 0xce, 0x0f, 0x5b, 0xa2, 0x63, 0xe9, 0x77, 0x79, 0x05, 0x81, 0x8a,
        0x2a, 0x93, 0xc8, 0x19, 0x1e, 0x7d, 0x6e, 0x8a, 0xe7,
      ]),
  ]

  private static func counted(_ size: Int) -> SecretBytes {
    SecretBytes(copying: (0..<size).map { UInt8($0) })
  }

  private static func key(_ size: Int) -> SecretBytes {
    SecretBytes(copying: (0..<size).map { UInt8($0 % 16 * 0x11) })
  }

  @Test("are those of the RFC", arguments: rows)
  func vectors(_ row: Row) throws {
    let other = Self.counted(row.wrap.keySize)
    #expect(try row.wrap.wrap(Self.key(row.size), under: other) == row.wrapped)
    #expect(try row.wrap.unwrap(row.wrapped.span, under: other) == Self.key(row.size))
  }

  @Test("are opened by their own key only", arguments: KeyWrap.allCases)
  func again(_ wrap: KeyWrap) throws {
    let other = Self.counted(wrap.keySize)
    let key = Self.key(24)
    let wrapped = try wrap.wrap(key, under: other)
    #expect(try wrap.unwrap(wrapped.span, under: other) == key)
    let wrong = Self.key(wrap.keySize)
    #expect(throws: CryptoError.notAuthentic) { try wrap.unwrap(wrapped.span, under: wrong) }
    for place in wrapped.indices {
      var changed = wrapped
      changed[place] ^= 1
      #expect(throws: CryptoError.notAuthentic) { try wrap.unwrap(changed.span, under: other) }
    }
    for count in 0..<wrapped.count {
      #expect(throws: CryptoError.notAuthentic) {
        try wrap.unwrap(Array(wrapped[..<count]).span, under: other)
      }
    }
    #expect(throws: CryptoError.wrongLength) { try wrap.wrap(Self.key(7), under: other) }
    #expect(throws: CryptoError.wrongLength) { try wrap.wrap(key, under: Self.key(5)) }
  }
}
