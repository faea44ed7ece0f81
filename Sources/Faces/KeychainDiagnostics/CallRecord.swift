// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes
import SecureMemory
public import Security

/// One recorded keychain call of a program, with its status and its findings
/// (Specification/diagnostics.md, "Swift API of diagnosis").
public struct CallRecord: Sendable, CustomStringConvertible {
  /// The explanation of the call's status.
  public let explanation: Explanation
  /// The name of the function, such as `SecItemAdd`, `SecKeyCreateSignature` or
  /// `LAContext.evaluatePolicy`.
  public let function: String

  init(_ call: ObservedCall) {
    explanation = Explanation(call.explanation)
    function = call.record.function
  }

  /// The status that the call returned; 0 for success.
  ///
  /// If the call reports the outcome of an authentication, this is the code of its `LAError`.
  public var status: OSStatus { explanation.status }
  /// The findings about the call, in the order of their importance.
  ///
  /// The finding that decided the status comes first. The other findings follow, the most severe
  /// finding first.
  public var findings: [Finding] { explanation.findings }
  /// The codes of the findings, in the order of `findings`.
  public var codes: [FindingCode] { explanation.codes }
  /// One line with the name of the function, its status and the codes of the findings.
  public var description: String {
    "\(function) \(status) " + codes.map(\.rawValue).joined(separator: " ")
  }
}
