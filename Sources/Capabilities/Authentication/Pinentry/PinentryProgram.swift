// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An installed pinentry program.
///
/// If a program is configured, no other program is looked for. Otherwise Latchkey prefers the
/// program `pinentry`, which the system chose, to the variants that Debian packages.
package struct PinentryProgram: Hashable, Sendable {
  /// The absolute path of the program.
  package let path: String
  /// True if the program can ask only at a terminal.
  package let needsTerminal: Bool

  private static let folders = ["/usr/local/bin", "/usr/bin", "/bin"]
  private static let names = [
    "pinentry", "pinentry-gnome3", "pinentry-qt", "pinentry-gtk-2", "pinentry-curses",
    "pinentry-tty",
  ]

  package init(path: String, needsTerminal: Bool) {
    self.path = path
    self.needsTerminal = needsTerminal
  }

  /// Returns the installed pinentry programs, the preferred program first.
  ///
  /// The caller takes the first program that can ask at the user's display or terminal.
  ///
  /// - Parameter named: a path or a name, from `LATCHKEY_PINENTRY` or Latchkey's configuration. If
  ///   that program is not installed, the list is empty. Nil or an empty text to look for all known
  ///   names.
  package static func installed(named: String?) -> [PinentryProgram] {
    guard let named, !named.isEmpty else { return names.compactMap(find) }
    return find(named).map { [$0] } ?? []
  }

  /// True if the path is a file that this process can run.
  ///
  /// False for a directory, although its execute permission may be set.
  static func isProgram(_ path: String) -> Bool {
    var about = stat()
    guard unsafe stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(path, X_OK) == 0
  }

  private static func find(_ name: String) -> PinentryProgram? {
    let paths = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    return paths.lazy.filter { $0.hasPrefix("/") }.compactMap(look).first
  }

  /// Returns the pinentry program at a path, or nil if the path is no program.
  ///
  /// If the path is a link, such as `pinentry`, the name of its target says whether the program
  /// needs a terminal.
  private static func look(_ path: String) -> PinentryProgram? {
    guard isProgram(path), let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    let target = unsafe String(cString: real)
    let isTextual = ["-curses", "-tty"].contains { target.hasSuffix("pinentry" + $0) }
    return PinentryProgram(path: path, needsTerminal: isTextual)
  }
}
