// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecureMemory

/// Runs a body on several threads at once and waits for all of them.
///
/// Throws the error of the first body that failed.
func runTogether(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
  let state = Lock(Gathering())
  var threads: [pthread_t] = []
  for index in 0..<count {
    let work = Work {
      do { try body(index) } catch { state.withLock { $0.error = $0.error ?? error } }
    }
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(work).toOpaque()
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, argument)
    if status == 0 {
      threads.append(thread)
    } else {
      unsafe Unmanaged<Work>.fromOpaque(argument).release()
    }
  }
  for thread in threads { pthread_join(thread, nil) }
  if let error = state.withLock({ $0.error }) { throw error }
}

private struct Gathering: Sendable {
  var error: (any Error)?
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
