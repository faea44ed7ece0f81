// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory

/// What the files of settings say (DESIGN section 5): the user's, then the machine's, for what the
/// first does not say; variables of the environment win over both.
package struct Settings: Sendable {
  /// Something in a file that is not understood.
  package struct Mistake: Hashable, Sendable {
    package let path: String
    package let line: Int
    package let text: String
  }

  /// `registry = off`: the store remembers no programs (spec/diagnostics.md 9).
  package private(set) var remembersPrograms = true
  /// `last-failures = on`: failed calls are kept in a file (spec/diagnostics.md 1.4).
  package private(set) var keepsFailures = false
  package private(set) var mistakes: [Mistake] = []
  private var isSaid: Set<String> = []

  /// Read once, when something is first asked of them.
  package static let ofThisProcess = Settings(
    files: [
      UserDirectory.settings.path.map { $0 + "/latchkey.conf" },
      // The administrator's file counts, whoever started the program.
      "/etc/latchkey/latchkey.conf",
    ].compactMap { $0 }, variable: ProcessVariable.value)

  /// - Parameters:
  ///   - files: the first that says something decides it.
  ///   - variable: the value of a variable of the environment.
  package init(files: [String], variable: (String) -> String?) {
    switch variable("LATCHKEY_REGISTRY") {
    case "off": say("registry", "off")
    case "on": say("registry", "on")
    default: break
    }
    for path in files { read(path) }
  }

  /// Longer files are none of settings.
  private static let mostBytes = 64 << 10

  private mutating func read(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
    let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return }
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = Self.trimmed(line.prefix { $0 != "#" })
      guard !words.isEmpty else { continue }
      let parts = words.split(separator: "=", maxSplits: 1).map { Self.trimmed($0) }
      guard parts.count == 2, say(parts[0], parts[1]) else {
        mistakes.append(Mistake(path: path, line: place + 1, text: words))
        continue
      }
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  /// - Returns: false for what is no setting.
  @discardableResult
  private mutating func say(_ key: String, _ value: String) -> Bool {
    guard value == "on" || value == "off" else { return false }
    switch key {
    case "registry":
      if isSaid.insert(key).inserted { remembersPrograms = value == "on" }
    case "last-failures":
      if isSaid.insert(key).inserted { keepsFailures = value == "on" }
    default: return false
    }
    return true
  }
}
