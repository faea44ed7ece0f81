// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SecureMemory
@_spi(_Unicode) import Swift

/// What the owner types to unlock a store: text in Unicode's form NFC, 1 to 1,024 bytes of UTF-8
/// (spec/access-control.md 4.1).
///
/// In one form, since keyboards and systems write the same character in different ways; nothing
/// else is changed, blanks at the ends included.
package struct Passcode: Sendable {
  package static let sizeLimit = 1024

  /// The bytes that the key is derived from.
  package let bytes: SecretBytes

  /// - Parameter typed: UTF-8.
  /// - Throws: -50 for nothing, for more than 1,024 bytes and for what is no UTF-8.
  package init(_ typed: SecretBytes) throws(KeychainError) {
    guard !typed.isEmpty else { throw .parameter("the passcode is empty") }
    guard typed.count <= Self.sizeLimit else {
      throw .parameter("the passcode is longer than 1,024 bytes")
    }
    let isPlain = typed.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] < 0x80 } }
    bytes = isPlain ? typed : try Self.normalised(typed)
    guard bytes.count <= Self.sizeLimit else {
      throw .parameter("the passcode is longer than 1,024 bytes")
    }
  }

  /// Whether it has a control character (Unicode's Cc), which no keyboard is sure to give.
  package var hasControlCharacter: Bool {
    bytes.withBytes { bytes in
      bytes.indices.contains { place in
        let byte = bytes[place]
        // U+0080 to U+009F are C2 80 to C2 9F.
        let isUpper = byte & 0xE0 == 0x80 && place > 0 && bytes[place - 1] == 0xC2
        return byte < 0x20 || byte == 0x7F || isUpper
      }
    }
  }

  private static func normalised(_ typed: SecretBytes) throws(KeychainError) -> SecretBytes {
    let text = unsafe typed.withUnsafeBytes { bytes in
      unsafe String(validating: bytes, as: UTF8.self)
    }
    guard var text else { throw .parameter("the passcode is no UTF-8") }
    // The string's own memory: nobody else has seen it.
    defer {
      text.withUTF8 { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe explicit_bzero(UnsafeMutableRawPointer(mutating: start), bytes.count)
      }
    }
    var count = 0
    for scalar in text._nfc { count += UTF8.width(scalar) }
    return SecretBytes(count: count) { (output: inout MutableSpan<UInt8>) in
      var place = 0
      for scalar in text._nfc {
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          output[place] = unit
          place += 1
        }
      }
    }
  }
}
