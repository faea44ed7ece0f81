// SPDX-License-Identifier: Apache-2.0

/// A set of factors (kinds of proof), iterated in the order of the factors' raw values.
///
/// A set is only one byte, so that a check of a constrained item, which reads a few sets, is cheap.
package struct AccessFactors: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral {
  /// One bit for each factor; the lowest bit is the factor with the number 1.
  var bits: UInt8

  init(bits: UInt8) { self.bits = bits }

  package init(arrayLiteral factors: AccessFactor...) { self.init(factors) }

  package init(_ factors: some Sequence<AccessFactor>) {
    bits = 0
    for factor in factors { insert(factor) }
  }

  package var count: Int { bits.nonzeroBitCount }
  package var isEmpty: Bool { bits == 0 }

  package mutating func insert(_ factor: AccessFactor) { bits |= 1 << (factor.rawValue - 1) }

  package func contains(_ factor: AccessFactor) -> Bool {
    bits & 1 << (factor.rawValue - 1) != 0
  }

  package func makeIterator() -> Iterator { Iterator(left: bits) }

  package struct Iterator: IteratorProtocol {
    fileprivate var left: UInt8

    package mutating func next() -> AccessFactor? {
      guard left != 0 else { return nil }
      defer { left &= left - 1 }
      return AccessFactor(rawValue: UInt8(left.trailingZeroBitCount) + 1)
    }
  }
}
