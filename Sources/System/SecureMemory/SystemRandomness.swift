// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// Where random bytes come from: the system, or a seeded generator in a simulation.
package protocol RandomnessSource: Sendable {
  /// Overwrites all of `bytes` with random ones, or throws and leaves them unusable.
  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError)
}

/// Why there are no random bytes.
package enum RandomnessError: Error, Equatable, Sendable {
  /// The source refused with this `errno`.
  case refused(errno: Int32)
  /// The source gave nothing within its time limit: a machine at the very start of its boot.
  case timedOut
}

extension RandomnessSource {
  /// A fresh secret of `count` random bytes.
  package func secret(count: Int) throws(RandomnessError) -> SecretBytes {
    try SecretBytes(count: count) { (span: inout MutableSpan<UInt8>) throws(RandomnessError) in
      try fill(&span)
    }
  }

  /// `count` random bytes that are not secret: identifiers, nonces, salts.
  package func bytes(count: Int) throws(RandomnessError) -> [UInt8] {
    var bytes = [UInt8].zeros(count)
    var span = bytes.mutableSpan
    try fill(&span)
    return bytes
  }
}

extension Array where Element == UInt8 {
  /// An array of so many zeros, for code that fills it.
  ///
  /// `[UInt8](repeating: 0, count:)` looks the array's type up in a locked table of the runtime,
  /// each time. Growing an empty array does not.
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

/// The kernel's generator, by getrandom(2).
///
/// Takes short reads and interruptions in its stride, never waits longer than about five seconds
/// (only a machine that has just begun to boot makes it wait at all), and never falls back to a
/// weaker source.
@safe
package struct SystemRandomness: RandomnessSource {
  /// One try to read: the number of bytes, or a negative `errno`.
  package typealias Read = @Sendable (UnsafeMutableRawBufferPointer) -> Int

  /// Requests of at most this many bytes are not interrupted by signals (getrandom(2)).
  private static let largestRequest = 256
  private static let mostRetries = 500
  private static let pause: UInt32 = 10_000  // microseconds

  private let read: Read

  /// The kernel's generator.
  package init() {
    unsafe self.init { buffer in
      let count = unsafe getrandom(buffer.baseAddress, buffer.count, UInt32(GRND_NONBLOCK))
      return count >= 0 ? count : -Int(errno)
    }
  }

  /// A generator with another way to read, so that tests can meet short reads and refusals.
  package init(reading read: @escaping Read) {
    unsafe self.read = read
  }

  /// Fills `bytes` from the kernel.
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
