// SPDX-License-Identifier: Apache-2.0
import Foundation
import SecureMemory

/// Runs `body` in this many threads at once.
///
/// On return the threads have ended, and hold nothing of `body`. So a store is closed if the caller
/// drops it then.
///
/// - Returns: the nanoseconds from the moment when all threads were ready until the last had
///   finished.
@discardableResult
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws -> Int64 {
  let ready = DispatchGroup()
  let finished = DispatchGroup()
  let gate = DispatchSemaphore(value: 0)
  let failures = Lock<[String]>([])
  var threads: [pthread_t] = []
  for number in 0..<count {
    ready.enter()
    finished.enter()
    threads.append(
      try begin {
        ready.leave()
        gate.wait()
        do {
          try body(number)
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
        finished.leave()
      })
  }
  ready.wait()
  let took = nanoseconds {
    for _ in 0..<count { gate.signal() }
    finished.wait()
  }
  for thread in threads { pthread_join(thread, nil) }
  if let failure = failures.withLock({ $0.first }) {
    throw BenchError(what: "in a thread: \(failure)")
  }
  return took
}

/// The body of a thread, which releases it before it ends.
private final class Work: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func begin(_ body: @escaping @Sendable () -> Void) throws -> pthread_t {
  let work = Unmanaged.passRetained(Work(body))
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
      return nil
    }, work.toOpaque())
  guard status == 0 else {
    work.release()
    throw BenchError(what: "no thread: \(status)")
  }
  return thread
}
