// SPDX-License-Identifier: Apache-2.0
internal import SecureMemory

/// A source of repeatable bytes from a seed.
///
/// For tests only, because the bytes can be predicted and protect no secret.
struct SeededRandomness: RandomnessSource {
  private let numbers: Lock<SplitMix64>

  init(seed: UInt64) {
    numbers = Lock(SplitMix64(seed: seed))
  }

  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomnessError) {
    var word: UInt64 = 0
    for index in bytes.indices {
      if index % 8 == 0 { word = numbers.withLock { $0.next() } }
      bytes[index] = UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
    }
  }
}
