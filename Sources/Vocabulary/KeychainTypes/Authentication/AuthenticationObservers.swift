// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// The observers of an authenticator: functions to call after the authenticator's facts about
/// authentication have changed (Specification/access-control.md, "Environment of
/// LocalAuthentication").
package final class AuthenticationObservers: Sendable {
  package typealias Observer = @Sendable () -> Void

  private struct State: Sendable {
    var last: UInt64 = 0
    var observers: [(number: UInt64, observer: Observer)] = []
  }

  private let state = Lock(State())

  private let whenObserved: @Sendable (AuthenticationObservers, Bool) -> Void

  /// Makes an empty list of observers.
  ///
  /// - Parameter whenObserved: called with true after the first observer was added, and with false
  ///   after the last observer was removed.
  package init(
    whenObserved: @escaping @Sendable (AuthenticationObservers, Bool) -> Void = { _, _ in }
  ) {
    self.whenObserved = whenObserved
  }

  /// True if there are no observers.
  package var isEmpty: Bool { state.withLock { $0.observers.isEmpty } }

  /// Adds an observer, which must not block.
  ///
  /// - Returns: the number to pass to `remove`.
  package func add(_ observer: @escaping Observer) -> UInt64 {
    let (number, isFirst) = state.withLock { state in
      state.last += 1
      state.observers.append((state.last, observer))
      return (state.last, state.observers.count == 1)
    }
    if isFirst { whenObserved(self, true) }
    return number
  }

  /// Removes the observer with a number that `add` returned; has no effect if no observer has the
  /// number.
  package func remove(_ number: UInt64) {
    let isLast = state.withLock { state in
      let count = state.observers.count
      state.observers.removeAll { $0.number == number }
      return count > 0 && state.observers.isEmpty
    }
    if isLast { whenObserved(self, false) }
  }

  /// Calls all observers on the current thread, in the order in which they were added.
  ///
  /// Call this method after the authenticator's facts have changed, and without holding a lock.
  package func tell() {
    for entry in state.withLock({ $0.observers }) { entry.observer() }
  }
}
