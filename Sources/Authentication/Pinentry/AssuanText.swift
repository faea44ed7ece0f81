// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Bytes as an Assuan line carries them: `%`, line breaks and all control bytes as `%XX`.
enum AssuanText {
  /// A command with its argument, cut between characters where the line would be too long.
  static func line(_ command: String, _ argument: String) -> [UInt8] {
    var line = Array("\(command) ".utf8)
    let room = AssuanConnection.longestLine - ellipsis.count
    for character in argument {
      let bytes = character.utf8.flatMap(escaped)
      if line.count + bytes.count > room { return line + ellipsis }
      line += bytes
    }
    return line
  }

  private static let ellipsis = Array("\u{2026}".utf8)

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    guard byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") else { return [byte] }
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
  }

  /// The bytes that a data line stands for, in secret memory.
  ///
  /// - Throws: `garbled` where `%` is not followed by two digits.
  static func decoded(_ text: SecretBytes) throws(AssuanError) -> SecretBytes {
    var count = 0
    let whole = try SecretBytes(count: text.count) {
      (target: inout MutableSpan<UInt8>) throws(AssuanError) in
      count = try text.withBytes { (bytes) throws(AssuanError) in
        try decode(bytes, into: &target)
      }
    }
    return whole.slice(0..<count)
  }

  private static func decode(
    _ bytes: Span<UInt8>, into target: inout MutableSpan<UInt8>
  ) throws(AssuanError) -> Int {
    var place = 0
    var count = 0
    while place < bytes.count {
      var byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "%") {
        guard place + 1 < bytes.count, let high = digit(bytes[place]),
          let low = digit(bytes[place + 1])
        else { throw .garbled }
        byte = high << 4 | low
        place += 2
      }
      target[count] = byte
      count += 1
    }
    return count
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
