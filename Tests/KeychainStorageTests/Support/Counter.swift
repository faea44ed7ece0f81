// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// Counts from 0, from any thread.
final class Counter: Sendable {
  private let count = Lock(0)

  /// The number of calls before this one.
  func next() -> Int {
    count.withLock { value in
      defer { value += 1 }
      return value
    }
  }

  var value: Int { count.withLock { $0 } }
}
