// SPDX-License-Identifier: Apache-2.0
import Foundation
package import KeychainExplanations
public import Security

/// Why a call answers what it answers, from the facts that decided it (spec/diagnostics.md 1.5).
///
/// It tells no more than the program's own calls could, and no value of an attribute.
public struct Explanation: Sendable, CustomStringConvertible {
  package let report: KeychainExplanations.Explanation

  package init(_ report: KeychainExplanations.Explanation) { self.report = report }

  /// What the call answers, or would answer.
  public var status: OSStatus { report.status }
  /// What was found, the deciding finding first, then the worst.
  public var findings: [Finding] { report.findings.map { Finding($0) } }
  /// Items that meet all but one or two of the conditions, nearest first, at most five.
  public var nearMisses: [NearMiss] {
    report.nearMisses.map { miss in
      NearMiss(
        item: Wording.id(miss.item.identifier),
        failures: miss.failures.map { report.wording.how($0, in: miss.item) })
    }
  }
  /// The codes of the findings.
  public var codes: [FindingCode] { findings.map(\.code) }
  /// Whether a finding has a code.
  public func contains(_ code: FindingCode) -> Bool { codes.contains(code) }
  /// As `security explain` prints it: lines of at most 80 columns.
  public var text: String { report.text(showsInfo: true) }
  /// One object of JSON (spec/diagnostics.md 7.2).
  public var json: String { report.json }
  /// The text.
  public var description: String { text }
}

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

  init(_ finding: KeychainExplanations.Finding) {
    code = FindingCode(rawValue: "\(finding.code)")
    severity = Severity(rawValue: finding.severity.name) ?? .info
    isDeciding = finding.isDeciding
    text = finding.found
    why = finding.lines.filter { $0.label == .why }.map(\.text).joined(separator: " ")
    fix = KeychainExplanations.Finding.Line.plain(finding.fixes)
  }
}

/// An item that nearly matches.
public struct NearMiss: Sendable {
  /// The first digits of its persistent identifier, as `security dump-items` shows them.
  public let item: String
  /// How each condition that it does not meet fails.
  public let failures: [String]
}

/// The stable code of a finding: `K209`.
public struct FindingCode: RawRepresentable, Hashable, Sendable {
  /// The letter and the three digits.
  public let rawValue: String

  /// A code of a text; any text makes one.
  public init(rawValue: String) { self.rawValue = rawValue }
}
