// SPDX-License-Identifier: Apache-2.0
package import KeychainExplaining

/// A check that `security doctor` has made, with its result.
///
/// The check is printed as a line of the output.
package struct HealthCheck: Sendable {
  /// The result of a check, from good to bad.
  ///
  /// The line of the check begins with this result as a word.
  package enum Verdict: Int, Comparable, Sendable {
    case ok, note, warn, bad

    package static func < (left: Verdict, right: Verdict) -> Bool {
      left.rawValue < right.rawValue
    }

    package var word: String {
      switch self {
      case .ok: "ok"
      case .note: "note"
      case .warn: "warn"
      case .bad: "bad"
      }
    }
  }

  package let name: String
  package let verdict: Verdict
  package let text: String
  package let findings: [Finding]

  /// Creates a check whose verdict is the worst verdict of its findings.
  ///
  /// - Parameters:
  ///   - name: The name of the check.
  ///   - text: The text after the name in the line of the check.
  ///   - findings: The problems that the check has found.
  ///   - least: The verdict if there are no findings, or if the findings are less bad than this
  ///     verdict.
  init(_ name: String, _ text: String, _ findings: [Finding] = [], least: Verdict = .ok) {
    self.name = name
    self.text = text
    self.findings = findings
    verdict = findings.map(Self.verdict).reduce(least, max)
  }

  private static func verdict(_ finding: Finding) -> Verdict {
    switch finding.severity {
    case .error, .danger: .bad
    case .warning: .warn
    // The text of the line repeats the summary of the lock, so the summary is not a note.
    case .info: finding.code == .lockSummary ? .ok : .note
    }
  }

  /// Runs all checks, in the order of Specification/diagnostics.md, "security doctor".
  package static func all(_ facts: HealthFacts) -> [HealthCheck] {
    [
      StoreChecks.mode(facts), StoreChecks.store(facts), ProgramChecks.identity(facts),
      ProgramChecks.groups(facts), ProgramChecks.history(facts), ProgramChecks.items(facts),
      StoreChecks.lock(facts), SurroundingChecks.prompts(facts),
      SurroundingChecks.environment(facts), SurroundingChecks.memory(facts),
      KeychainHealth.check(facts), SurroundingChecks.failures(facts),
      SurroundingChecks.otherPrograms(facts),
    ]
  }

  /// Returns the exit status of `security doctor` after the given checks.
  ///
  /// The status is 0 if the worst verdict is `ok` or `note`, 1 if it is `warn`, and 4 if it is
  /// `bad`.
  package static func exitStatus(_ checks: [HealthCheck]) -> Int32 {
    switch checks.map(\.verdict).max() ?? .ok {
    case .ok, .note: 0
    case .warn: 1
    case .bad: 4
    }
  }
}
