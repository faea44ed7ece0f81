// SPDX-License-Identifier: Apache-2.0

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
