// SPDX-License-Identifier: Apache-2.0

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
