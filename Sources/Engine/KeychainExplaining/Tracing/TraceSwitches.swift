// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import SecureMemory

/// The reports and the trace that environment variables request for the calls of this process.
///
/// Specification/diagnostics.md, "Tracing a running program".
package struct TraceSwitches: Sendable {
  /// The destination of reports.
  enum Reports: Sendable {
    case off, standardError
    case file(String)
  }

  var reports = Reports.off
  /// The path of the trace file, or nil if no trace is written.
  var trace: String?
  /// True if reports and traces show the values of attributes.
  ///
  /// Secrets are never shown.
  var showsValues = false
  /// The severity that the user chose for reports: danger, warning or info.
  ///
  /// With warning, every failed call is reported. With info, these reports also show findings of
  /// severity info. With danger, a failed call is reported only if a finding has this severity.
  /// With each of the three, a successful call is reported if a finding has the severity danger or
  /// error.
  var level = Severity.warning
  /// The environment variables with invalid values, which have no effect.
  package private(set) var mistakes: [Mistake] = []

  /// An environment variable with an invalid value.
  package struct Mistake: Sendable {
    package let name: String
    package let value: String
    /// The valid values of the variable, in words.
    package let expected: String
  }

  /// True if the environment asks for reports or for a trace.
  var isOn: Bool {
    if case .off = reports { return trace != nil }
    return true
  }

  /// Reads the environment variables.
  ///
  /// - Parameter variable: returns the value of a variable, or nil if the variable is not set.
  package init(_ variable: (String) -> String?) {
    switch variable("LATCHKEY_EXPLAIN") {
    case "1", "stderr": reports = .standardError
    case let path? where path.utf8.first == UInt8(ascii: "/"): reports = .file(path)
    case "off", "", nil: break
    case let other?: refuse("LATCHKEY_EXPLAIN", other, "1, stderr, off or an absolute path")
    }
    switch variable("LATCHKEY_TRACE") {
    case let path? where path.utf8.first == UInt8(ascii: "/"): trace = Self.named(path)
    case "", nil: break
    case let other?: refuse("LATCHKEY_TRACE", other, "an absolute path")
    }
    switch variable("LATCHKEY_TRACE_VALUES") {
    case "attributes": showsValues = true
    case "names", "", nil: break
    case let other?: refuse("LATCHKEY_TRACE_VALUES", other, "names or attributes")
    }
    switch variable("LATCHKEY_EXPLAIN_LEVEL") {
    case "info": level = .info
    case "danger": level = .danger
    case "warning", "", nil: break
    case let other?: refuse("LATCHKEY_EXPLAIN_LEVEL", other, "info, warning or danger")
    }
  }

  /// Returns the path with `%p` replaced by the process identifier.
  private static func named(_ path: String) -> String {
    var parts = path.split(separator: "%", omittingEmptySubsequences: false).map(String.init)
    for place in parts.indices.dropFirst() {
      parts[place] =
        parts[place].first == "p" ? "\(getpid())" + parts[place].dropFirst() : "%" + parts[place]
    }
    return parts.joined()
  }

  private mutating func refuse(_ name: String, _ value: String, _ expected: String) {
    mistakes.append(Mistake(name: name, value: value, expected: expected))
  }
}
