// SPDX-License-Identifier: Apache-2.0
import Authentication
import Foundation
import TestPatience

/// Work beside a test that blocks its thread.
enum Threads {
  /// Runs `body` on a thread of its own after this time, at any moment of the test's work.
  static func after(milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      Patience.pause(.milliseconds(milliseconds))
      body()
    }
  }
}

extension Deadline {
  /// A deadline for questions that are answered.
  ///
  /// It only prevents hanging.
  static var distant: Deadline { Deadline(milliseconds: 300_000) }
}
