// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The lines of a manifest about one item (Tests/Archives/README.md).
struct ArchiveLines {
  let text: String

  init(_ line: String) { text = line + "\n" }

  init(_ item: NewItem) {
    var lines = ["item \(item.itemClass.rawValue)"] + Self.facts(item)
    if let accessControl = item.accessControl {
      lines.append("access " + Self.hex(accessControl.encode()))
    }
    lines.append("secret " + Self.secret(item.secret))
    text = lines.joined(separator: "\n  ") + "\n"
  }

  init(tombstoneOf item: NewItem, _ reason: String) {
    let lines = ["tombstone \(item.itemClass.rawValue)"] + Self.facts(item) + ["reason \(reason)"]
    text = lines.joined(separator: "\n  ") + "\n"
  }

  /// Returns bytes that anyone can compute again: byte i is 7i + 3.
  static func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: 7 * $0 + 3) }
  }

  private static func facts(_ item: NewItem) -> [String] {
    let standard = item.itemClass == .certificate ? "dk" : "ak"
    let protection = item.protectionName ?? item.accessControl?.protectionName ?? standard
    var attributes = item.attributes
    if case .named(let group) = ArchiveItems.group(of: item) {
      attributes[.accessGroup] = .text(group)
    }
    return ["protection \(protection)", "sync \(item.isSynchronizable ? 1 : 0)"]
      + attributes.map { "\($0.attribute.name) \(value($0.value))" }
  }

  private static func value(_ value: AttributeValue) -> String {
    switch value {
    case .text(let text): "text \(text)"
    case .bytes(let bytes): "bytes \(hex(bytes))"
    case .number(let number): "number \(number)"
    case .real(let number): "real \(number)"
    case .date(let date): "date \(date.microseconds)"
    }
  }

  private static func secret(_ secret: SecretBytes?) -> String {
    guard let secret else { return "none" }
    let bytes = secret.withBytes { span in span.indices.map { span[$0] } }
    return bytes == pattern(bytes.count) && bytes.count > 64
      ? "pattern \(bytes.count)" : "bytes \(hex(bytes))"
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
