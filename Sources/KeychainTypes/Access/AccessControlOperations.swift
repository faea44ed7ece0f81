// SPDX-License-Identifier: Apache-2.0

extension AccessControl.Constraints {
  /// What an entry of the table below says.
  private enum Entry {
    /// The constraints that the flags ask for.
    case condition
    /// Always allowed.
    case open
  }

  /// One row: the entries of an object, by what its flags ask for.
  private struct Row {
    let hasFactors: Bool
    let hasKeyUsage: Bool
    let standard: Entry?
    let entries: [(ConstrainedOperation, Entry)]
  }

  /// The operation table of spec/secitem.md 11.3.
  // swift-format-ignore
  private static let table: [Row] = [
    Row(hasFactors: false, hasKeyUsage: false, standard: .open, entries: []),
    Row(hasFactors: true,  hasKeyUsage: false, standard: nil,   entries: [
      (.decrypt, .condition), (.encrypt, .open), (.delete, .open),
    ]),
    Row(hasFactors: true,  hasKeyUsage: true,  standard: nil,   entries: [
      (.sign, .condition), (.computeKey, .condition), (.decapsulate, .condition),
      (.attest, .open), (.delete, .open),
    ]),
    Row(hasFactors: false, hasKeyUsage: true,  standard: nil,   entries: [
      (.sign, .open), (.computeKey, .open), (.decapsulate, .open),
      (.attest, .open), (.delete, .open),
    ]),
  ]

  /// The entries that valid flags lead to.
  init(_ flags: AccessControl.Flags) {
    let factors = flags.factors
    // With a single factor both operators mean the same, and so does none.
    let condition = AccessControl.Rule.requires(
      count: flags.contains(.or) ? 1 : factors.count, of: AccessFactors(factors))
    let rule: (Entry) -> AccessControl.Rule = { $0 == .condition ? condition : .allowed }
    let row = Self.table.first {
      $0.hasFactors == !factors.isEmpty && $0.hasKeyUsage == flags.contains(.privateKeyUsage)
    }
    var rules = AccessControl.Rules()
    for (operation, entry) in row?.entries ?? [] { rules[operation] = rule(entry) }
    self.rules = rules
    standard = row?.standard.map(rule)
    requiresPassword = flags.contains(.applicationPassword)
  }
}
