// SPDX-License-Identifier: Apache-2.0
import CLatchkeyFoundation

/// Work that the run loop of a thread does when other threads ask for it.
///
/// While a run loop has this work, its run does not end. A call of `wake` wakes the run loop.
/// Foundation's own `RunLoop.perform` neither keeps a run loop running nor wakes it.
@safe
package final class ThreadLoop: @unchecked Sendable {
  private let loop: UnsafeRawPointer?
  private let source: UnsafeRawPointer?

  /// A box for the closure that does the work.
  ///
  /// The run loop retains this object until the `ThreadLoop` is released.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Adds work to the run loop of the calling thread.
  ///
  /// - Parameter body: the work, which runs on that thread after `wake` was called. If `wake` was
  ///   called several times before the work runs, the work runs once.
  package init(_ body: @escaping @Sendable () -> Void) {
    unsafe loop = latchkey_copy_run_loop()
    let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
    unsafe source = latchkey_add_source(
      loop, work,
      { work in
        guard let work = unsafe work else { return }
        unsafe Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().body()
      },
      { work in
        guard let work = unsafe work else { return }
        unsafe Unmanaged<Work>.fromOpaque(work).release()
      })
  }

  deinit {
    guard let loop = unsafe loop, let source = unsafe source else { return }
    unsafe latchkey_remove_source(loop, source)
  }

  /// Makes the run loop do the work: soon if the run loop is running, and otherwise when it next
  /// runs.
  package func wake() {
    guard let loop = unsafe loop, let source = unsafe source else { return }
    unsafe latchkey_signal_source(loop, source)
  }
}
