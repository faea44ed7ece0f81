// SPDX-License-Identifier: Apache-2.0

import Foundation
import Keybag
import KeychainEngine
import KeychainRows
import KeychainTypes
import SecureMemory
import Testing

/// Tests that the item digest is equal on all devices for ever (Specification/sync.md, "Seams",
/// S9).
@Suite("Item digest")
struct SeamsItemDigestTests {
  typealias Fields = [String: String]

  static let vectors: [Fields] = {
    let tests = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appendingPathComponent("Vectors/canonical/item-digest.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n\n").dropFirst().map { block in
      var fields: Fields = [:]
      for line in block.split(separator: "\n") {
        guard let colon = line.firstIndex(of: ":") else { continue }
        fields[String(line[..<colon])] = String(line[colon...].dropFirst(2))
      }
      return fields
    }
  }()

  private static func value(_ text: String) -> AttributeValue? {
    let content = String(text.dropFirst(2))
    return switch text.prefix(2) {
    case "t:": .text(content)
    case "n:": Int64(content).map { .number($0) }
    case "d:": Int64(content).map { .date(Instant(microseconds: $0)) }
    default: nil
    }
  }

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test("vectors of another implementation", arguments: vectors)
  func vector(_ fields: Fields) throws {
    let itemClass = try unwrap(ItemClass(rawValue: try unwrap(fields["class"])))
    var attributes = AttributeSet()
    for (name, text) in fields {
      guard let attribute = Attribute(name: name), let value = Self.value(text) else { continue }
      attributes[attribute] = value
    }
    guard case .text(let name)? = attributes[.protection],
      let protection = Protection(name: name)
    else { throw Missing() }
    let secret = Self.bytes(try unwrap(fields["secret"]))
    let draft = ItemDraft(
      itemClass, attributes: attributes, protection: protection,
      isSynchronizable: attributes[.synchronizable] == .number(1),
      isTombstone: attributes[.tombstone] == .number(1), accessControl: nil,
      secret: secret.isEmpty ? nil : SecretBytes(copying: secret), creator: "not in it")
    #expect(Self.hexadecimal(draft.hashedBytes) == fields["list"])
    let digest = try ItemDigest.make(draft.hashedBytes, secret: draft.secret)
    #expect(Self.hexadecimal(digest) == fields["digest"])
  }

  @Test("the vectors are there")
  func present() { #expect(Self.vectors.count == 4) }
}
