// SPDX-License-Identifier: Apache-2.0

/// A context of libcrypto for one thread, lent until the value goes.
///
/// It has a key from the first use on, and none once the value is gone. Who opens several texts in
/// a row does so with one lease: setting and overwriting keys is a large part of an opening.
package struct CipherLease: ~Copyable {
  private static let pool = LeasePool<XAESContext>()

  let context: XAESContext

  /// - Throws: `unavailable`, `outOfMemory`, `failed`.
  package init() throws(CryptoError) {
    if let kept = Self.pool.take() { context = kept } else { context = try XAESContext() }
  }

  deinit {
    context.forget()
    Self.pool.give(context)
  }
}
