// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// The library context of libcrypto that the store uses, with every algorithm that the store needs.
///
/// The context is created when it is first needed, once in the process, since that takes half a
/// millisecond. All algorithms are fetched at once, so that later calls, also in a forked child,
/// take no lock of libcrypto.
///
/// The default context of the program that uses Latchkey, and its configuration, stay unchanged
/// (Specification/system-libraries.md, "libcrypto 3.0 from Swift: XAES-256-GCM, HMAC, scrypt"). All
/// threads share the context and its algorithms.
@safe
final class CryptoLibrary: @unchecked Sendable {
  private static let outcome = Result<CryptoLibrary, CryptoError> { () throws(CryptoError) in
    try CryptoLibrary()
  }

  let blockCipher: OpaquePointer
  let sealingCipher: OpaquePointer
  let scrypt: OpaquePointer

  /// Returns the process's library context, or throws the reason why it cannot be created.
  static func shared() throws(CryptoError) -> CryptoLibrary {
    try outcome.get()
  }

  /// Keeps libcrypto usable until the process ends, unless the program has used libcrypto before
  /// Latchkey.
  ///
  /// By default, libcrypto frees its data in an exit handler. A thread of Latchkey that waits for
  /// locks of the store may end at that moment. The data of this thread would then be freed twice,
  /// and the program would abort instead of exiting.
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

/// Marks the thread's queue of OpenSSL errors, so that errors of Latchkey's own calls can be
/// removed.
///
/// The program may use OpenSSL itself, and clearing the whole queue would lose its errors.
struct ErrorMark {
  init() { ERR_set_mark() }

  /// Removes the errors that were added to the queue since the mark.
  ///
  /// Call it after a failure.
  func restore() { ERR_pop_to_mark() }

  /// Removes the mark and keeps all errors in the queue.
  ///
  /// Call it after a success.
  func discard() { ERR_clear_last_mark() }
}

/// The reason why an operation of libcrypto gave no result.
///
/// The error contains nothing of the operation's input.
package enum CryptoError: Error, Equatable, Sendable {
  /// libcrypto cannot create a library context, or lacks a required algorithm.
  case unavailable
  /// The sealed text was sealed with another key or other associated data, or was changed.
  case notAuthentic
  /// The key, nonce or sealed text has an impossible length.
  case wrongLength
  /// A number or component that the caller passed is outside the limits of the algorithm, or
  /// invalid.
  ///
  /// Examples are the cost of scrypt, the size of a key, and a point that is not on its curve.
  case wrongParameter
  /// There was not enough memory.
  ///
  /// This never means a wrong key or passcode.
  case outOfMemory
  /// libcrypto refused a call although the call was correct.
  case failed
}
