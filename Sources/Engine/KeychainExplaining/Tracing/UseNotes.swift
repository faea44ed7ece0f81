// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Facts about a call on a key or a context (`LAContext`), which are noted during the call for its
/// explanation.
///
/// The notes have the key that the call makes, and the authentication that the user has to
/// complete. The notes also have the first failed SecItem call that the call made internally.
package final class UseNotes: Sendable {
  private struct State: Sendable {
    var key: UseFact.Key?
    var requirement: AuthenticationRequirement?
    var asked = AskedFact()
    var inner: [CallFacts] = []
  }

  @TaskLocal private static var ofTask: UseNotes?

  /// The notes of the call that the current task makes, or nil if no call is being recorded.
  package static var current: UseNotes? { Watchers.isAny ? ofTask : nil }

  private let state = Lock(State())

  init() {}

  /// Notes the key that the call makes, or is about to make.
  package func made(_ key: UseFact.Key) { state.withLock { $0.key = key } }

  /// Notes the authentication that the user has to complete.
  package func requires(_ requirement: AuthenticationRequirement) {
    state.withLock { $0.requirement = requirement }
  }

  /// Notes the request by which the call asks the keychain service to make a key.
  package func asks(_ request: Request) {
    let asked = AskedFact(request)
    state.withLock { $0.asked = asked }
  }

  /// Notes the end of a SecItem call that the present call made internally.
  ///
  /// Only the first failed SecItem call is kept, because it is the reason why the present call
  /// fails.
  package func ended(_ facts: CallFacts) {
    guard facts.error != nil else { return }
    state.withLock { if $0.inner.isEmpty { $0.inner = [facts] } }
  }

  func run<R>(_ body: () -> R) -> R {
    Watchers.begin()
    defer { Watchers.end() }
    return Self.$ofTask.withValue(self, operation: body)
  }

  var asked: AskedFact { state.withLock { $0.asked } }
  var inner: [CallFacts] { state.withLock { $0.inner } }

  func tell(_ use: inout UseFact) {
    let noted = state.withLock { $0 }
    if let key = noted.key { use.key = key }
    if let requirement = noted.requirement { use.requirement = requirement }
  }
}
