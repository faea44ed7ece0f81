// SPDX-License-Identifier: Apache-2.0

/// SHA-256 on one block, as in FIPS 180-4.
///
/// It computes the bytes that must not be found.
enum TextbookSHA256 {
  private static let primes: [Int] = (2...311).filter { number in
    (2..<number).allSatisfy { number % $0 != 0 }
  }
  private static let start = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
  private static let constants = primes.map { cubeRootFraction(of: UInt64($0)) }

  /// Returns the eight words of the state after the first block of a hash.
  static func state(after block: [UInt8]) -> [UInt32] {
    precondition(block.count == 64, "a block of SHA-256")
    var words = (0..<16).map { place in
      block[4 * place..<4 * place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for place in 16..<64 {
      let (far, near) = (words[place - 15], words[place - 2])
      let first = turn(far, 7) ^ turn(far, 18) ^ far >> 3
      let second = turn(near, 17) ^ turn(near, 19) ^ near >> 10
      words.append(words[place - 16] &+ first &+ words[place - 7] &+ second)
    }
    var state = start
    for place in 0..<64 {
      let (a, e) = (state[0], state[4])
      let choice = (e & state[5]) ^ (~e & state[6])
      let majority = (a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2])
      let one =
        state[7] &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ choice &+ constants[place]
        &+ words[place]
      let two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
      state = [one &+ two] + state[0..<3] + [state[3] &+ one] + state[4..<7]
    }
    return zip(state, start).map { $0 &+ $1 }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// Returns the first 32 fractional bits of a root.
  ///
  /// A double has enough bits for roots of this size.
  private static func fraction(_ root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }

  /// Returns the first 32 fractional bits of a cube root, by search: the largest r / 2^32 whose
  /// cube is at most the number.
  private static func cubeRootFraction(of number: UInt64) -> UInt32 {
    var root: UInt64 = 0
    for bit in stride(from: 34, through: 0, by: -1) {
      let tried = root | 1 << UInt64(bit)
      let square = tried.multipliedFullWidth(by: tried)
      // tried^3 <= number * 2^96, compared by its upper half, because the fractions are irrational.
      let high = square.high.multipliedFullWidth(by: tried).low
      let carried = square.low.multipliedFullWidth(by: tried).high
      if high &+ carried < number << 32 { root = tried }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}
