// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL
import Glibc

/// SHA-256 whose state lies where we put it: libcrypto's hash contexts lie in memory from malloc,
/// which core dumps contain.
///
/// The working state is on the stack for the time of one hash and overwritten at its end.
@safe
struct SHA256State {
  static let hashSize = 32
  static let blockSize = 64
  /// The bytes that whole blocks make of the state.
  static let size = 32

  private let context: UnsafeMutablePointer<SHA256_CTX>

  /// Lends a state to begin a hash with; false where libcrypto refuses.
  static func with(_ body: (SHA256State) -> Bool) -> Bool {
    unsafe withUnsafeTemporaryAllocation(of: SHA256_CTX.self, capacity: 1) { room in
      guard let context = room.baseAddress else { return false }
      defer { unsafe explicit_bzero(context, MemoryLayout<SHA256_CTX>.size) }
      return unsafe SHA256_Init(context) == 1 && body(SHA256State(context: context))
    }
  }

  /// Goes on with these bytes.
  func update(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe bytes.isEmpty || SHA256_Update(context, bytes.baseAddress, bytes.count) == 1
  }

  /// Writes the hash of all the bytes.
  func finish(into hash: UnsafeMutablePointer<UInt8>) -> Bool {
    unsafe SHA256_Final(hash, context) == 1
  }

  /// Keeps what one whole block has made of the state.
  func save(to place: UnsafeMutableRawPointer) {
    unsafe place.copyMemory(from: context, byteCount: Self.size)
  }

  /// Begins a hash where another was after its first block.
  func resume(_ place: UnsafeRawPointer) {
    unsafe UnsafeMutableRawPointer(context).copyMemory(from: place, byteCount: Self.size)
    unsafe context.pointee.Nl = UInt32(8 * Self.blockSize)
    unsafe context.pointee.Nh = 0
    unsafe context.pointee.num = 0
  }
}
