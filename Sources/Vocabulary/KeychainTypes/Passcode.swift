// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SecureMemory
@_spi(_Unicode) import Swift

/// The passcode of a store: text in Unicode's form NFC, 1 to 1,024 bytes of UTF-8
/// (Specification/access-control.md, "Derivation").
///
/// The text is normalised because keyboards and systems write one character in different ways.
/// Nothing else is changed: blanks at the beginning and the end of the text are kept.
package struct Passcode: Sendable {
  package static let sizeLimit = 1024

  /// The normalised text of the passcode in UTF-8, from which a key is derived.
  package let bytes: SecretBytes

  /// Makes a passcode from the text that the user typed.
  ///
  /// - Parameter typed: the text in UTF-8.
  /// - Throws: -50 if the text is empty, has more than 1,024 bytes or is not UTF-8.
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

  /// True if the passcode has a control character (Unicode's Cc), which some keyboards cannot type.
  package var hasControlCharacter: Bool {
    bytes.withBytes { bytes in
      bytes.indices.contains { place in
        let byte = bytes[place]
        // The characters U+0080 to U+009F are the bytes C2 80 to C2 9F.
        let isUpper = byte & 0xE0 == 0x80 && place > 0 && bytes[place - 1] == 0xC2
        return byte < 0x20 || byte == 0x7F || isUpper
      }
    }
  }

  private static func normalised(_ typed: SecretBytes) throws(KeychainError) -> SecretBytes {
    let text = unsafe typed.withUnsafeBytes { bytes in
      unsafe String(validating: bytes, as: UTF8.self)
    }
    guard var text else { throw .parameter("the passcode is not UTF-8") }
    // The string shares its memory with no other value, so its bytes can be overwritten after use.
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
