// SPDX-License-Identifier: Apache-2.0
package import KeychainExplanations
package import KeychainTypes
import SecureMemory

/// Makes a call about a key for who follows it (spec/diagnostics.md 1.4).
package struct UseCall {
  private let verb: CallFacts.Verb
  /// Where the key is at home.
  private let installation: Installation?
  /// Whether an error says that an item could not be added.
  private let isOfStoring: (KeychainError) -> Bool
  private let describe: (inout CallFacts) -> Void

  package init(
    _ verb: CallFacts.Verb, in installation: Installation?,
    isOfStoring: @escaping (KeychainError) -> Bool,
    describing describe: @escaping (inout CallFacts) -> Void
  ) {
    self.verb = verb
    self.installation = installation
    self.isOfStoring = isOfStoring
    self.describe = describe
  }

  /// Whether a call that begins now is to be made by a `UseCall` from the start: somebody watches,
  /// and it is no part of another call.
  package static var isWanted: Bool { Watchers.isAny && CallListener.current == nil }

  /// Makes the call and tells of it.
  ///
  /// - Throws: what the call throws.
  package func run<Success>(
    _ body: () throws(KeychainError) -> Success
  ) throws(KeychainError) -> Success {
    guard let installation else { return try watched(body) }
    let outcome = CurrentInstallation.$scoped.withValue(installation) {
      Result { () throws(KeychainError) in try watched(body) }
    }
    return try outcome.get()
  }

  private func watched<Success>(
    _ body: () throws(KeychainError) -> Success
  ) throws(KeychainError) -> Success {
    guard let watch = CallWatch(verb, hasResult: true) else {
      do throws(KeychainError) { return try body() } catch {
        failed(error)
        throw error
      }
    }
    let outcome = watch.follow { listener in
      listener.note(describe)
      return Result { () throws(KeychainError) in
        do throws(KeychainError) { return try body() } catch {
          listener.note { $0.error = error }
          throw error
        }
      }
    }
    return try outcome.get()
  }

  /// A call failed that nobody followed, or that is a part of another one.
  package func failed(_ error: KeychainError) {
    if let listener = CallListener.current {
      if !listener.isRehearsal { listener.note { $0.error = error } }
      return
    }
    let inner = isOfStoring(error) ? CallHistory.current.lastFailure : nil
    CallWatch.keepFailure(verb, hasResult: true) { listener in
      listener.note { facts in
        describe(&facts)
        facts.error = error
        // The add that this thread has just made, unless another thread has failed since.
        if let inner, inner.thread == facts.thread, inner.verb == .add, inner.error == error {
          facts.inner = [inner]
        }
      }
    }
  }
}
