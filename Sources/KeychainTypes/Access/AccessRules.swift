// SPDX-License-Identifier: Apache-2.0

/// Factors without order or repetition; walked in the order of their numbers.
///
/// A byte, since each look at a constrained item reads some.
package struct AccessFactors: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral {
  /// A bit for each, the lowest for number 1.
  fileprivate var bits: UInt8

  fileprivate init(bits: UInt8) { self.bits = bits }

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

extension AccessControl {
  /// What one operation needs.
  package enum Rule: Hashable, Sendable {
    case allowed
    /// At least `count` of the factors; both are one for a single factor.
    case requires(count: Int, of: AccessFactors)

    /// A byte for each rule, never 0: 1 for *allowed*, else the count above the factors.
    fileprivate var code: UInt8 {
      switch self {
      case .allowed: 1
      case .requires(let count, let factors): UInt8(count) << 5 | factors.bits
      }
    }

    fileprivate init?(code: UInt8) {
      switch code {
      case 0: return nil
      case 1: self = .allowed
      default: self = .requires(count: Int(code >> 5), of: AccessFactors(bits: code & 31))
      }
    }
  }

  /// The rules of single operations: a byte for each, in the place of its number.
  package struct Rules: Hashable, Sendable {
    private var codes: UInt64 = 0

    package init() {}

    package var isEmpty: Bool { codes == 0 }

    /// Those that have one, in the order of their numbers.
    package var operations: [ConstrainedOperation] {
      ConstrainedOperation.allCases.filter { self[$0] != nil }
    }

    package subscript(operation: ConstrainedOperation) -> Rule? {
      get { Rule(code: UInt8(truncatingIfNeeded: codes >> place(of: operation))) }
      set {
        codes &= ~(255 << place(of: operation))
        codes |= UInt64(newValue?.code ?? 0) << place(of: operation)
      }
    }

    /// Whether some rule is so.
    package func contains(where isSo: (Rule) -> Bool) -> Bool {
      var left = codes
      while left != 0 {
        if let rule = Rule(code: UInt8(truncatingIfNeeded: left)), isSo(rule) { return true }
        left >>= 8
      }
      return false
    }

    private func place(of operation: ConstrainedOperation) -> UInt64 {
      UInt64(operation.number) * 8
    }
  }
}
