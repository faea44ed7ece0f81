// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import Glibc
import SecureMemory

/// The contexts of libcrypto that compute XAES-256-GCM, for one thread at a time.
///
/// The contexts have a key only while the key is used. The first context encrypts with AES-256-ECB.
/// This context has the key, and derives from it the key of each message by CMAC (two blocks). The
/// second context encrypts with AES-256-GCM and has the key of the message.
///
/// libcrypto keeps expanded keys, whose first words are the key itself, in memory that core dumps
/// contain. Every use is therefore enclosed in `take` and `forget`
/// (Documentation/Decisions/no-keys-in-contexts.md).
@safe
final class XAESContext {
  private static let block = 16
  private static let zeroKey = [UInt8](repeating: 0, count: XAES256GCM.keySize)

  private let cipher: OpaquePointer
  private let gcm: OpaquePointer
  /// The first CMAC subkey of the current key, as two 64-bit words in memory order.
  ///
  /// The subkey is behind a pointer, since Swift would check each access to a stored property at
  /// run time.
  private let subkey: UnsafeMutablePointer<(UInt64, UInt64)>
  private var hasKey = false
  /// Secret memory for a plaintext that is needed only until one call of `open` returns.
  ///
  /// The memory is allocated at its first use; until then, `room` is nil.
  private var room: (base: UnsafeMutableRawPointer, origin: SecretArena.Origin)?
  /// The size in bytes of the secret memory for plaintexts that are needed only briefly.
  ///
  /// The attributes of most items are smaller. The size is one whole slot (piece of memory) of
  /// `SecretArena`.
  private static let roomSize = 4096

  /// Creates the contexts without a key.
  ///
  /// Use `take` to set a key.
  init() throws(CryptoError) {
    let library = try CryptoLibrary.shared()
    guard let cipher = unsafe EVP_CIPHER_CTX_new() else { throw .outOfMemory }
    guard let gcm = unsafe EVP_CIPHER_CTX_new() else {
      unsafe EVP_CIPHER_CTX_free(cipher)
      throw .outOfMemory
    }
    unsafe self.cipher = cipher
    unsafe self.gcm = gcm
    unsafe subkey = .allocate(capacity: 1)
    unsafe subkey.initialize(to: (0, 0))
    // Padding stays on although it is never used: switching it off would make each new key slower.
    guard unsafe EVP_EncryptInit_ex2(cipher, library.blockCipher, Self.zeroKey, nil, nil) == 1,
      unsafe EVP_CipherInit_ex2(gcm, library.sealingCipher, nil, nil, 1, nil) == 1
    else { throw .failed }
  }

  deinit {
    // Freeing a context wipes its keys.
    unsafe EVP_CIPHER_CTX_free(cipher)
    unsafe EVP_CIPHER_CTX_free(gcm)
    unsafe explicit_bzero(subkey, Self.block)
    unsafe subkey.deallocate()
    if let room = unsafe room {
      unsafe SecretArena.shared.release(room.base, count: Self.roomSize, origin: room.origin)
    }
  }

  /// Sets the key until `forget` is called.
  ///
  /// The CMAC subkey of the key is computed unless it is given.
  func take(_ key: SecretBytes, subkey known: SecretBytes? = nil) throws(CryptoError) {
    try unsafe key.withUnsafeBytes { (bytes) throws(CryptoError) in unsafe try expand(bytes) }
    guard let known else { return try makeSubkey() }
    unsafe subkey.pointee = known.withUnsafeBytes { unsafe $0.load(as: (UInt64, UInt64).self) }
  }

  /// Opens a key that was sealed with the current key, and makes the opened key the current key.
  func take(sealed: Span<UInt8>, binding: Span<UInt8>) throws(CryptoError) {
    guard sealed.count == XAES256GCM.keySize + XAES256GCM.overhead else { throw .wrongLength }
    try unsafe open(sealed, binding: binding) { (key) throws(CryptoError) in
      unsafe try expand(key)
    }
    try makeSubkey()
  }

  private func expand(_ key: UnsafeRawBufferPointer) throws(CryptoError) {
    hasKey = true
    let start = unsafe key.assumingMemoryBound(to: UInt8.self).baseAddress
    guard unsafe EVP_EncryptInit_ex2(cipher, nil, start, nil, nil) == 1 else { throw .failed }
  }

  /// Returns the CMAC subkey of a key, which the caller can store with the key.
  func subkey(of key: SecretBytes) throws(CryptoError) -> SecretBytes {
    try take(key)
    return unsafe SecretBytes(count: Self.block) { (target: UnsafeMutableRawBufferPointer) in
      unsafe target.storeBytes(of: subkey.pointee, as: (UInt64, UInt64).self)
    }
  }

  /// Overwrites the key, and everything derived from it, in libcrypto's memory.
  func forget() {
    guard hasKey else { return }
    hasKey = false
    _ = unsafe EVP_EncryptInit_ex2(cipher, nil, Self.zeroKey, nil, nil)
    _ = unsafe EVP_CipherInit_ex2(gcm, nil, Self.zeroKey, nil, 1, nil)
    unsafe explicit_bzero(subkey, Self.block)
  }

  func seal(
    _ plaintext: Span<UInt8>, nonce: Span<UInt8>, binding: Span<UInt8>,
    into output: inout [UInt8], at start: Int
  ) throws(CryptoError) {
    let end = start + plaintext.count + XAES256GCM.overhead
    guard nonce.count == XAES256GCM.nonceSize, start >= 0, end <= output.count,
      plaintext.count <= Int(CInt.max), binding.count <= Int(CInt.max)
    else { throw .wrongLength }
    do throws(CryptoError) {
      var target = output.mutableSpan
      try unsafe target.withUnsafeMutableBytes { (bytes) throws(CryptoError) in
        try unsafe seal(
          plaintext, nonce, binding,
          into: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end]))
      }
    } catch {
      for index in start..<end { output[index] = 0 }
      throw error
    }
  }

  private func seal(
    _ plaintext: Span<UInt8>, _ nonce: Span<UInt8>, _ binding: Span<UInt8>,
    into output: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    guard let start = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress else {
      throw .wrongLength
    }
    unsafe nonce.withUnsafeBytes { unsafe output.copyMemory(from: $0) }
    try begin(nonce, encrypting: 1)
    try bind(binding)
    let body = unsafe start + XAES256GCM.nonceSize
    try unsafe run(plaintext, into: body)
    var length: CInt = 0
    let tag = unsafe body + plaintext.count
    guard unsafe EVP_CipherFinal_ex(gcm, tag, &length) == 1,
      unsafe EVP_CIPHER_CTX_ctrl(
        gcm, EVP_CTRL_AEAD_GET_TAG, CInt(XAES256GCM.tagSize), tag) == 1
    else { throw .failed }
  }

  func open(_ sealed: Span<UInt8>, binding: Span<UInt8>) throws(CryptoError) -> SecretBytes {
    // libcrypto writes the plaintext before it refuses the tag. The throw wipes the plaintext.
    try unsafe SecretBytes(count: try plaintextSize(of: sealed, binding)) {
      (target) throws(CryptoError) in
      unsafe try open(sealed, binding, into: target.baseAddress)
    }
  }

  /// Opens a sealed text, runs `body` with its plaintext, and then overwrites the plaintext.
  func open(
    _ sealed: Span<UInt8>, binding: Span<UInt8>,
    lending body: (UnsafeRawBufferPointer) throws(CryptoError) -> Void
  ) throws(CryptoError) {
    let count = try plaintextSize(of: sealed, binding)
    guard count <= Self.roomSize else {
      let opened = try open(sealed, binding: binding)
      return unsafe try opened.withUnsafeBytes(body)
    }
    let base: UnsafeMutableRawPointer
    if let room = unsafe room {
      unsafe base = room.base
    } else {
      let made = unsafe SecretArena.shared.allocate(Self.roomSize)
      unsafe room = made
      unsafe base = made.base
    }
    defer { unsafe explicit_bzero(base, count) }
    unsafe try open(sealed, binding, into: base)
    unsafe try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  private func plaintextSize(
    of sealed: Span<UInt8>, _ binding: Span<UInt8>
  ) throws(CryptoError) -> Int {
    let count = sealed.count - XAES256GCM.overhead
    guard count >= 0, count <= Int(CInt.max), binding.count <= Int(CInt.max) else {
      throw .wrongLength
    }
    return count
  }

  private func open(
    _ sealed: Span<UInt8>, _ binding: Span<UInt8>, into target: UnsafeMutableRawPointer?
  ) throws(CryptoError) {
    let end = sealed.count - XAES256GCM.tagSize
    try begin(sealed.extracting(0..<XAES256GCM.nonceSize), encrypting: 0)
    try bind(binding)
    unsafe try run(
      sealed.extracting(XAES256GCM.nonceSize..<end),
      into: target?.assumingMemoryBound(to: UInt8.self))
    try finish(sealed.extracting(end...))
  }

  /// Checks the tag of a sealed text.
  ///
  /// - Throws: `notAuthentic` if the tag is wrong.
  private func finish(_ tag: Span<UInt8>) throws(CryptoError) {
    var expected: (UInt64, UInt64) = (0, 0)
    var length: CInt = 0
    let accepted = unsafe withUnsafeMutableBytes(of: &expected) { (copy) -> Bool in
      unsafe tag.withUnsafeBytes { unsafe copy.copyMemory(from: $0) }
      guard let base = copy.baseAddress,
        unsafe EVP_CIPHER_CTX_ctrl(gcm, EVP_CTRL_AEAD_SET_TAG, CInt(copy.count), base) == 1
      else { return false }
      // Final writes nothing in this mode, but still requires a pointer.
      return unsafe EVP_CipherFinal_ex(
        gcm, base.assumingMemoryBound(to: UInt8.self), &length) == 1
    }
    guard accepted else { throw .notAuthentic }
  }

  /// Computes the CMAC subkey of the current key (NIST SP 800-38B, "Subkey generation").
  ///
  /// The subkey is the encryption of a zero block, doubled in GF(2^128). To double a block, read it
  /// as a big-endian number and shift it left by one bit. If a bit is shifted out, combine the last
  /// byte with 0x87 by exclusive or.
  private func makeSubkey() throws(CryptoError) {
    unsafe subkey.pointee = (0, 0)
    guard unsafe encrypt(UnsafeMutableRawPointer(subkey), Self.block) else { throw .failed }
    let high = unsafe UInt64(bigEndian: subkey.pointee.0)
    let low = unsafe UInt64(bigEndian: subkey.pointee.1)
    let carry: UInt64 = high >> 63 == 1 ? 0x87 : 0
    unsafe subkey.pointee = ((high << 1 | low >> 63).bigEndian, (low << 1 ^ carry).bigEndian)
  }

  /// Encrypts whole blocks in place with AES-256-ECB.
  ///
  /// Returns false if libcrypto refuses.
  private func encrypt(_ blocks: UnsafeMutableRawPointer, _ count: Int) -> Bool {
    var length: CInt = 0
    let bytes = unsafe blocks.assumingMemoryBound(to: UInt8.self)
    return unsafe EVP_EncryptUpdate(cipher, bytes, &length, bytes, CInt(count)) == 1
      && length == CInt(count)
  }

  /// Derives the message's key from the first half of the nonce, and starts GCM with the second
  /// half.
  ///
  /// - Parameter encrypting: 1 to seal, 0 to open.
  private func begin(_ nonce: Span<UInt8>, encrypting: CInt) throws(CryptoError) {
    var blocks: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let done = unsafe withUnsafeMutableBytes(of: &blocks) { (bytes) -> Bool in
      defer { if let base = bytes.baseAddress { unsafe explicit_bzero(base, bytes.count) } }
      return unsafe nonce.withUnsafeBytes { (nonce) -> Bool in
        unsafe derive(bytes, nonce)
          && EVP_CipherInit_ex2(
            gcm, nil, bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
            nonce.assumingMemoryBound(to: UInt8.self).baseAddress?.advanced(by: 12),
            encrypting, nil) == 1
      }
    }
    guard done else { throw .failed }
  }

  /// Derives the key of a message from the first 12 bytes of its nonce.
  ///
  /// The key is E(M1 ^ K1) ‖ E(M2 ^ K1) with Mi = 0 ‖ i ‖ 'X' ‖ 0 ‖ nonce[0..<12]. E encrypts with
  /// AES-256 and the current key, and K1 is the CMAC subkey.
  ///
  /// - Parameter bytes: receives the 32 bytes of the key.
  /// - Returns: false if libcrypto refuses.
  private func derive(
    _ bytes: UnsafeMutableRawBufferPointer, _ nonce: UnsafeRawBufferPointer
  ) -> Bool {
    guard let base = bytes.baseAddress, let source = nonce.baseAddress else {
      return false
    }
    let subkey = unsafe subkey.pointee
    for index in 0..<2 {
      let place = unsafe base.advanced(by: Self.block * index)
      let head = UInt32(0x0000_5800) | UInt32(index + 1) << 16
      unsafe place.storeBytes(of: head.bigEndian, as: UInt32.self)
      unsafe place.advanced(by: 4).copyMemory(from: source, byteCount: 12)
      let halves = unsafe place.load(as: (UInt64, UInt64).self)
      unsafe place.storeBytes(
        of: (halves.0 ^ subkey.0, halves.1 ^ subkey.1), as: (UInt64, UInt64).self)
    }
    return unsafe encrypt(base, 2 * Self.block)
  }

  private func bind(_ binding: Span<UInt8>) throws(CryptoError) {
    guard !binding.isEmpty else { return }
    var length: CInt = 0
    let done = unsafe binding.withUnsafeBytes { (bytes) -> Bool in
      unsafe EVP_CipherUpdate(
        gcm, nil, &length, bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
        CInt(bytes.count)) == 1
    }
    guard done else { throw .failed }
  }

  private func run(
    _ input: Span<UInt8>, into output: UnsafeMutablePointer<UInt8>?
  ) throws(CryptoError) {
    guard !input.isEmpty else { return }
    var length: CInt = 0
    let done = unsafe input.withUnsafeBytes { (bytes) -> Bool in
      unsafe EVP_CipherUpdate(
        gcm, output, &length, bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
        CInt(bytes.count)) == 1
    }
    guard done, Int(length) == input.count else { throw .failed }
  }
}
