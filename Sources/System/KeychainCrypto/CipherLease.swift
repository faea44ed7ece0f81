// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// A context of libcrypto for one thread, lent until the value goes.
///
/// It has a key from the first use on, and none once the value is gone. Who opens several texts in
/// a row does so with one lease: setting and overwriting keys is a large part of an opening.
package struct CipherLease: ~Copyable {
  private static let pool = LeasePool<XAESContext>()

  let context: XAESContext
  private let mark: ErrorMark

  /// - Throws: `unavailable`, `outOfMemory`, `failed`.
  package init() throws(CryptoError) {
    if let kept = Self.pool.take() { context = kept } else { context = try XAESContext() }
    mark = ErrorMark()
  }

  deinit {
    context.forget()
    // Here and not around each opening: it asks libcrypto for the thread's queue each time.
    mark.restore()
    Self.pool.give(context)
  }
}

/// Objects of libcrypto that only one thread at a time may use, kept for the next one.
///
/// A thread that finds none free, or finds the pool in use, makes one more: threads never wait for
/// each other here, nor does a forked child for a thread that it does not have.
struct LeasePool<Context: AnyObject>: Sendable {
  /// More than this many are not kept: about one for each thread that is likely to work at once.
  private static var mostKept: Int { 16 }

  private let free = Lock<[Context]>([])

  /// An object that nobody else has until it is given back; nil where one must be made.
  func take() -> Context? {
    free.withLockIfFree { $0.popLast() } ?? nil
  }

  /// Keeps an object for the next one who asks.
  func give(_ context: Context) {
    _ = free.withLockIfFree { if $0.count < Self.mostKept { $0.append(context) } }
  }
}
