// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Waiting for other threads, with an end.
enum Patience {
  /// Looks every now and then; records an issue, once a minute is over.
  static func wait(until isDone: () -> Bool, line: SourceLocation = #_sourceLocation) {
    let deadline = Date().addingTimeInterval(60)
    while !isDone() {
      guard Date() < deadline else {
        Issue.record("waited for a minute in vain", sourceLocation: line)
        return
      }
      usleep(500)
    }
  }

  static func wait(for threads: [Thread], line: SourceLocation = #_sourceLocation) {
    wait(until: { threads.allSatisfy(\.isFinished) }, line: line)
  }
}
