// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import Foundation
import Testing

/// Compares the table of the page about the format with a run over all bytes.
@Suite(
  "the table of damage to keychain files",
  .enabled(if: SecondImplementation.isThere, "python3 and a libcrypto with Triple DES are needed"))
struct DamageTableTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Documentation/Formats/keychain-file.md").standardized
  private static let head = "| bytes | 0x100 | 0x200 |"

  @Test("the page has the effects of a change of each byte")
  func page() async throws {
    let tables = try await withThrowingTaskGroup(of: (BlobVersion, DamageTable).self) { group in
      for version in [BlobVersion.plain, .partitioned] {
        for content in SmallKeychain.Content.allCases {
          group.addTask { (version, try DamageTable(version, content, mask: 0x01)) }
        }
      }
      var tables: [BlobVersion: [DamageTable]] = [:]
      for try await (version, table) in group { tables[version, default: []].append(table) }
      return tables.mapValues(DamageTable.init)
    }
    let plain = try #require(tables[.plain])
    let partitioned = try #require(tables[.partitioned])
    let rows = DamageTable.rows(plain: plain, partitioned: partitioned)
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let lines = text.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: Self.head)) + 2
    let end = try #require(lines[start...].firstIndex { !$0.hasPrefix("|") })
    if ProcessInfo.processInfo.environment["LATCHKEY_WRITE_DAMAGE"] == "1" {
      let written = lines[..<start] + rows + lines[end...]
      try written.joined(separator: "\n").write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(
        Array(lines[start..<end]) == rows,
        "Write the table anew with LATCHKEY_WRITE_DAMAGE=1, and look at each change.")
    }
  }
}
