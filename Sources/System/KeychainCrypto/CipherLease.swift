// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// A context of libcrypto for XAES-256-GCM, leased to one thread until this value is released.
///
/// The context has a key from its first use until the release. To open several texts in a row, use
/// one lease: setting and overwriting keys takes a large part of the time for opening a text.
package struct CipherLease: ~Copyable {
  private static let pool = LeasePool<XAESContext>()

  let context: XAESContext
  private let mark: ErrorMark

  /// Takes a free context from the pool, or creates a context if no context is free.
  ///
  /// - Throws: `unavailable`, `outOfMemory` or `failed`, if a new context cannot be created.
  package init() throws(CryptoError) {
    if let kept = Self.pool.take() { context = kept } else { context = try XAESContext() }
    mark = ErrorMark()
  }

  deinit {
    context.forget()
    // The mark is restored once and not after each opened text, because each restore makes
    // libcrypto find the thread's queue.
    mark.restore()
    Self.pool.give(context)
  }
}

/// A pool of libcrypto contexts, of which each may be used by only one thread at a time.
///
/// If no context is free, or if the pool is in use, a thread creates a new context. Threads
/// therefore never wait for each other. A forked child never waits for a thread that exists only in
/// its parent.
struct LeasePool<Context: AnyObject>: Sendable {
  /// The largest number of contexts in the pool, about one for each thread that is likely to work
  /// at once.
  private static var mostKept: Int { 16 }

  private let free = Lock<[Context]>([])

  /// Takes a context out of the pool, so that no other thread uses it.
  ///
  /// Nil if no context is free or another thread is using the pool. The caller then creates a
  /// context.
  func take() -> Context? {
    free.withLockIfFree { $0.popLast() } ?? nil
  }

  /// Puts a context back into the pool for later use.
  ///
  /// The context is released instead if the pool is full or another thread is using the pool.
  func give(_ context: Context) {
    _ = free.withLockIfFree { if $0.count < Self.mostKept { $0.append(context) } }
  }
}
