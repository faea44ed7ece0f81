// SPDX-License-Identifier: Apache-2.0
internal import SecureMemory

/// A generator of repeatable 64-bit numbers from a seed, by the algorithm splitmix64.
///
/// All random values of a simulated device come from this type, so that a test can be repeated.
struct SplitMix64: Hashable, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// Returns the next 16 random bytes, for example for the UUID of a device.
  mutating func sixteenBytes() -> [UInt8] {
    let words = [next(), next()]
    return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }
}
