// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import SecureMemory

/// Prints an item for the `find-…` and `delete-…` commands and `dump-keychain`
/// (Specification/security-cli.md, "Printing one item").
///
/// The layout equals Apple's to the byte, including the blanks at the ends of lines, because
/// scripts parse it.
enum ItemPrinter {
  /// Returns the lines about an item, from the line `keychain:` to the line of the last attribute.
  static func render(_ match: Match, keychain path: String) -> [UInt8] {
    let attributes = match.attributes ?? AttributeSet()
    var text: [UInt8] = Array("keychain: ".utf8) + ByteRule.text(Array(path.utf8))
    text += Array("\nversion: 512\nclass: ".utf8)
    text += classText(match.itemClass, attributes)
    text += Array("\nattributes:\n".utf8)
    for line in AttributeLayout.lines(of: match.itemClass) {
      text += Array("    \(line.tag)<\(line.format.rawValue)>=".utf8)
      text += valueText(line, attributes)
      text.append(0x0A)
    }
    return text
  }

  /// Returns the line with a secret that `-g` and `dump-keychain -d` print.
  ///
  /// - Parameters:
  ///   - secret: The secret. If `secret` is nil, the line contains only the prefix.
  ///   - prefix: The text before the secret.
  static func secretLine(_ secret: SecretBytes?, after prefix: String) -> SecretBytes {
    guard let secret else { return SecretBytes(copying: Array(prefix.utf8)) }
    let start = Array(prefix.utf8)
    return collect { emit in
      for byte in start { emit(byte) }
      secret.withBytes { ByteRule.render($0, emit) }
    }
  }

  /// Returns the text of a secret that the option `-w` prints (Specification/security-cli.md,
  /// "Password output").
  ///
  /// A secret of printable bytes is printed unchanged, any other secret in lower-case hexadecimal.
  /// If `secret` is nil, the text is empty.
  static func bareSecret(_ secret: SecretBytes?) -> SecretBytes {
    guard let secret else { return SecretBytes(copying: [UInt8]()) }
    let isPrintable = secret.withBytes { bytes in
      bytes.indices.allSatisfy { (0x20...0x7E).contains(bytes[$0]) }
    }
    if isPrintable { return secret }
    return collect { emit in
      secret.withBytes { bytes in
        for index in bytes.indices { HexText.emit(bytes[index], emit) }
      }
    }
  }

  /// Returns the bytes that `render` emits; no copy of them exists outside secret memory.
  ///
  /// `render` runs twice: the first run determines the number of bytes, and the second run writes
  /// them.
  static func collect(_ render: ((UInt8) -> Void) -> Void) -> SecretBytes {
    var count = 0
    render { _ in count += 1 }
    return SecretBytes(count: count) { (target: inout MutableSpan<UInt8>) in
      var place = 0
      render { byte in
        target[place] = byte
        place += 1
      }
    }
  }

  private static func classText(_ itemClass: ItemClass, _ attributes: AttributeSet) -> [UInt8] {
    switch itemClass {
    case .genericPassword, .internetPassword: ByteRule.text(Array(itemClass.rawValue.utf8))
    case .certificate: ByteRule.number(0x8000_1000)
    case .key, .identity: ByteRule.number(recordType(attributes))
    }
  }

  private static func valueText(_ line: AttributeLine, _ attributes: AttributeSet) -> [UInt8] {
    let shown: [UInt8]
    switch line.source {
    case .recordType: shown = ByteRule.number(recordType(attributes))
    case .attribute(let attribute):
      shown = attributes[attribute].map { text(of: $0, as: line.format) } ?? []
    case .nonzero(let attribute):
      let isZero = attributes[attribute] == .number(0)
      shown = isZero ? [] : attributes[attribute].map { text(of: $0, as: line.format) } ?? []
    case .keyDate(let attribute): shown = keyDate(attributes[attribute])
    }
    return shown.isEmpty ? Array("<NULL>".utf8) : shown
  }

  private static func text(of value: AttributeValue, as format: AttributeLine.Format) -> [UInt8] {
    switch value {
    case .text(let text): ByteRule.text(Array(text.utf8))
    case .bytes(let bytes): ByteRule.text(bytes)
    case .number(let number): ByteRule.number(UInt32(truncatingIfNeeded: number))
    case .real(let real): ByteRule.text(Array("\(real)".utf8))
    case .date(let instant): ByteRule.text(Array(CivilTime(instant).keychainForm.utf8) + [0])
    }
  }

  private static func keyDate(_ value: AttributeValue?) -> [UInt8] {
    guard case .date(let instant)? = value, instant != .reference else {
      return ByteRule.text([UInt8](repeating: 0, count: 8))
    }
    return ByteRule.text(Array(CivilTime(instant).compactDate.utf8))
  }

  /// Returns the record type that a key has in a keychain file.
  ///
  /// The record type is 15, 16 or 17 if `kSecAttrKeyClass` is 0, 1 or 2.
  private static func recordType(_ attributes: AttributeSet) -> UInt32 {
    guard case .number(let keyClass)? = attributes[.keyClass] else { return 15 }
    return 15 + UInt32(clamping: keyClass)
  }
}
