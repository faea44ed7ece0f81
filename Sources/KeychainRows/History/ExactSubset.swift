// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// Finds which of some values have a given exclusive or, by elimination over bits.
///
/// With at most 64 values of 128 bits, a set that fits by chance has a likelihood of 2^-64.
package enum ExactSubset {
  package static let limit = 64

  /// A combination of values, whose exclusive or is `sum`.
  private struct Line {
    var sum: Identifier16
    var members: UInt64

    mutating func add(_ other: Line) {
      sum = sum.exclusiveOr(other.sum)
      members ^= other.members
    }
  }

  /// The places of the only subset that gives the sum; nil where there is none, where more than
  /// one may, and for more values than the limit.
  package static func places(in values: [Identifier16], giving sum: Identifier16) -> Set<Int>? {
    guard values.count <= limit else { return nil }
    var lines: [Int: Line] = [:]
    for (place, value) in values.enumerated() {
      let line = reduced(Line(sum: value, members: 1 << UInt64(place)), by: lines)
      guard let bit = line.sum.highestBit else { return nil }
      lines[bit] = line
    }
    let rest = reduced(Line(sum: sum, members: 0), by: lines)
    guard rest.sum == .zero else { return nil }
    return Set(values.indices.filter { rest.members >> UInt64($0) & 1 == 1 })
  }

  private static func reduced(_ line: Line, by lines: [Int: Line]) -> Line {
    var line = line
    // Each line has its highest bit alone, and adding it changes lower ones only.
    for bit in lines.keys.sorted(by: >) where line.sum.has(bit) {
      if let other = lines[bit] { line.add(other) }
    }
    return line
  }
}

extension Identifier16 {
  package func exclusiveOr(_ other: Identifier16) -> Identifier16 {
    Identifier16(high: high ^ other.high, low: low ^ other.low)
  }

  fileprivate func has(_ bit: Int) -> Bool {
    bit >= 64 ? high >> UInt64(bit - 64) & 1 == 1 : low >> UInt64(bit) & 1 == 1
  }

  fileprivate var highestBit: Int? {
    if high != 0 { return 127 - high.leadingZeroBitCount }
    return low != 0 ? 63 - low.leadingZeroBitCount : nil
  }
}
