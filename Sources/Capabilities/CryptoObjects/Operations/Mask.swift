// SPDX-License-Identifier: Apache-2.0

/// A Boolean as all bits or no bits, so that code can choose between values without a branch.
///
/// Numbers that are passed to the initializers must be below 2^31.
struct Mask: Sendable {
  private let bits: UInt32

  static let no = Mask(bits: 0)

  private init(bits: UInt32) { self.bits = bits }

  init(isZero number: UInt32) {
    bits = 0 &- (1 &- ((number | (0 &- number)) >> 31))
  }

  init(_ number: UInt32, isBelow limit: UInt32) {
    bits = 0 &- ((number &- limit) >> 31)
  }

  func choose(_ yes: UInt32, _ no: UInt32) -> UInt32 { bits & yes | ~bits & no }

  static func & (left: Mask, right: Mask) -> Mask { Mask(bits: left.bits & right.bits) }
  static func | (left: Mask, right: Mask) -> Mask { Mask(bits: left.bits | right.bits) }
  static prefix func ~ (mask: Mask) -> Mask { Mask(bits: ~mask.bits) }
}
