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
