// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Threads of the library that run beside the threads of the program.
package enum BackgroundThread {
  private static let stackSize = 256 << 10

  /// The function of a new thread, as an object that `pthread_create` can pass.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a detached thread, which runs `body` and then ends.
  ///
  /// All signals are blocked on the thread, so that the program's own threads handle them.
  ///
  /// - Returns: false if the system refuses a thread.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var (all, former) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(Work(body))
    let number = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, argument.toOpaque())
    if number != 0 { unsafe argument.release() }
    return number == 0
  }
}
