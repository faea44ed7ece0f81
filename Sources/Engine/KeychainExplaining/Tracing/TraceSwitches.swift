// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import SecureMemory

/// What the environment asks to be told of this process's calls (spec/diagnostics.md 1.4).
package struct TraceSwitches: Sendable {
  /// Where reports go.
  enum Reports: Sendable {
    case off, standardError
    case file(String)
  }

  var reports = Reports.off
  /// The path of the trace.
  var trace: String?
  /// Whether values of attributes are told; secrets never are.
  var showsValues = false
  /// The least that a report is made for, and holds.
  var level = Severity.warning
  /// Variables whose values mean nothing: they have no effect.
  package private(set) var mistakes: [Mistake] = []

  /// A variable with a value that means nothing.
  package struct Mistake: Sendable {
    package let name: String
    package let value: String
    /// What it may be set to.
    package let expected: String
  }

  /// Whether anything is asked for.
  var isOn: Bool {
    if case .off = reports { return trace != nil }
    return true
  }

  /// Reads the variables.
  ///
  /// - Parameter variable: the value of a variable, nil where it is not set.
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

  /// `%p` is the number of the process.
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
