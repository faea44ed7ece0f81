// SPDX-License-Identifier: Apache-2.0

/// A rule on an item: its protection and what each operation needs (spec/secitem.md 11).
///
/// A value that exists is valid. Equality is that of the content: two combinations of flags that
/// lead to the same entries are equal, and the object with flags 0 is not the bare one.
package struct AccessControl: Hashable, Sendable {
  /// One of the seven names, or `f`.
  package let protectionName: String
  /// What the operations need; nil for the bare object that a protection implies.
  package let constraints: Constraints?
  /// What was said about being bound; nil when nothing was (see `isBound`).
  package var explicitBound: Bool?
  /// The enrolment that `biometryCurrentSet` means, once the object is bound
  /// (spec/access-control.md 1.5).
  package var boundGeneration: Identifier16?
  /// Entries of a newer version, kept as they are (spec/sync.md S8).
  let unknown: [TaggedList.Entry]

  /// The entries of an access control.
  package struct Constraints: Hashable, Sendable {
    /// The entries of single operations; empty only where `standard` is there.
    package let rules: Rules
    /// `dacl`: for every operation without an entry of its own.
    package let standard: Rule?
    /// `prp`: an application password goes into the item's key.
    package let requiresPassword: Bool
  }

  init(
    protectionName: String, constraints: Constraints?, explicitBound: Bool? = nil,
    boundGeneration: Identifier16? = nil, unknown: [TaggedList.Entry] = []
  ) {
    self.protectionName = protectionName
    self.constraints = constraints
    self.explicitBound = explicitBound
    self.boundGeneration = boundGeneration
    self.unknown = unknown
  }

  /// The object that a protection alone implies, as CopyMatching returns it for plain items.
  package static func bare(_ protection: Protection) -> AccessControl {
    AccessControl(protectionName: protection.name, constraints: nil)
  }

  /// The protection; nil for `f`, which no item can be stored under (-50).
  package var protection: Protection? { Protection(name: protectionName) }

  /// Whether there is any entry, be it one that allows everything.
  ///
  /// Such an object may not be stored together with `sync` (spec/secitem.md 3.1 C4).
  package var hasEntries: Bool { constraints != nil }

  /// What an operation needs: its own entry, else the default one; everything is allowed without
  /// entries, and nil is the answer for an operation that the entries do not provide for.
  package func rule(for operation: ConstrainedOperation) -> Rule? {
    guard let constraints else { return .allowed }
    return constraints.rules[operation] ?? constraints.standard
  }

  /// Whether an operation cannot go on without evidence.
  ///
  /// An application password is needed wherever the secret is opened or used, and is no matter of
  /// deleting or attesting.
  package func isConstrained(_ operation: ConstrainedOperation) -> Bool {
    if constraints?.requiresPassword == true, operation.usesSecret { return true }
    return rule(for: operation) != .allowed
  }

  /// Whether the secret of a password item could ever be opened again.
  ///
  /// With private-key usage there is no entry for decrypting: an item stored so would be lost, and
  /// adding it is refused with -25293 (spec/seckey.md 7.1).
  package var permitsOpening: Bool { rule(for: .decrypt) != nil }

  /// Whether the object needs no evaluation before an item can be stored under it.
  ///
  /// The explicit word wins; else true when no application password is asked for and every entry
  /// allows (spec/secitem.md 11.4).
  package var isBound: Bool {
    if let explicitBound { return explicitBound }
    guard let constraints else { return true }
    return !constraints.requiresPassword
      && !constraints.rules.contains { $0 != .allowed }
      && constraints.standard ?? .allowed == .allowed
  }
}

extension ConstrainedOperation {
  /// Whether the operation opens the item's secret or computes with it.
  package var usesSecret: Bool {
    switch self {
    case .decrypt, .sign, .computeKey, .decapsulate: true
    case .encrypt, .delete, .attest: false
    }
  }
}

extension AccessControl {
  /// The bits of `SecAccessControlCreateFlags` (spec/secitem.md 11.1); others mean nothing.
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let userPresence = Flags(rawValue: 1 << 0)
    package static let biometryAny = Flags(rawValue: 1 << 1)
    package static let biometryCurrentSet = Flags(rawValue: 1 << 3)
    package static let devicePasscode = Flags(rawValue: 1 << 4)
    package static let watch = Flags(rawValue: 1 << 5)
    package static let or = Flags(rawValue: 1 << 14)
    package static let and = Flags(rawValue: 1 << 15)
    package static let privateKeyUsage = Flags(rawValue: 1 << 30)
    package static let applicationPassword = Flags(rawValue: 1 << 31)

    /// The factors asked for, in the order of their numbers.
    package var factors: [AccessFactor] { AccessFactor.allCases.filter { contains($0.flag) } }
  }

  /// Makes the object that `SecAccessControlCreateWithFlags` answers.
  ///
  /// - Throws: `parameter` (-50) for a protection that is none, or for flags that exclude each
  ///   other (spec/secitem.md 11.2). Protection and flags are not checked against each other.
  package init(protectionName: String, flags: Flags) throws(KeychainError) {
    guard Protection.isKnownName(protectionName) else {
      throw .parameter("the protection of an access control is none of the known ones")
    }
    if let reason = flags.contradiction { throw .parameter(reason) }
    self.init(protectionName: protectionName, constraints: Constraints(flags))
  }
}

extension AccessControl.Flags {
  /// What user presence may be combined with; not even with bits that mean nothing.
  private static let besidePresence: Self = [
    .userPresence, .applicationPassword, .privateKeyUsage,
  ]

  /// Why the flags exclude each other; nil when they do not.
  fileprivate var contradiction: StaticString? {
    if isSuperset(of: [.or, .and]) {
      return "an access control cannot ask for all and for any of its constraints"
    }
    if isSuperset(of: [.biometryAny, .biometryCurrentSet]) {
      return "an access control cannot ask for any biometry and for the current set"
    }
    if contains(.userPresence), !isSubset(of: Self.besidePresence) {
      return "user presence cannot be combined with other constraints"
    }
    return nil
  }
}

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
