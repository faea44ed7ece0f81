// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Starts real threads, so that tests of locks do not depend on the number of cores.
enum Threads {
  /// Runs `body` on this many threads at once and waits for all of them.
  static func run(count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    for number in 0..<count {
      let work = unsafe Unmanaged.passRetained(Work { body(number) })
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, nil,
        { argument in
          guard let argument = unsafe argument else { return nil }
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
      if status == 0 { threads.append(thread) }
    }
    for thread in threads { pthread_join(thread, nil) }
  }

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
