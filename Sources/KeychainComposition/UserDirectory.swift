// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where a user's programs keep what is no data: settings, and what they remember of their state
/// (the XDG base directories).
package enum UserDirectory: Sendable {
  case settings, state

  /// The directory of Latchkey in it; nil where there is no home, and in a program that runs with
  /// other rights than its caller.
  package var path: String? {
    let (variable, place) =
      switch self {
      case .settings: ("XDG_CONFIG_HOME", "/.config")
      case .state: ("XDG_STATE_HOME", "/.local/state")
      }
    if let base = ProcessVariable.value(of: variable), base.hasPrefix("/") {
      return base + "/latchkey"
    }
    guard let home = ProcessVariable.value(of: "HOME"), home.hasPrefix("/") else { return nil }
    return (home == "/" ? "" : home) + place + "/latchkey"
  }
}
