// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Calls fork(2).
///
/// Swift hides it because a fork is dangerous in a program with threads: that danger is under test.
enum Fork {
  /// Forks by the function of the C library with this name.
  ///
  /// Returns -1 if no function has the name.
  static func call(_ name: String = "fork") -> pid_t {
    guard let symbol = unsafe dlsym(nil, name) else { return -1 }
    return unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
  }

  /// Returns the exit status of a child, or 100 plus the number of the signal that ended it.
  static func wait(_ process: pid_t) -> Int32 {
    var status: Int32 = -1
    while unsafe waitpid(process, &status, 0) != process {
      guard errno == EINTR else { return 99 }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 100 + (status & 0x7F)
  }
}

/// Threads of the C library, so that nothing depends on the number of cores.
enum Threads {
  static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    precondition(status == 0, "a thread can be made")
    return thread
  }

  static func join(_ thread: pthread_t) { pthread_join(thread, nil) }

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
