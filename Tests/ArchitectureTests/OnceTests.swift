// SPDX-License-Identifier: Apache-2.0
import Testing

/// Tests that readers and writers of common forms exist once, below all targets that need them.
@Suite("forms that are read and written in one place") struct OnceTests {
  /// A text that code for a form needs, with the only file of Sources that has it.
  struct Row: CustomTestStringConvertible, Sendable {
    let form: String
    let text: String
    let file: String
    var testDescription: String { form }

    init(_ form: String, _ text: String, _ file: String) {
      (self.form, self.text, self.file) = (form, text, file)
    }
  }

  // swift-format-ignore
  static let rows: [Row] = [
    Row("hexadecimal digits", ".hexDigitValue", ""),
    Row("base64 digits", "abcdefghijklmnopqrstuvwxyz0123456789+/", "Base64"),
    Row("binary property lists", "\"bplist00\"", "BinaryPropertyList"),
    Row("property lists in XML", "\"plist\"", "XMLPropertyList"),
    Row("property lists as text", "PropertyList-1.0.dtd", "PropertyListText"),
    Row("lengths in DER", "0x80 | UInt8(", "Canonical"),
    Row("numbers as bytes, lowest first", "func littleEndian", "Canonical"),
    Row("dates by RFC 3339, written", "var internetForm:", "CivilTime"),
    Row("dates by RFC 3339, read", "0000-00-00T00:00:00", "CivilTime"),
    Row("dates of keychains", "hour: number(", "CivilTime"),
    Row("the limit of secrets", "SecretBytes.mostBytes = ", ""),
    Row("the sentence about large secrets", "the secret is larger than the limit", "RequestValue"),
    Row("the sentence about large attributes", "an attribute is larger than", "RequestValue"),
    Row("the sentence about many pairs", "has more pairs than the limit", "RequestReader"),
    Row("the sentence about unknown classes", "the class of items is unknown", "RequestReader"),
  ]

  @Test("stands in one file", arguments: rows)
  func once(_ row: Row) {
    let files = Repository.sources.filter { file in
      file.path.hasPrefix("Sources/") && file.name != "ReasonTable+Rows"
        && file.lines.contains { $0.contains(row.text) }
    }
    #expect(files.map(\.name) == (row.file.isEmpty ? [] : [row.file]))
  }
}
