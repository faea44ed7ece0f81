// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// How much a finding matters; the order in which findings are listed.
package enum Severity: Int, Comparable, Sendable {
  /// It decided the status.
  case error
  /// Data can be lost or exposed.
  case danger
  /// It works and will surprise.
  case warning
  /// Context.
  case info

  package static func < (left: Severity, right: Severity) -> Bool {
    left.rawValue < right.rawValue
  }

  /// As it is printed (spec/diagnostics.md 7.1).
  package var word: String {
    switch self {
    case .error: "error"
    case .danger: "DANGER"
    case .warning: "warn"
    case .info: "info"
    }
  }

  /// As JSON has it (spec/diagnostics.md 7.2).
  package var name: String {
    switch self {
    case .error: "error"
    case .danger: "danger"
    case .warning: "warning"
    case .info: "info"
    }
  }
}
