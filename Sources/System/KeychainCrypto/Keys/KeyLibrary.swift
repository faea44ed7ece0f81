// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// The library context of libcrypto for the keys of applications, with libcrypto's whole default
/// provider.
///
/// This context is separate from `CryptoLibrary`, which is kept small and fast: most processes look
/// up items and never touch a key. The context is created when it is first needed, never freed, and
/// shared by all threads.
@safe
final class KeyLibrary: @unchecked Sendable {
  private static let outcome = Result<KeyLibrary, CryptoError> { () throws(CryptoError) in
    try KeyLibrary()
  }

  let context: OpaquePointer
  private let digests: [HashFunction: OpaquePointer]
  private let sealingCiphers: [Int: OpaquePointer]

  /// Returns the process's library context, or throws the reason why it cannot be created.
  static func shared() throws(CryptoError) -> KeyLibrary { try outcome.get() }

  private init() throws(CryptoError) {
    CryptoLibrary.stayAtExit()
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let context = unsafe OSSL_LIB_CTX_new() else { throw .outOfMemory }
    guard unsafe OSSL_PROVIDER_load(context, "default") != nil else { throw .unavailable }
    unsafe self.context = context
    var digests: [HashFunction: OpaquePointer] = unsafe [:]
    for hash in HashFunction.allCases {
      unsafe digests[hash] = unsafe EVP_MD_fetch(context, hash.rawValue, nil)
    }
    unsafe self.digests = unsafe digests
    var ciphers: [Int: OpaquePointer] = unsafe [:]
    for size in AESGCM.keySizes {
      unsafe ciphers[size] = unsafe EVP_CIPHER_fetch(context, "AES-\(size * 8)-GCM", nil)
    }
    unsafe sealingCiphers = unsafe ciphers
  }

  /// Returns libcrypto's implementation of a hash function.
  ///
  /// - Throws: `unavailable` if the system's libcrypto lacks the hash function.
  func digest(_ hash: HashFunction) throws(CryptoError) -> OpaquePointer {
    guard let digest = unsafe digests[hash] else { throw .unavailable }
    return unsafe digest
  }

  func offers(_ hash: HashFunction) -> Bool { unsafe digests[hash] != nil }

  /// Returns libcrypto's AES-GCM for a key of `keySize` bytes.
  ///
  /// - Throws: `wrongLength` for a size that AES does not have.
  func sealingCipher(keySize: Int) throws(CryptoError) -> OpaquePointer {
    guard let cipher = unsafe sealingCiphers[keySize] else { throw .wrongLength }
    return unsafe cipher
  }
}

extension KeyLibrary {
  private static let legacyProvider = Result<KeyLibrary, CryptoError> { () throws(CryptoError) in
    let library = try shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    guard unsafe OSSL_PROVIDER_load(library.context, "legacy") != nil else { throw .unavailable }
    return library
  }

  /// Returns a library context to which libcrypto's old algorithms were added.
  ///
  /// The old algorithms are loaded when they are first needed, and never into the program's own
  /// context (Specification/certificates.md, "Building blocks on Linux").
  ///
  /// - Throws: `unavailable` if the system does not have the old algorithms or refuses them.
  static func withLegacy() throws(CryptoError) -> KeyLibrary { try legacyProvider.get() }
}
