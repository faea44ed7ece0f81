// SPDX-License-Identifier: Apache-2.0

extension AccessControl {
  /// The rule of an access control for one operation on an item.
  package enum Rule: Hashable, Sendable {
    case allowed
    /// The user must prove at least `count` of the factors; `count` is 1 for a single factor.
    case requires(count: Int, of: AccessFactors)

    /// The rule as one byte: 1 for `allowed`, otherwise the count in the high three bits and the
    /// factors in the low five bits.
    ///
    /// The byte is never 0, because 0 marks an operation without a rule.
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

  /// All rules of an access control except its default rule; each of these rules applies to one
  /// operation.
  ///
  /// Each rule takes one byte. The index of the byte is the number of the operation.
  package struct Rules: Hashable, Sendable {
    private var codes: UInt64 = 0

    package init() {}

    package var isEmpty: Bool { codes == 0 }

    /// The operations that have a rule, in the order of the operations' numbers.
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

    /// True if at least one rule meets the condition.
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
