// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory
import TestPatience

/// A thread that can be joined.
final class WorkerThread: Sendable {
  private let hasEnded: Lock<Bool>

  init(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = Lock(false)
    self.hasEnded = hasEnded
    let work = Work {
      body()
      hasEnded.withLock { $0 = true }
    }
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(work)
    let number = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, argument.toOpaque())
    precondition(number == 0, "a thread")
    pthread_detach(thread)
  }

  func join() {
    Patience.waitOrExit(for: "a thread to end") { hasEnded.withLock { $0 } }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
