// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// The libcrypto side of SHA-256 for one thread at a time.
///
/// Whole blocks go from their place into the hash; `finish` leaves the hash in the context and
/// wipes what was buffered.
@safe
final class SHA256Context {
  static let size = 32

  private let context: OpaquePointer

  init() throws(CryptoError) {
    let library = try CryptoLibrary.shared()
    guard let context = unsafe EVP_MD_CTX_new() else { throw .outOfMemory }
    unsafe self.context = context
    guard unsafe EVP_DigestInit_ex2(context, library.sha256, nil) == 1 else { throw .failed }
  }

  deinit {
    unsafe EVP_MD_CTX_free(context)
  }

  /// Begins a hash with these bytes.
  func start(_ bytes: Span<UInt8>) throws(CryptoError) {
    guard unsafe EVP_DigestInit_ex2(context, nil, nil) == 1 else { throw .failed }
    try update(bytes)
  }

  /// Goes on with these.
  func update(_ bytes: Span<UInt8>) throws(CryptoError) {
    guard !bytes.isEmpty else { return }
    let done = unsafe bytes.withUnsafeBytes {
      unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1
    }
    guard done else { throw .failed }
  }

  /// Goes on with a hash.
  func update(_ hash: Digest32) throws(CryptoError) {
    let words = hash.words
    let memory = (
      words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian
    )
    let done = unsafe withUnsafeBytes(of: memory) {
      unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1
    }
    guard done else { throw .failed }
  }

  /// The hash of all the bytes.
  func finish() throws(CryptoError) -> Digest32 {
    let hash = unsafe Digest32 { (output) -> Bool in
      unsafe EVP_DigestFinal_ex(context, output, nil) == 1
    }
    guard let hash else { throw .failed }
    return hash
  }

  /// Writes the hash of all the bytes, 32 of them, to a place of the caller's.
  func finish(into output: UnsafeMutablePointer<UInt8>?) throws(CryptoError) {
    guard unsafe EVP_DigestFinal_ex(context, output, nil) == 1 else { throw .failed }
  }

  /// After a failure in the middle: overwrites what was hashed so far.
  func forget() {
    _ = unsafe EVP_DigestInit_ex2(context, nil, nil)
  }
}
