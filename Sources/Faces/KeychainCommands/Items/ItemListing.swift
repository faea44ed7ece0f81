// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// The items that the command `item` prints, as text or as JSON (Specification/security-cli.md,
/// "The iOS-style tool").
///
/// Secrets are copied only into `SecretBytes`, which are wiped, and never into other buffers.
struct ItemListing {
  /// A value as the command prints it.
  private enum Value {
    case text(String)
    case number(String)
    case date(Instant)
    case bytes(SecretBytes)
  }

  private static let nameWidth = 10
  private static let end = "====\n"

  private let terminal: Terminal
  private let items: [[(name: String, value: Value)]]

  init(_ matches: [Match], _ returns: Returns, on terminal: Terminal) {
    self.terminal = terminal
    items = matches.map { Self.pairs(of: $0, returns) }
  }

  private static func pairs(
    of match: Match, _ returns: Returns
  ) -> [(name: String, value: Value)] {
    var pairs: [String: Value] = ["class": .text(match.itemClass.rawValue)]
    for entry in match.attributes ?? AttributeSet() {
      pairs[entry.attribute.name] = value(entry.value)
    }
    if let access = match.accessControl {
      pairs[Attribute.accessControl.name] = .text(AccessText.text(of: access))
    }
    if returns.contains(.secret), let secret = match.secret {
      pairs[ValueKey.secret.rawValue] = .bytes(secret)
    }
    if returns.contains(.persistentReference) {
      let reference = Data(match.persistentReference).base64EncodedString()
      pairs[ValueKey.persistentReference.rawValue] = .text(reference)
    }
    return pairs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func value(_ value: AttributeValue) -> Value {
    switch value {
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(SecretBytes(copying: bytes))
    case .number(let number): .number("\(number)")
    case .real(let real): .number("\(real)")
    case .date(let date): .date(date)
    }
  }

  /// Prints each attribute on a line, and a line with `====` after each item.
  func showText() {
    for item in items {
      for (name, value) in item {
        let padding = String(repeating: " ", count: max(0, Self.nameWidth - name.count))
        terminal.output("\(name)\(padding) : ")
        switch value {
        case .text(let text): terminal.output(VisibleText.of(text) + "\n")
        case .number(let number): terminal.output(number + "\n")
        case .date(let date): terminal.output(Self.description(of: date) + "\n")
        case .bytes(let bytes): terminal.write(Self.text(of: bytes), to: .output)
        }
      }
      terminal.output(Self.end)
    }
  }

  /// Prints a JSON array with an object for each item; the names in an object are sorted.
  func showJSON() {
    guard !items.isEmpty else { return terminal.output("[]\n") }
    terminal.output("[\n")
    for (place, item) in items.enumerated() {
      terminal.output("  {\n")
      for (number, (name, value)) in item.enumerated() {
        terminal.output("    \(JSONText.text(name).line) : ")
        switch value {
        case .text(let text): terminal.output(JSONText.text(text).line)
        case .number(let text): terminal.output(text)
        case .date(let date):
          terminal.output(JSONText.text(CivilTime(date).internetForm).line)
        case .bytes(let bytes):
          terminal.output("\"")
          terminal.writeContent(Self.base64(of: bytes), to: .output)
          terminal.output("\"")
        }
        terminal.output(number + 1 < item.count ? ",\n" : "\n")
      }
      terminal.output(place + 1 < items.count ? "  },\n" : "  }\n")
    }
    terminal.output("]\n")
  }

  /// Returns a date in the form in which Apple's systems print dates: `2024-01-31 10:00:00 +0000`.
  private static func description(of date: Instant) -> String {
    CivilTime(date).internetForm.replacing("T", with: " ").replacing("Z", with: " +0000")
  }

  /// Returns bytes in base64, on one line.
  private static func base64(of bytes: SecretBytes) -> SecretBytes {
    let lines = Base64.encode(bytes)
    return ItemPrinter.collect { emit in
      lines.withBytes { lines in
        for index in lines.indices where lines[index] != 0x0A { emit(lines[index]) }
      }
    }
  }

  /// Returns bytes as text and in upper-case hexadecimal, such as `/me/ 6D65`.
  ///
  /// If a byte is not printable ASCII, the words `not printable` stand in place of the text.
  private static func text(of bytes: SecretBytes) -> SecretBytes {
    let isPrintable = bytes.withBytes { bytes in
      bytes.indices.allSatisfy { (0x20...0x7E).contains(bytes[$0]) }
    }
    return ItemPrinter.collect { emit in
      bytes.withBytes { bytes in
        if isPrintable {
          emit(UInt8(ascii: "/"))
          for index in bytes.indices { emit(bytes[index]) }
          for byte in "/ ".utf8 { emit(byte) }
        } else {
          for byte in "not printable ".utf8 { emit(byte) }
        }
        for index in bytes.indices { HexText.emit(bytes[index], upperCase: true, emit) }
      }
    }
  }
}
