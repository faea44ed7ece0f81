// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainEngine
import KeychainRows
import KeychainTypes

/// One archived store: a copy that a test may open, and the content of its manifest.
final class Archive {
  /// The lines of one item or tombstone.
  ///
  /// The first line says which of the two it is.
  typealias Block = [String]

  private static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Archives").standardized.path

  /// Returns the names of the folders of all formats.
  static func formats() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("format-") }.sorted()
  }

  /// Returns the releases, with the archives of the formats that they write.
  static func releases() throws -> [(version: String, store: String, keybag: String)] {
    try String(contentsOfFile: "\(folder)/released.tsv", encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t").map(String.init) }
      .map { ($0[0], $0[1], $0[2]) }
  }

  let directory: String
  private(set) var blocks: [Block] = []
  /// The manifest's lines of the form `name number`.
  private(set) var numbers: [String: Int] = [:]

  /// Copies a variant of a format's store.
  ///
  /// Sets the file modes that a repository does not keep.
  init(_ format: String, _ variant: String) throws {
    let files = FileManager.default
    directory = files.temporaryDirectory.path + "/latchkey-archive-\(UUID().uuidString)"
    let source = "\(Self.folder)/\(format)"
    // Copied by reading and writing: Foundation would give the copies to the owner of the
    // repository, if it may.
    try files.createDirectory(
      atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    for name in try files.contentsOfDirectory(atPath: "\(source)/\(variant)") {
      let content = try Data(contentsOf: URL(fileURLWithPath: "\(source)/\(variant)/\(name)"))
      try content.write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
      unsafe chmod("\(directory)/\(name)", 0o600)
    }
    let text = try String(contentsOfFile: "\(source)/manifest.txt", encoding: .utf8)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("  ") {
        blocks[blocks.count - 1].append(String(line.dropFirst(2)))
        continue
      }
      let words = line.split(separator: " ")
      if let number = words.last.flatMap({ Int($0) }) {
        numbers[words.dropLast().joined(separator: " ")] = number
      } else {
        blocks.append([String(line)])
      }
    }
  }

  deinit { removeFolder(directory) }

  func open() throws -> Engine { try Engine.open(StoreLocation(directory: directory)) }

  /// Returns the size of a file in bytes, or nil if the file does not exist.
  func size(_ name: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
    return attributes?[.size] as? Int
  }
}

extension OpenedItem {
  /// Returns the lines that a manifest has for the item, in any order.
  func lines(secret: [UInt8]?) -> Set<String> {
    var lines: Set = [
      "\(facts.isTombstone ? "tombstone" : "item") \(facts.itemClass.rawValue)",
      "protection \(facts.protection.name)", "sync \(facts.isSynchronizable ? 1 : 0)",
    ]
    for entry in metadata.attributes {
      lines.insert("\(entry.attribute.name) \(Self.text(entry.value))")
    }
    if let accessControl = metadata.accessControl {
      lines.insert("access \(Self.hex(accessControl.encode()))")
    }
    switch (facts.form, metadata.tombstone) {
    case (.unfinishedTombstone, _): lines.insert("reason unfinished")
    case (_, .deleted): lines.insert("reason deleted")
    case (_, .moved): lines.insert("reason moved")
    case (_, .withdrawn): lines.insert("reason withdrawn")
    case (_, nil):
      lines.insert("secret \(secret.map { "bytes \(Self.hex($0))" } ?? "none")")
      let pattern = (secret ?? []).indices.map { UInt8(truncatingIfNeeded: 7 * $0 + 3) }
      if let secret, secret == pattern { lines.insert("secret pattern \(secret.count)") }
    }
    return lines
  }

  private static func text(_ value: AttributeValue) -> String {
    switch value {
    case .text(let text): "text \(text)"
    case .bytes(let bytes): "bytes \(hex(bytes))"
    case .number(let number): "number \(number)"
    case .real(let number): "real \(number)"
    case .date(let date): "date \(date.microseconds)"
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
