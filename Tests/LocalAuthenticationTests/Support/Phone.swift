// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes
import LocalAuthentication
import SecureMemory

/// A scripted device, with or without a keychain, and the caller on it.
struct Phone: Sendable {
  let device: ScriptedAuthenticator
  let keychain: TemporaryKeychain?
  private let caller: Caller

  /// Makes a device without a keychain, which is enough for contexts.
  init(_ kind: AuthenticationFacts.Biometry.Kind = .touch, application: String = "TEAM1.main") {
    device = ScriptedAuthenticator(kind)
    keychain = nil
    caller = Caller(identifier: application, groups: [application])
  }

  /// Makes a device with a keychain.
  init(keychain: TemporaryKeychain) {
    device = ScriptedAuthenticator(.touch)
    self.keychain = keychain
    caller = Caller(identifier: "TEAM1.main", groups: ["TEAM1.main"])
  }

  private init(_ device: ScriptedAuthenticator, _ caller: Caller) {
    self.device = device
    self.caller = caller
    keychain = nil
  }

  /// Returns the device with another application as the caller.
  func application(_ identifier: String) -> Phone {
    Phone(device, Caller(identifier: identifier, groups: [identifier]))
  }

  /// Returns a context made on the device.
  func context() -> LAContext { run { LAContext() } }

  func run<R>(_ body: () throws -> R) rethrows -> R {
    guard let keychain else {
      let installation = Installation(caller: caller, profile: .ios, authenticator: device)
      return try CurrentInstallation.$scoped.withValue(installation) { try body() }
    }
    return try keychain.run {
      var installation = CurrentInstallation.installed
      installation?.authenticator = device
      return try CurrentInstallation.$scoped.withValue(installation) { try body() }
    }
  }
}

extension LAContext {
  /// Returns 0 if the policy can be evaluated, else the code of the error.
  func can(_ number: Int) -> Int {
    var error: NSError?
    guard let policy = LAPolicy(rawValue: number) else { return 1 }
    let answer = unsafe canEvaluatePolicy(policy, error: &error)
    return answer ? 0 : error?.code ?? 1
  }

  /// Begins an evaluation at once, and returns its outcome to be waited for.
  func begin(_ number: Int, reason: String = "test") -> Outcome {
    let outcome = Outcome()
    if let policy = LAPolicy(rawValue: number) {
      evaluatePolicy(policy, localizedReason: reason) { success, error in
        outcome.take(success, error)
      }
    }
    return outcome
  }

  /// Evaluates a policy and returns 0 or the code of the error.
  func evaluate(_ number: Int, reason: String = "test") async -> Int {
    defer { withExtendedLifetime(self) {} }
    return await begin(number, reason: reason).code
  }
}

/// The reply of an evaluation, to be waited for.
///
/// It counts the replies.
final class Outcome: Sendable {
  private struct State: Sendable {
    var replies: [Int] = []
    var waiting: [CheckedContinuation<Int, Never>] = []
  }

  private let state = Lock(State())

  func take(_ success: Bool, _ error: (any Error)?) {
    let code = success && error == nil ? 0 : (error as NSError?)?.code ?? 1
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.replies.append(code)
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: code) }
  }

  var count: Int { state.withLock { $0.replies.count } }

  var code: Int {
    get async {
      await withCheckedContinuation { continuation in
        let code = state.withLock { (state: inout State) -> Int? in
          if state.replies.isEmpty { state.waiting.append(continuation) }
          return state.replies.first
        }
        if let code { continuation.resume(returning: code) }
      }
    }
  }
}
