// SPDX-License-Identifier: Apache-2.0

/// The layout of an entitlements file, so that advice can show a new line with the right
/// indentation.
///
/// Specification/diagnostics.md, "-34018: identity, groups, the exact line".
package struct EntitlementsLayout: Hashable, Sendable {
  /// True if the file contains the key `keychain-access-groups`.
  package let hasList: Bool
  /// True if the file's list of access groups has at least one entry.
  ///
  /// A new entry can then be inserted after an existing entry.
  package let hasEntry: Bool
  /// The indentation of the entries in the file's list of access groups.
  ///
  /// `keyIndent` is the indentation of the keys in the file.
  package let entryIndent: String
  package let keyIndent: String

  private static let key = "<key>keychain-access-groups</key>"

  /// Reads the layout of an entitlements file, which is a property list in XML.
  ///
  /// Nil if the text has no `<dict>` element.
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

  /// Returns the indentation that one more nesting level adds: a tab or two spaces.
  private static func step(in indent: String) -> String { indent.hasPrefix("\t") ? "\t" : "  " }

  /// Returns the spaces or tabs in front of an XML element, from the first line that begins with
  /// the element.
  ///
  /// Nil if no line begins with the element. Lines with more than 12 spaces or tabs before the
  /// element are ignored.
  private static func indent(of element: String, in text: Substring) -> String? {
    for line in text.split(separator: "\n") {
      let blanks = line.prefix { $0 == " " || $0 == "\t" }
      if line.dropFirst(blanks.count).hasPrefix(element), blanks.count <= 12 {
        return String(blanks)
      }
    }
    return nil
  }

  /// Returns the lines that must be inserted into the file so that the program may use an access
  /// group.
  ///
  /// The result is one entry if the file has a list of access groups. Otherwise the result is the
  /// whole list with its key.
  package func lines(adding entry: String) -> [String] {
    let line = "<string>\(entry)</string>"
    if hasList { return [entryIndent + line] }
    return [
      keyIndent + Self.key, keyIndent + "<array>", entryIndent + line, keyIndent + "</array>",
    ]
  }
}
