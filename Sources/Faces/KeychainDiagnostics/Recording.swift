// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes
import SecureMemory
import Security

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
