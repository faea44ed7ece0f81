// SPDX-License-Identifier: Apache-2.0

/// The checksum at the end of each page, which consists of two numbers of 64 bits
/// (Documentation/Formats/store.md).
///
/// The checksum detects accidents, not attacks. Sealed rows and the change history stop attackers.
/// The first half is XXH64 of the bytes. The second half combines the four accumulators of XXH64 in
/// another way.
///
/// Both halves start from a seed made of the page number and the store's salt (a number made from
/// the identity of the store). So a page from another position or store has a wrong checksum.
package struct PageSum: Equatable, Sendable {
  /// The number of bytes at the end of each page that are reserved for the checksum.
  package static let size = 16

  package let first: UInt64
  package let second: UInt64

  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Returns the number from which the checksum of a page starts, made from the store's salt and
  /// the page number.
  package static func seed(salt: UInt64, page: UInt32) -> UInt64 {
    salt ^ (UInt64(page) &* prime1)
  }

  /// Computes the checksum of `bytes`, starting from `seed`.
  ///
  /// The number of bytes must be a multiple of eight and at least 32.
  package init(_ bytes: UnsafeRawBufferPointer, seed: UInt64) {
    let count = bytes.count
    precondition(count >= 32 && count % 8 == 0, "a page without its sum is a row of words")
    var lanes = Lanes(seed: seed)
    var place = 0
    while place + 32 <= count {
      unsafe lanes.take(
        Self.word(bytes, place), Self.word(bytes, place + 8), Self.word(bytes, place + 16),
        Self.word(bytes, place + 24))
      place += 32
    }
    var first = lanes.merged &+ UInt64(count)
    var second = lanes.crossed &+ (UInt64(count) &* Self.prime4)
    while place < count {
      let word = unsafe Lanes.round(0, Self.word(bytes, place))
      first = Self.turned(first ^ word, 27) &* Self.prime1 &+ Self.prime4
      second = Self.turned(second ^ word, 31) &* Self.prime3 &+ Self.prime5
      place += 8
    }
    self.first = Self.avalanche(first)
    self.second = Self.avalanche(second)
  }

  /// Returns the eight bytes at an offset as a little-endian number.
  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func turned(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &<< count | value &>> (64 &- count)
  }

  private static func avalanche(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value &>> 33)) &* prime2
    value = (value ^ (value &>> 29)) &* prime3
    return value ^ (value &>> 32)
  }

  /// The four accumulators of the hash function XXH64.
  private struct Lanes {
    private var a, b, c, d: UInt64

    init(seed: UInt64) {
      a = seed &+ prime1 &+ prime2
      b = seed &+ prime2
      c = seed
      d = seed &- prime1
    }

    @inline(__always)
    static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
      PageSum.turned(lane &+ word &* prime2, 31) &* prime1
    }

    @inline(__always)
    mutating func take(_ w: UInt64, _ x: UInt64, _ y: UInt64, _ z: UInt64) {
      a = Self.round(a, w)
      b = Self.round(b, x)
      c = Self.round(c, y)
      d = Self.round(d, z)
    }

    /// The four accumulators, combined into one number as XXH64 does it.
    var merged: UInt64 {
      var sum = turned(a, 1) &+ turned(b, 7) &+ turned(c, 12) &+ turned(d, 18)
      for lane in [a, b, c, d] { sum = (sum ^ Self.round(0, lane)) &* prime1 &+ prime4 }
      return sum
    }

    /// The four accumulators, combined into the second half of the checksum.
    ///
    /// The accumulators are combined in reverse order, with other rotations and primes than in
    /// XXH64.
    var crossed: UInt64 {
      var sum = turned(a, 41) &+ turned(b, 29) &+ turned(c, 23) &+ turned(d, 5)
      for lane in [d, c, b, a] { sum = (sum ^ Self.round(prime5, lane)) &* prime3 &+ prime2 }
      return sum
    }
  }
}
