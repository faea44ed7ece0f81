// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import Security

/// One statement of an explanation: a fact about the call, the reason, and advice.
public struct Finding: Sendable {
  /// The importance of a finding for the reader.
  public enum Severity: String, Sendable {
    /// The finding is the cause, or a possible cause, of the call's status.
    ///
    /// `isDeciding` is true for the cause only.
    case error
    /// The finding is a warning that data can be lost or exposed.
    case danger
    /// The call works, but its result may surprise.
    case warning
    /// The finding is background information.
    case info
  }

  /// The stable code of the finding.
  public let code: FindingCode
  /// The importance of the finding.
  public let severity: Severity
  /// True if this finding states the cause of the status that the call returned.
  public let isDeciding: Bool
  /// The finding in words: the fact about the call.
  public let text: String
  /// The reason for the keychain rule that the finding is about.
  ///
  /// Empty if `text` already gives the reason.
  public let why: String
  /// The advice as text, in which example code is on separate lines.
  ///
  /// Empty if there is nothing to do.
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
