// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Runs the calls of the public `SecKeychain` functions, and records them
/// (Specification/diagnostics.md, "Tracing a running program").
///
/// A record has the function, the status and the keychain. A record has no password, secret or
/// attribute.
enum KeychainCall {
  /// Runs the body of a function, and returns the status of the call.
  ///
  /// - Parameters:
  ///   - function: the public function that the program calls. The default suffices if that
  ///     function calls `run` itself. A helper of several public functions must pass the name.
  ///   - item: the item on which the function acts; nil for a function without one.
  static func run(
    _ function: StaticString = #function, on item: SecKeychainItem? = nil,
    _ body: () throws(KeychainError) -> Void
  ) -> OSStatus {
    defer { Residue.wipe() }
    do throws(KeychainError) {
      try ForkBarrier.beginCall()
      defer { ForkBarrier.end() }
      try recorded(function, item, body)
      return errSecSuccess
    } catch {
      return error.code.rawValue
    }
  }

  private static func recorded(
    _ function: StaticString, _ item: SecKeychainItem?, _ body: () throws(KeychainError) -> Void
  ) throws(KeychainError) {
    // If a function calls another function, only the outer call is recorded.
    guard Watchers.isAny, CalledKeychain.current == nil else {
      return try keepingFailure(function, body)
    }
    let function = KeychainFunction(function)
    guard function.isRecordedHere, let watch = CallWatch(function.verb, hasResult: true) else {
      return try keepingFailure(function.literal, body)
    }
    let called = CalledKeychain(item)
    let result = CalledKeychain.$current.withValue(called) {
      Result { () throws(KeychainError) in try body() }
    }
    var error: KeychainError?
    if case .failure(let failure) = result { error = failure }
    guard !function.isEnd(error) else { return try result.get() }
    var shape = watch.shape
    shape.use.function = function.name
    var outcome = CallOutcome(error: error)
    outcome.keychains = called.trail(of: function, error)
    watch.end(shape, outcome)
    try result.get()
  }

  /// Runs a call that `KeychainCall` does not record; if it fails, keeps the failure for
  /// `KeychainDiagnostics.lastFailure()`, which explains the last failure.
  ///
  /// A call within a recorded call keeps no failure, because the record of the outer call reports
  /// the outcome.
  ///
  /// - Parameter literal: the name of the public function.
  private static func keepingFailure(
    _ literal: StaticString, _ body: () throws(KeychainError) -> Void
  ) throws(KeychainError) {
    do throws(KeychainError) { try body() } catch {
      let function = KeychainFunction(literal)
      if CalledKeychain.current == nil, !function.isEnd(error) {
        CallWatch.keepFailure(function.verb, hasResult: true, nil, error) { shape in
          shape.use.function = function.name
        }
      }
      throw error
    }
  }
}
