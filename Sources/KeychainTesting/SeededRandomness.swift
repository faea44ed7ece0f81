// SPDX-License-Identifier: Apache-2.0

internal import SecureMemory

/// Repeatable bytes out of a seed (splitmix64); no secret is safe under them.
struct SeededRandomness: RandomnessSource {
  private let state: Lock<UInt64>

  init(seed: UInt64) {
    state = Lock(seed)
  }

  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError) {
    var word: UInt64 = 0
    for index in bytes.indices {
      if index % 8 == 0 { word = next() }
      bytes[index] = UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
    }
  }

  private func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
      return word ^ word >> 31
    }
  }
}
