// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import Security

/// One thing that an explanation says.
public struct Finding: Sendable {
  /// How much it matters.
  public enum Severity: String, Sendable {
    /// It decided the status.
    case error
    /// Data can be lost or exposed.
    case danger
    /// It works and will surprise.
    case warning
    /// Context.
    case info
  }

  /// Its stable code.
  public let code: FindingCode
  /// How much it matters.
  public let severity: Severity
  /// Whether it is the cause of the status.
  public let isDeciding: Bool
  /// What was found.
  public let text: String
  /// Why the rule says so; empty where the text says it.
  public let why: String
  /// What to do, program text in lines of its own; empty where there is nothing to do.
  public let fix: String

  init(_ finding: KeychainExplaining.Finding) {
    code = FindingCode(rawValue: "\(finding.code)")
    severity = Severity(rawValue: finding.severity.name) ?? .info
    isDeciding = finding.isDeciding
    text = finding.found
    why = finding.lines.filter { $0.label == .why }.map(\.text).joined(separator: " ")
    fix = KeychainExplaining.Finding.Line.plain(finding.fixes)
  }
}
