// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The importance of a finding.
///
/// A report lists its findings in the order of these cases.
package enum Severity: Int, Comparable, Sendable {
  /// The finding is the reason, or a possible reason, for the status that the call returned.
  case error
  /// The call can destroy data or expose data.
  case danger
  /// The call works, but its result may surprise the caller.
  case warning
  /// The finding gives background information.
  case info

  package static func < (left: Severity, right: Severity) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The severity as it is printed in a report (Specification/diagnostics.md, "Text of
  /// explanations").
  package var word: String {
    switch self {
    case .error: "error"
    case .danger: "DANGER"
    case .warning: "warn"
    case .info: "info"
    }
  }

  /// The severity as it appears in JSON (Specification/diagnostics.md, "JSON of an explanation").
  package var name: String {
    switch self {
    case .error: "error"
    case .danger: "danger"
    case .warning: "warning"
    case .info: "info"
    }
  }
}
