// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory

/// The user's directory for settings, or the user's directory for state, as the XDG base directory
/// specification defines them.
package enum UserDirectory: Sendable {
  case settings, state

  /// The path of Latchkey's directory for settings or state: the directory `latchkey` in the user's
  /// XDG directory.
  ///
  /// Nil if there is no home directory, or if the program runs with other rights than the user who
  /// started it.
  package var path: String? { found?.path }

  /// The directory that must exist before Latchkey creates its directory at `path`; nil if `path`
  /// is nil.
  ///
  /// This directory is the user's home directory, or the parent of an XDG directory outside the
  /// home directory. Latchkey creates no directory above this directory.
  package var home: String? { found?.home }

  private var found: (path: String, home: String)? {
    let (variable, place) =
      switch self {
      case .settings: ("XDG_CONFIG_HOME", "/.config")
      case .state: ("XDG_STATE_HOME", "/.local/state")
      }
    var home = ProcessVariable.value(of: "HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    while let path = home, path.utf8.count > 1, path.hasSuffix("/") { home?.removeLast() }
    if let base = ProcessVariable.value(of: variable), base.hasPrefix("/") {
      let isInHome = home.map { base.hasPrefix($0 == "/" ? $0 : $0 + "/") } ?? false
      if isInHome, let home { return (base + "/latchkey", home) }
      let parent = base.lastIndex(of: "/").map { String(base[..<$0]) } ?? ""
      return (base + "/latchkey", parent.isEmpty ? "/" : parent)
    }
    guard let home else { return nil }
    return ((home == "/" ? "" : home) + place + "/latchkey", home)
  }
}
