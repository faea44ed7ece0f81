// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory

/// The settings of Latchkey, read from the user's file and the machine's file
/// (Specification/design.md, "Embedded or daemon").
///
/// The user's file wins over the machine's file. Environment variables win over both files.
package struct Settings: Sendable {
  /// A line in a settings file that Latchkey does not understand and therefore ignores.
  package struct Mistake: Hashable, Sendable {
    package let path: String
    package let line: Int
    package let text: String
  }

  /// True unless the settings have `registry = off`; if false, the store remembers no programs
  /// (Specification/diagnostics.md, "Application history").
  package private(set) var remembersPrograms = true
  /// True if the settings have `last-failures = on`; the failed calls of this process are then
  /// recorded in a file (Specification/diagnostics.md, "Tracing a running program").
  package private(set) var keepsFailures = false
  package private(set) var mistakes: [Mistake] = []
  private var isSaid: Set<String> = []

  /// The settings that apply to this process, read from the files and the environment at first use.
  package static let ofThisProcess = Settings(
    files: [
      UserDirectory.settings.path.map { $0 + "/latchkey.conf" },
      // The administrator's file always counts, whoever started the program.
      "/etc/latchkey/latchkey.conf",
    ].compactMap { $0 }, variable: ProcessVariable.value)

  /// Reads the settings from the environment and from settings files.
  ///
  /// - Parameters:
  ///   - files: the paths of the settings files. The first file that has a setting decides its
  ///     value. A file that cannot be read is skipped.
  ///   - variable: returns the value of an environment variable; nil if the variable is not set. A
  ///     variable wins over every file.
  package init(files: [String], variable: (String) -> String?) {
    switch variable("LATCHKEY_REGISTRY") {
    case "off": say("registry", "off")
    case "on": say("registry", "on")
    default: break
    }
    for path in files { read(path) }
  }

  /// The maximum number of bytes that are read of a settings file; the bytes after these are
  /// ignored.
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

  /// Applies one setting, unless a source that wins (a variable or an earlier file) has already set
  /// it.
  ///
  /// - Returns: true if the setting is known and its value is `on` or `off`, even if an earlier
  ///   value wins.
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
