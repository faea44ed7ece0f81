// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// The one door to libcrypto: a library context of our own with every algorithm that we use.
///
/// Made at the first need and once in the process, since that costs half a millisecond; everything
/// is fetched at once, so that later calls, also in a forked child, take no lock of libcrypto. The
/// host program's default context and its configuration are left alone (spec/system-libraries.md
/// 14). All that is here is shared by threads.
@safe
final class CryptoLibrary: @unchecked Sendable {
  private static let outcome = Result<CryptoLibrary, CryptoError> { () throws(CryptoError) in
    try CryptoLibrary()
  }

  let blockCipher: OpaquePointer
  let sealingCipher: OpaquePointer
  let scrypt: OpaquePointer

  /// The process's library context, or why there is none.
  static func shared() throws(CryptoError) -> CryptoLibrary {
    try outcome.get()
  }

  /// Has libcrypto stay whole until the process is gone, unless the host program has used it first.
  ///
  /// Its own way is to take itself apart in an exit handler. What it keeps for each thread is freed
  /// there a second time where a thread ends in that moment, as the one does that waits for locks
  /// of the store, and the program is aborted instead of ending.
  static func stayAtExit() {
    _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
  }

  // Nothing is freed: the context lives as long as the process.
  private init() throws(CryptoError) {
    Self.stayAtExit()
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let context = unsafe NarrowProvider.makeContext(),
      let blockCipher = unsafe EVP_CIPHER_fetch(context, "AES-256-ECB", nil),
      let sealingCipher = unsafe EVP_CIPHER_fetch(context, "AES-256-GCM", nil),
      let scrypt = unsafe EVP_KDF_fetch(context, "SCRYPT", nil)
    else { throw .unavailable }
    unsafe self.blockCipher = blockCipher
    unsafe self.sealingCipher = sealingCipher
    unsafe self.scrypt = scrypt
  }
}

/// Remembers the thread's queue of OpenSSL errors and takes away what a call of ours added.
///
/// The host program may use OpenSSL too; clearing the queue would lose its errors.
struct ErrorMark {
  init() { ERR_set_mark() }

  /// After a failure: takes away the errors that came since.
  func restore() { ERR_pop_to_mark() }

  /// After a success: forgets the mark and keeps the queue.
  func discard() { ERR_clear_last_mark() }
}

/// Why an operation of libcrypto gave no result.
///
/// Nothing of the input is in it.
package enum CryptoError: Error, Equatable, Sendable {
  /// libcrypto has no library context or lacks an algorithm that we need.
  case unavailable
  /// A sealed text was not made with this key, or it or what it is bound to was changed.
  case notAuthentic
  /// A key, nonce or sealed text has a length that cannot be right.
  case wrongLength
  /// A cost or size outside the bounds of the algorithm.
  case wrongParameter
  /// There was not enough memory; never the sign of a wrong key or passcode.
  case outOfMemory
  /// libcrypto refused a correct call.
  case failed
}
