// SPDX-License-Identifier: Apache-2.0
import Foundation
import SecureMemory

/// Runs `body` in so many threads at once.
///
/// - Returns: nanoseconds from the moment that all threads were there until the last had finished.
@discardableResult
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws -> Int64 {
  let ready = DispatchGroup()
  let finished = DispatchGroup()
  let gate = DispatchSemaphore(value: 0)
  let failures = Lock<[String]>([])
  for number in 0..<count {
    ready.enter()
    finished.enter()
    Thread.detachNewThread {
      ready.leave()
      gate.wait()
      do {
        try body(number)
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
      finished.leave()
    }
  }
  ready.wait()
  let took = nanoseconds {
    for _ in 0..<count { gate.signal() }
    finished.wait()
  }
  if let failure = failures.withLock({ $0.first }) {
    throw BenchError(what: "in a thread: \(failure)")
  }
  return took
}
