// SPDX-License-Identifier: Apache-2.0
internal import SecureMemory

/// A place in the source of a test.
struct CodePlace: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file, as `#fileID` says.
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

/// Where a test made its device or keychain, and where it last ran code on it.
final class CodePlaces: Sendable {
  /// Where the test made it.
  let made: CodePlace
  private let lastRun: Lock<CodePlace>

  init(_ made: CodePlace) {
    self.made = made
    lastRun = Lock(made)
  }

  /// Where `run` or `use` was last called, or where the test made it if neither has been.
  var last: CodePlace { lastRun.withLock { $0 } }

  /// Notes a call of `run` or `use`.
  func note(_ file: StaticString, _ line: UInt) {
    lastRun.withLock { $0 = CodePlace(file, line) }
  }
}
