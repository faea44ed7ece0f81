// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// A lease: cipher contexts of libcrypto that one thread reuses to seal and open several parts of
/// rows.
///
/// The contexts are freed with this value. A call of the keychain does not keep a lease after it
/// returns, so that no key stays longer in libcrypto's memory.
package struct SealerLease: ~Copyable {
  let cipher: CipherLease

  /// Makes a lease with new cipher contexts.
  ///
  /// - Throws: `failed` if memory or a function of libcrypto is missing.
  package init() throws(SealError) {
    do throws(CryptoError) {
      cipher = try CipherLease()
    } catch {
      throw SealError(error)
    }
  }
}
