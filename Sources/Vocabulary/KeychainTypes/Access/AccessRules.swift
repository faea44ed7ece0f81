// SPDX-License-Identifier: Apache-2.0

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
