// SPDX-License-Identifier: Apache-2.0
import FileKeychain

/// The effects of damage on each kind of bytes, counted over all bytes of files.
struct DamageTable: Sendable {
  private var counts: [ByteRange: [DamageOutcome: Int]] = [:]

  /// Changes each byte of a file, one at a time, and counts the effects.
  ///
  /// - Parameter content: the kind of file. The head and the schema are counted once, in the file
  ///   of passwords, because they have one form in all files.
  init(_ version: BlobVersion, _ content: SmallKeychain.Content, mask: UInt8) throws {
    let isPassword = content == .passwords
    let file = try SmallKeychain(
      version, items: isPassword ? 2 : 0, changed: isPassword, content: content)
    let reference = try DamageReference(file.bytes, content.schema)
    var bytes = file.bytes
    for entry in try SecondImplementation.shared.entries(bytes) {
      guard let kind = ByteRange.kind(of: entry.name, isPassword: isPassword) else {
        throw Unknown(name: entry.name)
      }
      guard isPassword || Self.isOwn(entry.name) else { continue }
      for place in entry.range {
        bytes[place] ^= mask
        counts[kind, default: [:]][reference.outcome(of: bytes), default: 0] += 1
        bytes[place] ^= mask
      }
    }
  }

  /// A range of bytes that the page does not name.
  struct Unknown: Error { let name: String }

  /// Makes the sum of tables.
  init(_ tables: [DamageTable]) {
    for table in tables {
      for (kind, outcomes) in table.counts {
        counts[kind, default: [:]].merge(outcomes, uniquingKeysWith: +)
      }
    }
  }

  /// Returns true for bytes of tables that only files of keys or certificates have.
  private static func isOwn(_ name: String) -> Bool {
    ["0x0000000F", "0x00000010", "0x00000011", "0x80001000"]
      .contains { name.hasPrefix("table \($0)") }
  }

  /// The effects on a kind of bytes, the most frequent first, each with its share in per cent.
  func cell(_ kind: ByteRange) -> String {
    guard let outcomes = counts[kind] else { return "" }
    let sum = outcomes.values.reduce(0, +)
    let ordered = DamageOutcome.allCases.filter { outcomes[$0] != nil }
      .sorted { outcomes[$0] ?? 0 > outcomes[$1] ?? 0 }
    guard ordered.count > 1 else { return ordered.first?.rawValue ?? "" }
    return ordered.map { outcome in
      let share = 100 * (outcomes[outcome] ?? 0)
      return share < sum ? "\(outcome) < 1 %" : "\(outcome) \((share + sum / 2) / sum) %"
    }
    .joined(separator: ", ")
  }

  /// The rows of the page: each kind of bytes, with the effects in both versions.
  static func rows(plain: DamageTable, partitioned: DamageTable) -> [String] {
    ByteRange.allCases.map { kind in
      "| \(kind.rawValue) | \(plain.cell(kind)) | \(partitioned.cell(kind)) |"
    }
  }
}
