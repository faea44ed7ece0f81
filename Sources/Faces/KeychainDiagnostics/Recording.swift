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

/// Runs `body`, and returns its value and the keychain calls that it made in this task
/// (Specification/diagnostics.md, "Swift API of diagnosis").
///
/// The calls are in the order in which they ended. Each record has the status and the findings of
/// its call. Calls on items, calls on keys and authentication evaluations are recorded, if they
/// began in `body` and have ended when `body` returns.
///
/// - Throws: The error that `body` throws.
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

/// Returns the explanation of the newest failed keychain call of this process.
///
/// Nil if no call has failed.
///
/// Source: Specification/diagnostics.md, "Swift API of diagnosis".
///
/// Details of a call are recorded only inside `recordingKeychainCalls`, or if the environment
/// variable `LATCHKEY_EXPLAIN` is set. Otherwise only the keys, kinds and sizes in the call's
/// dictionaries are known, without values. The explanation then says so (finding K002).
public func lastFailure() -> Explanation? {
  CallHistory.current.lastFailure.map { Explanation($0) }
}
