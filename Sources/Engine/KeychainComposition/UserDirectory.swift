// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory

/// Where a user's programs keep what is no data: settings, and what they remember of their state
/// (the XDG base directories).
package enum UserDirectory: Sendable {
  case settings, state

  /// The directory of Latchkey in it; nil where there is no home, and in a program that runs with
  /// other rights than its caller.
  package var path: String? { found?.path }

  /// The directory that must be there before this one is made: nothing is made above a home.
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
