// SPDX-License-Identifier: Apache-2.0
package import KeychainExplaining

/// One line of `security doctor`: what was looked at, and what was found.
package struct HealthCheck: Sendable {
  /// What a line begins with.
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

  /// - Parameter least: the verdict where the findings say nothing worse.
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
    // The line itself says it.
    case .info: finding.code == .lockSummary ? .ok : .note
    }
  }

  /// All checks, in the order of spec/diagnostics.md 1.3.
  package static func all(_ facts: HealthFacts) -> [HealthCheck] {
    [
      StoreChecks.mode(facts), StoreChecks.store(facts), ProgramChecks.identity(facts),
      ProgramChecks.groups(facts), ProgramChecks.history(facts), ProgramChecks.items(facts),
      StoreChecks.lock(facts), SurroundingChecks.prompts(facts),
      SurroundingChecks.environment(facts), SurroundingChecks.memory(facts),
      SurroundingChecks.fileKeychains, SurroundingChecks.failures(facts),
      SurroundingChecks.otherPrograms(facts),
    ]
  }

  /// The exit status of `security doctor`: 0 up to a note, 1 for a warning, 4 for worse.
  package static func exitStatus(_ checks: [HealthCheck]) -> Int32 {
    switch checks.map(\.verdict).max() ?? .ok {
    case .ok, .note: 0
    case .warn: 1
    case .bad: 4
    }
  }
}
