// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto

/// What seals and opens several parts in a row on one thread, until the value goes.
///
/// No key stays in libcrypto's memory longer than that: a lease is for one call, at most.
package struct SealerLease: ~Copyable {
  let cipher: CipherLease

  /// - Throws: `failed`.
  package init() throws(SealError) {
    do throws(CryptoError) {
      cipher = try CipherLease()
    } catch {
      throw SealError(error)
    }
  }
}
