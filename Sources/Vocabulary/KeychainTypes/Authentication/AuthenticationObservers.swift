// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Who wants to know when the facts of an authenticator have changed (spec/access-control.md 1.11).
package final class AuthenticationObservers: Sendable {
  package typealias Observer = @Sendable () -> Void

  private struct State: Sendable {
    var last: UInt64 = 0
    var observers: [(number: UInt64, observer: Observer)] = []
  }

  private let state = Lock(State())

  private let whenObserved: @Sendable (AuthenticationObservers, Bool) -> Void

  /// - Parameter whenObserved: told with true after the first observer has come, with false after
  ///   the last one has gone.
  package init(
    whenObserved: @escaping @Sendable (AuthenticationObservers, Bool) -> Void = { _, _ in }
  ) {
    self.whenObserved = whenObserved
  }

  /// Whether nobody wants to know.
  package var isEmpty: Bool { state.withLock { $0.observers.isEmpty } }

  /// Adds an observer, which must not block.
  ///
  /// - Returns: its number, for `remove`.
  package func add(_ observer: @escaping Observer) -> UInt64 {
    let (number, isFirst) = state.withLock { state in
      state.last += 1
      state.observers.append((state.last, observer))
      return (state.last, state.observers.count == 1)
    }
    if isFirst { whenObserved(self, true) }
    return number
  }

  /// Removes an observer; without effect where there is none of that number.
  package func remove(_ number: UInt64) {
    let isLast = state.withLock { state in
      let count = state.observers.count
      state.observers.removeAll { $0.number == number }
      return count > 0 && state.observers.isEmpty
    }
    if isLast { whenObserved(self, false) }
  }

  /// Tells all in the order they came, on this thread and after the change: no lock may be held.
  package func tell() {
    for entry in state.withLock({ $0.observers }) { entry.observer() }
  }
}
