// SPDX-License-Identifier: Apache-2.0
import CLatchkeyFoundation

/// Work that the run loop of a thread does when other threads ask for it.
///
/// The run loop stays in its run while it has this work, and is woken for it. Foundation's own
/// `RunLoop.perform` does neither.
@safe
package final class ThreadLoop: @unchecked Sendable {
  private let loop: UnsafeRawPointer?
  private let source: UnsafeRawPointer?

  /// The work, which the run loop keeps.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Gives the run loop of the calling thread its work.
  ///
  /// - Parameter body: runs on that thread after each `wake`, once for several at a time.
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

  /// Has the work done on its thread, soon if the run loop runs, or else when it runs next.
  package func wake() {
    guard let loop = unsafe loop, let source = unsafe source else { return }
    unsafe latchkey_signal_source(loop, source)
  }
}
