// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A pinentry of this machine, found as GnuPG finds it: the one that is named, else `pinentry`, the
/// system's choice, else the kinds that Debian packages.
package struct PinentryProgram: Hashable, Sendable {
  /// Its absolute path.
  package let path: String
  /// Whether it can only ask at a terminal.
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

  /// The programs that are installed, the preferred one first; the first that fits is to be taken.
  ///
  /// - Parameter named: a path or a name, from `LATCHKEY_PINENTRY` or a configuration. It stands
  ///   alone: where it is not there, none is.
  package static func installed(named: String?) -> [PinentryProgram] {
    guard let named, !named.isEmpty else { return names.compactMap(find) }
    return find(named).map { [$0] } ?? []
  }

  /// Whether a file can be run; a directory cannot, though it can be searched.
  static func isProgram(_ path: String) -> Bool {
    var about = stat()
    guard unsafe stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(path, X_OK) == 0
  }

  private static func find(_ name: String) -> PinentryProgram? {
    let paths = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    return paths.lazy.filter { $0.hasPrefix("/") }.compactMap(look).first
  }

  /// The program itself, as `pinentry` is a link to the one that the administrator chose.
  private static func look(_ path: String) -> PinentryProgram? {
    guard isProgram(path), let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    let target = unsafe String(cString: real)
    let isTextual = ["-curses", "-tty"].contains { target.hasSuffix("pinentry" + $0) }
    return PinentryProgram(path: path, needsTerminal: isTextual)
  }
}
