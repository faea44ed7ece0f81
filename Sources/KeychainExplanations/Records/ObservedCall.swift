// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// A call that somebody listened to, with what can be said of it.
package struct ObservedCall: Sendable {
  /// From 1, in the process.
  package let number: Int
  package let record: CallRecord
  package let explanation: Explanation

  package init(number: Int, record: CallRecord, explanation: Explanation) {
    self.number = number
    self.record = record
    self.explanation = explanation
  }
}

/// Gathers the calls that a body makes.
package final class CallCollector: Sendable {
  /// The one of this task, if any.
  @TaskLocal package static var current: CallCollector?

  private let gathered = Lock<[ObservedCall]>([])

  package init() {}

  /// In the order in which they ended.
  package var calls: [ObservedCall] { gathered.withLock { $0 } }

  package func take(_ call: ObservedCall) { gathered.withLock { $0.append(call) } }
}
