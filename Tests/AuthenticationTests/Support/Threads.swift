// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import TestPatience

/// Work beside a test that blocks its thread.
enum Threads {
  /// Runs `body` on a thread of its own, some time from now: a moment in the middle of what the
  /// test does, wherever that may be.
  static func after(milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      Patience.pause(.milliseconds(milliseconds))
      body()
    }
  }
}

extension Deadline {
  /// The deadline of a question that is answered: it is there against hanging only.
  static var distant: Deadline { Deadline(milliseconds: 300_000) }
}
