// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// libcrypto for the keys of applications: a second library context, with all that its default
/// provider offers.
///
/// Apart from `CryptoLibrary`, since most processes look up items and never touch a key: that one
/// is made narrow and fast. Made at the first need and never freed; shared by threads.
@safe
final class KeyLibrary: @unchecked Sendable {
  private static let outcome = Result<KeyLibrary, CryptoError> { () throws(CryptoError) in
    try KeyLibrary()
  }

  let context: OpaquePointer
  private let digests: [HashFunction: OpaquePointer]
  private let sealingCiphers: [Int: OpaquePointer]

  /// The process's library context, or why there is none.
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

  /// - Throws: `unavailable` where the system's libcrypto lacks the hash.
  func digest(_ hash: HashFunction) throws(CryptoError) -> OpaquePointer {
    guard let digest = unsafe digests[hash] else { throw .unavailable }
    return unsafe digest
  }

  func offers(_ hash: HashFunction) -> Bool { unsafe digests[hash] != nil }

  /// AES-GCM with a key of so many bytes.
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

  /// The library context once it has libcrypto's old algorithms too, which are loaded at the first
  /// need and never into the host program's own context (spec/certificates.md 9).
  ///
  /// - Throws: `unavailable` where the system does not have them or refuses them.
  static func withLegacy() throws(CryptoError) -> KeyLibrary { try legacyProvider.get() }
}
