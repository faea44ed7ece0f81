// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Work beside a test that blocks its thread.
enum Threads {
  /// Runs `body` after a time, on a thread of its own.
  static func after(milliseconds: UInt32, _ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      usleep(milliseconds * 1000)
      body()
    }
  }

  /// Milliseconds that `body` takes.
  static func milliseconds(_ body: () -> Void) -> Int {
    let begin = DispatchTime.now().uptimeNanoseconds
    body()
    return Int((DispatchTime.now().uptimeNanoseconds - begin) / 1_000_000)
  }

  /// Waits until `condition` holds; whether it did in time.
  static func wait(milliseconds: Int, _ condition: () -> Bool) -> Bool {
    for _ in 0..<max(1, milliseconds / 10) {
      if condition() { return true }
      usleep(10_000)
    }
    return condition()
  }
}
