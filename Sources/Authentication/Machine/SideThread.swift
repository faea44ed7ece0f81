// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A thread beside the one that asks: the prompt stands there while the reader waits for a finger.
final class SideThread {
  private var thread: pthread_t

  /// What the thread is given.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts it; nil where the system gives no thread.
  ///
  /// The program's signals are its own: the thread takes none.
  init?(_ body: @escaping @Sendable () -> Void) {
    var (all, former) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(Work(body))
    let number = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, argument.toOpaque())
    guard number == 0 else {
      unsafe argument.release()
      return nil
    }
  }

  /// Waits for its end; once, and not from itself.
  func join() {
    pthread_join(thread, nil)
  }
}
