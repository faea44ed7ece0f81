// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import SecureMemory

/// The text in which `security` prints bytes (Specification/security-cli.md, "Byte strings").
///
/// | content | shown |
/// |---|---|
/// | 0x20 to 0x7E without backslash | `"text"` |
/// | only other bytes | `0x`, upper-case hex, one blank |
/// | a mixture | `0x`, hex, two blanks, `"text"` with the other bytes as `\ooo` |
/// | no bytes | nothing |
package enum ByteRule {
  /// Passes the text for some bytes to `emit`, character by character.
  ///
  /// A secret can thus be printed without a second buffer.
  package static func render(_ bytes: Span<UInt8>, _ emit: (UInt8) -> Void) {
    var hasPlain = false
    var hasOther = false
    for index in bytes.indices {
      if isPlain(bytes[index]) { hasPlain = true } else { hasOther = true }
    }
    if hasOther {
      emit(UInt8(ascii: "0"))
      emit(UInt8(ascii: "x"))
      for index in bytes.indices { HexText.emit(bytes[index], upperCase: true, emit) }
      emit(UInt8(ascii: " "))
    }
    guard hasPlain else { return }
    if hasOther { emit(UInt8(ascii: " ")) }
    emit(UInt8(ascii: "\""))
    for index in bytes.indices { emitText(bytes[index], emit) }
    emit(UInt8(ascii: "\""))
  }

  /// Returns the text for the bytes of a value that is not secret.
  package static func text(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    render(bytes.span) { result.append($0) }
    return result
  }

  /// Returns the text for the four bytes of a number, the highest byte first.
  ///
  /// The text is `0x00000000 ` for 0, and `"aapl"` for a number that is a four-character code.
  package static func number(_ number: UInt32) -> [UInt8] {
    text([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) })
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\")
  }

  private static func emitText(_ byte: UInt8, _ emit: (UInt8) -> Void) {
    guard !isPlain(byte) else { return emit(byte) }
    emit(UInt8(ascii: "\\"))
    for shift: UInt8 in [6, 3, 0] { emit(UInt8(ascii: "0") + (byte >> shift & 7)) }
  }
}
