// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// A counter that starts at 0 and can be used from any thread.
final class Counter: Sendable {
  private let count = Lock(0)

  /// Adds one, and returns the count from before.
  func next() -> Int {
    count.withLock { value in
      defer { value += 1 }
      return value
    }
  }

  var value: Int { count.withLock { $0 } }
}
