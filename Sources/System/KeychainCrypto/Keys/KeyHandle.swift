// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import SecureMemory

/// A private or public key in libcrypto's memory.
///
/// The key never changes, so many threads may use it. libcrypto wipes the memory when the handle is
/// released (Documentation/Decisions/keys-in-libcrypto.md).
@safe
final class KeyHandle: @unchecked Sendable {
  let key: OpaquePointer

  /// Takes ownership of a key that libcrypto created.
  init(_ key: OpaquePointer) { unsafe self.key = key }

  /// Frees the key, and makes a fork of another thread wait until it is freed.
  ///
  /// Freeing takes a lock of libcrypto. A child that is forked at that moment would inherit the
  /// lock as locked forever. A forked child that must not use Latchkey does not free the key:
  /// `ForkBarrier.begin` returns false there.
  deinit {
    guard ForkBarrier.begin() else { return }
    unsafe EVP_PKEY_free(key)
    ForkBarrier.end()
  }

  /// Creates a key from its components.
  ///
  /// - Parameters:
  ///   - type: libcrypto's name for the kind of key, for example `RSA`.
  ///   - isPrivate: true if `parts` contains a private key, false if it contains only a public key.
  /// - Throws: `wrongParameter` if the components do not form a key.
  convenience init(
    _ type: String, isPrivate: Bool, _ parts: KeyParts
  ) throws(CryptoError) {
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(library.context, type, nil) else {
      throw .unavailable
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    // The selections of the macros EVP_PKEY_KEYPAIR and EVP_PKEY_PUBLIC_KEY.
    let domain = OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS | OSSL_KEYMGMT_SELECT_OTHER_PARAMETERS
    let publicOnly = domain | OSSL_KEYMGMT_SELECT_PUBLIC_KEY
    let selection = isPrivate ? publicOnly | OSSL_KEYMGMT_SELECT_PRIVATE_KEY : publicOnly
    let isMade = unsafe parts.with { list in
      unsafe EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, selection, list) == 1
    }
    guard isMade, let key = unsafe key else {
      unsafe EVP_PKEY_free(key)
      throw .wrongParameter
    }
    unsafe self.init(key)
  }

  /// Generates a new private key.
  ///
  /// - Parameter setUp: sets the parameters of the key, for example its size; returns false if
  ///   libcrypto refuses them.
  /// - Throws: `unavailable` if libcrypto does not know this kind of key or refuses its parameters;
  ///   `failed` if the generation fails.
  convenience init(
    generating type: String, setUp: (OpaquePointer) -> Bool
  ) throws(CryptoError) {
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(library.context, type, nil) else {
      throw .unavailable
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1, unsafe setUp(context) else {
      throw .unavailable
    }
    guard unsafe EVP_PKEY_generate(context, &key) == 1, let key = unsafe key else {
      unsafe EVP_PKEY_free(key)
      throw .failed
    }
    unsafe self.init(key)
  }

  /// Runs `body` with a libcrypto context for one operation of the key.
  ///
  /// Errors of the calls in `body` are removed from libcrypto's error queue.
  func operation<R>(_ body: (OpaquePointer) throws(CryptoError) -> R) throws(CryptoError) -> R {
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(library.context, key, nil) else {
      throw .unavailable
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    return unsafe try body(context)
  }

  /// Returns a component of the key as big-endian bytes, padded with leading zeros.
  ///
  /// - Parameters:
  ///   - name: libcrypto's name of the component.
  ///   - size: the size of the result in bytes, or nil for as many bytes as the component needs.
  func number(_ name: String, size: Int? = nil) throws(CryptoError) -> SecretBytes {
    let mark = ErrorMark()
    defer { mark.restore() }
    var number: OpaquePointer?
    guard unsafe EVP_PKEY_get_bn_param(key, name, &number) == 1, let number = unsafe number else {
      throw .failed
    }
    defer { unsafe BN_clear_free(number) }
    return unsafe try BigNumbers.bytes(of: number, size: size)
  }
}

/// Creates and reads keys that are a string of bytes (RFC 7748, RFC 8032).
extension KeyHandle {
  /// Creates a public key from its bytes.
  ///
  /// - Throws: `wrongParameter` if the bytes are not a public key.
  convenience init(rawPublic type: String, _ bytes: [UInt8]) throws(CryptoError) {
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    let key = unsafe EVP_PKEY_new_raw_public_key_ex(
      library.context, type, nil, bytes, bytes.count)
    guard let key = unsafe key else { throw .wrongParameter }
    unsafe self.init(key)
  }

  /// Creates a private key from its bytes, and computes its public key.
  ///
  /// - Throws: `wrongParameter` if the bytes are not a private key.
  convenience init(rawPrivate type: String, _ bytes: SecretBytes) throws(CryptoError) {
    let library = try KeyLibrary.shared()
    let mark = ErrorMark()
    defer { mark.restore() }
    let key = unsafe bytes.withUnsafeBytes { bytes in
      unsafe EVP_PKEY_new_raw_private_key_ex(
        library.context, type, nil, bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
        bytes.count)
    }
    guard let key = unsafe key else { throw .wrongParameter }
    unsafe self.init(key)
  }

  /// Returns the bytes of the public key.
  ///
  /// - Throws: `failed` if the key does not have exactly `size` bytes.
  func rawPublic(size: Int) throws(CryptoError) -> [UInt8] {
    let mark = ErrorMark()
    defer { mark.restore() }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { output, count in
      var found = size
      let isDone = unsafe EVP_PKEY_get_raw_public_key(key, output.baseAddress, &found) == 1
      count = isDone ? found : 0
    }
    guard bytes.count == size else { throw .failed }
    return bytes
  }

  /// Returns the bytes of the private key.
  ///
  /// - Throws: `failed` if the key does not have exactly `size` bytes, or if the handle has only a
  ///   public key.
  func rawPrivate(size: Int) throws(CryptoError) -> SecretBytes {
    let mark = ErrorMark()
    defer { mark.restore() }
    return unsafe try SecretBytes(count: size) { (output) throws(CryptoError) in
      var found = size
      let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
      guard unsafe EVP_PKEY_get_raw_private_key(key, start, &found) == 1, found == size else {
        throw .failed
      }
    }
  }
}
