// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import Glibc

/// A SHA-256 computation whose state is in memory that Latchkey controls.
///
/// libcrypto's hash contexts are in memory from malloc, which core dumps contain. The state of this
/// type is on the stack during one hash, and is overwritten at its end.
@safe
struct SHA256State {
  static let hashSize = 32
  static let blockSize = 64
  /// The size in bytes of a stored state.
  ///
  /// A state can be stored only after exactly one block, because it does not contain the number of
  /// the hashed bytes.
  static let size = 32

  private let context: UnsafeMutablePointer<SHA256_CTX>

  /// Runs `body` with the state of a new hash.
  ///
  /// Returns false if libcrypto refuses, or if `body` returns false.
  static func with(_ body: (SHA256State) -> Bool) -> Bool {
    unsafe withUnsafeTemporaryAllocation(of: SHA256_CTX.self, capacity: 1) { room in
      guard let context = room.baseAddress else { return false }
      defer { unsafe explicit_bzero(context, MemoryLayout<SHA256_CTX>.size) }
      return unsafe SHA256_Init(context) == 1 && body(SHA256State(context: context))
    }
  }

  /// Adds bytes to the hash.
  ///
  /// Returns false if libcrypto refuses.
  func update(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe bytes.isEmpty || SHA256_Update(context, bytes.baseAddress, bytes.count) == 1
  }

  /// Writes the hash of all added bytes to `hash`.
  ///
  /// Returns false if libcrypto refuses.
  func finish(into hash: UnsafeMutablePointer<UInt8>) -> Bool {
    unsafe SHA256_Final(hash, context) == 1
  }

  /// Copies the hash's state to `place`, so that `resume` can continue from it.
  ///
  /// Exactly one block must have been added to the hash.
  func save(to place: UnsafeMutableRawPointer) {
    unsafe place.copyMemory(from: context, byteCount: Self.size)
  }

  /// Continues a hash from a state that `save` stored after the first block.
  func resume(_ place: UnsafeRawPointer) {
    unsafe UnsafeMutableRawPointer(context).copyMemory(from: place, byteCount: Self.size)
    unsafe context.pointee.Nl = UInt32(8 * Self.blockSize)
    unsafe context.pointee.Nh = 0
    unsafe context.pointee.num = 0
  }
}
