// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import Testing

/// Tests of page checksums against vectors.
///
/// The first half is XXH64 from another implementation.
@Suite struct PageSumTests {
  struct Vector: Sendable {
    let count: Int
    let seed: UInt64
    let first: UInt64
    let second: UInt64
  }

  /// Checksums of the bytes 3, 10, 17 and so on: seven times the position plus three, modulo 256.
  static let vectors = [
    Vector(
      count: 32, seed: 0, first: 0x23C3_C17E_F790_FD97, second: 0x010C_07F9_9687_3A65),
    Vector(
      count: 40, seed: 1, first: 0x8C15_D7AF_4FD7_BC9F, second: 0x3B3F_6115_4553_8237),
    Vector(
      count: 1008, seed: 0x0123_4567_89AB_CDEF, first: 0x5738_C7BB_4978_F0D4,
      second: 0x0D73_177F_FF32_6A4C),
    Vector(
      count: 4080, seed: .max, first: 0xDC69_FF26_3734_C41C, second: 0xAEE0_A2A2_7E50_80EF),
  ]

  @Test(arguments: vectors)
  func vector(_ vector: Vector) {
    let sum = Self.sum(of: Self.pattern(vector.count), seed: vector.seed)
    #expect(sum.first == vector.first, "\(String(sum.first, radix: 16))")
    #expect(sum.second == vector.second, "\(String(sum.second, radix: 16))")
  }

  @Test func everyBitCountsInBothHalves() {
    let bytes = Self.pattern(112)
    let whole = Self.sum(of: bytes, seed: 1)
    for bit in 0..<bytes.count * 8 {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      let sum = Self.sum(of: changed, seed: 1)
      #expect(sum.first != whole.first && sum.second != whole.second, "bit \(bit)")
    }
  }

  @Test func placeAndStoreCount() {
    let seeds = Set(
      [1, 2, 3].flatMap { page in [0, 1, 2].map { PageSum.seed(salt: $0, page: page) } })
    #expect(seeds.count == 9)
  }

  static func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
  }

  static func sum(of bytes: [UInt8], seed: UInt64) -> PageSum {
    unsafe bytes.withUnsafeBytes { unsafe PageSum($0, seed: seed) }
  }
}
