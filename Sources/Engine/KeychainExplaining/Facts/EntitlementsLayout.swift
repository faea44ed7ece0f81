// SPDX-License-Identifier: Apache-2.0

/// How an entitlements file is written, so that a line can be given as it belongs there
/// (spec/diagnostics.md 6.3).
package struct EntitlementsLayout: Hashable, Sendable {
  /// Whether `keychain-access-groups` stands in it.
  package let hasList: Bool
  /// Whether there is an entry, behind which another can stand.
  package let hasEntry: Bool
  /// What stands before an entry of a list, and before a key.
  package let entryIndent: String
  package let keyIndent: String

  private static let key = "<key>keychain-access-groups</key>"

  /// The layout of a property list in XML; nil for what is none.
  package init?(_ text: String) {
    guard text.contains("<dict>") else { return nil }
    keyIndent = Self.indent(of: "<key>", in: text[...]) ?? ""
    guard let list = text.firstRange(of: Self.key) else {
      (hasList, hasEntry) = (false, false)
      entryIndent = keyIndent + Self.step(in: keyIndent)
      return
    }
    let rest = text[list.upperBound...]
    let end = rest.firstRange(of: "</array>")?.lowerBound ?? rest.endIndex
    let entries = rest[..<end]
    hasList = true
    hasEntry = entries.contains("<string>")
    entryIndent =
      Self.indent(of: "<string>", in: entries)
      ?? keyIndent + (hasEntry ? "" : Self.step(in: keyIndent))
  }

  /// One level more, as the file has it.
  private static func step(in indent: String) -> String { indent.hasPrefix("\t") ? "\t" : "  " }

  /// The blanks before the first line that begins with an element.
  private static func indent(of element: String, in text: Substring) -> String? {
    for line in text.split(separator: "\n") {
      let blanks = line.prefix { $0 == " " || $0 == "\t" }
      if line.dropFirst(blanks.count).hasPrefix(element), blanks.count <= 12 {
        return String(blanks)
      }
    }
    return nil
  }

  /// The lines that give a program a group: one entry, or the whole list where there is none.
  package func lines(adding entry: String) -> [String] {
    let line = "<string>\(entry)</string>"
    if hasList { return [entryIndent + line] }
    return [
      keyIndent + Self.key, keyIndent + "<array>", entryIndent + line, keyIndent + "</array>",
    ]
  }
}
