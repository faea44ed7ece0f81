// SPDX-License-Identifier: Apache-2.0
internal import SecureMemory

/// A position in the source code of a test.
struct CodePlace: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file of the test, as given by `#fileID`.
  let file: StaticString
  let line: UInt

  init(_ file: StaticString, _ line: UInt) {
    self.file = file
    self.line = line
  }

  var description: String { "\(file):\(line)" }

  static func == (left: CodePlace, right: CodePlace) -> Bool {
    left.line == right.line && left.file.description == right.file.description
  }

  func hash(into hasher: inout Hasher) { hasher.combine(line) }
}
