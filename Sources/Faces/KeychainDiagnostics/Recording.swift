// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes
import SecureMemory
public import Security

/// One call that a program made, with its status and what can be said of it
/// (spec/diagnostics.md 1.5).
public struct CallRecord: Sendable, CustomStringConvertible {
  /// Why it answered what it answered.
  public let explanation: Explanation
  /// The function: `SecItemAdd`, `SecKeyCreateSignature`, `LAContext.evaluatePolicy` or one of
  /// their kin.
  public let function: String

  init(_ call: ObservedCall) {
    explanation = Explanation(call.explanation)
    function = call.record.function
  }

  /// What the call answered; of a call that tells of an authentication the code of its `LAError`.
  public var status: OSStatus { explanation.status }
  /// What was found, the worst first.
  public var findings: [Finding] { explanation.findings }
  /// The codes of the findings.
  public var codes: [FindingCode] { explanation.codes }
  /// One line: the function, its status, the codes.
  public var description: String {
    "\(function) \(status) " + codes.map(\.rawValue).joined(separator: " ")
  }
}

/// Runs a body and returns every keychain call that it made in this task (spec/diagnostics.md 1.5).
///
/// They come in the order in which they ended, each with its status and findings: the calls for
/// items and keys, and the evaluations that were begun in the body and are over at its end.
///
/// - Throws: what the body throws.
public func recordingKeychainCalls<Value, Failure>(
  _ body: () throws(Failure) -> Value
) throws(Failure) -> (Value, [CallRecord]) {
  let collector = CallCollector()
  Watchers.begin()
  defer { Watchers.end() }
  let result = CallCollector.$current.withValue(collector) { () -> Result<Value, Failure> in
    do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
  }
  return (try result.get(), collector.calls.map { CallRecord($0) })
}

/// Explains the newest call of this process that failed, nil where none did.
///
/// Source: spec/diagnostics.md 1.5.
///
/// Where nobody listened to the call, only its shape is known, and the explanation says so (K002):
/// `recordingKeychainCalls` and `LATCHKEY_EXPLAIN` listen.
public func lastFailure() -> Explanation? {
  CallHistory.current.lastFailure.map { Explanation($0) }
}
