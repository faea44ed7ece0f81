// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// A source of random bytes: the system, or a seeded generator in a simulation.
package protocol RandomnessSource: Sendable {
  /// Overwrites all of `bytes` with random bytes.
  ///
  /// If the call throws, the bytes must not be used.
  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError)
}

/// The reason why a source gave no random bytes.
package enum RandomnessError: Error, Equatable, Sendable {
  /// The source refused with this `errno`.
  case refused(errno: Int32)
  /// The source returned no random bytes within its time limit.
  ///
  /// This can happen on a machine that has just begun to boot.
  case timedOut
}

extension RandomnessSource {
  /// Creates a secret of `count` random bytes.
  package func secret(count: Int) throws(RandomnessError) -> SecretBytes {
    try SecretBytes(count: count) { (span: inout MutableSpan<UInt8>) throws(RandomnessError) in
      try fill(&span)
    }
  }

  /// Returns `count` random bytes that are not secret, for identifiers, nonces and salts.
  package func bytes(count: Int) throws(RandomnessError) -> [UInt8] {
    var bytes = [UInt8].zeros(count)
    var span = bytes.mutableSpan
    try fill(&span)
    return bytes
  }
}

extension Array where Element == UInt8 {
  /// Returns an array of zeros, which the caller then fills.
  ///
  /// `zeros` is faster than `[UInt8](repeating: 0, count:)`, which each time looks up the array's
  /// type in a locked table of the Swift runtime. This function appends to an empty array, which
  /// needs no look-up.
  package static func zeros(_ count: Int) -> [UInt8] {
    guard count <= 512 else { return [UInt8](repeating: 0, count: count) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { room in
      unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
      unsafe room.withMemoryRebound(to: UInt8.self) { unsafe bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}

/// The kernel's random generator, read with getrandom(2).
///
/// `SystemRandomness` continues after short reads and interruptions. The generator never waits
/// longer than about five seconds, and waits at all only on a machine that has just begun to boot.
/// There is no weaker source to which it falls back.
@safe
package struct SystemRandomness: RandomnessSource {
  /// A function that tries once to read random bytes.
  ///
  /// The function returns the number of bytes read, or a negative `errno`.
  package typealias Read = @Sendable (UnsafeMutableRawBufferPointer) -> Int

  /// The largest number of bytes for one request.
  ///
  /// Signals do not interrupt requests of at most this size (getrandom(2)).
  private static let largestRequest = 256
  private static let mostRetries = 500
  private static let pause: UInt32 = 10_000  // microseconds

  private let read: Read

  /// Creates a generator that reads from the kernel.
  package init() {
    unsafe self.init { buffer in
      let count = unsafe getrandom(buffer.baseAddress, buffer.count, UInt32(GRND_NONBLOCK))
      return count >= 0 ? count : -Int(errno)
    }
  }

  /// Creates a generator that reads with another function.
  ///
  /// Tests use it to simulate short reads and refusals.
  package init(reading read: @escaping Read) {
    unsafe self.read = read
  }

  /// Fills `bytes` with random bytes from the kernel.
  package func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError) {
    try unsafe bytes.withUnsafeMutableBytes { (buffer) throws(RandomnessError) in
      unsafe try fill(buffer)
    }
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    var filled = 0
    var retries = 0
    while filled < buffer.count {
      let end = min(filled + Self.largestRequest, buffer.count)
      let got = unsafe read(UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<end]))
      if got > 0 {
        filled += got
        continue
      }
      retries += 1
      guard retries <= Self.mostRetries else { throw .timedOut }
      switch Int32(-got) {
      case EINTR: continue
      case EAGAIN, 0: usleep(Self.pause)
      case let refusal: throw .refused(errno: refusal)
      }
    }
  }
}
