// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Notes of a call about a key while it is made, for the report on it.
///
/// They hold the key that the call makes, the requirement that a person has to meet, and the calls
/// for items that the call makes itself.
package final class UseNotes: Sendable {
  private struct State: Sendable {
    var key: UseFact.Key?
    var requirement: AuthenticationRequirement?
    var asked = AskedFact()
    var inner: [CallFacts] = []
  }

  @TaskLocal private static var ofTask: UseNotes?

  /// Those of the call that is under way in this task; nil where nobody follows one.
  package static var current: UseNotes? { Watchers.isAny ? ofTask : nil }

  private let state = Lock(State())

  init() {}

  /// A key is made, or about to be.
  package func made(_ key: UseFact.Key) { state.withLock { $0.key = key } }

  /// A person has to prove something.
  package func requires(_ requirement: AuthenticationRequirement) {
    state.withLock { $0.requirement = requirement }
  }

  /// The service is asked for a key of its own.
  package func asks(_ request: Request) {
    let asked = AskedFact(request)
    state.withLock { $0.asked = asked }
  }

  /// A call for items that it made itself is over: the first that failed is why it fails.
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
