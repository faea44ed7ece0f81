// SPDX-License-Identifier: Apache-2.0

/// The access control of an item: its protection, and the rules for each operation on the item
/// (Specification/secitem.md, "Access control objects").
///
/// Every value of the type is valid. Two access controls are equal if their content is equal, even
/// if they were made with different flags. An access control with flags 0 has a rule that allows
/// every operation. That access control does not equal a bare access control, which has no
/// rules.
package struct AccessControl: Hashable, Sendable {
  /// The name of the protection: the name of a `Protection`, such as `ak`, or `f` for Apple's
  /// private protection `UntilReboot`.
  ///
  /// No item can be stored with the protection `f`.
  package let protectionName: String
  /// The rules for operations on the item; nil for a bare access control, which has only a
  /// protection.
  package let constraints: Constraints?
  /// True if the access control states that it is bound to this device, false if it states that it
  /// is not bound.
  ///
  /// `bound(by:)` binds an access control, after it has found on this device the means of
  /// authentication that the rules require. Nil if the access control states neither. Read
  /// `isBound`, which is never nil.
  package var explicitBound: Bool?
  /// The identifier of the set of enrolled fingers that `biometryCurrentSet` requires; nil if the
  /// access control requires no particular set.
  ///
  /// The value is set when the access control is bound to this device
  /// (Specification/access-control.md, "Domain state").
  package var boundGeneration: Identifier16?
  /// The entries of the encoded access control that this version does not know, kept unchanged for
  /// a newer version (Specification/sync.md, "Seams", S8).
  let unknown: [TaggedList.Entry]

  /// The rules of an access control for the operations on its item.
  package struct Constraints: Hashable, Sendable {
    /// The rules for single operations; empty only if `standard` is not nil.
    package let rules: Rules
    /// The default rule for every operation that `rules` does not list; nil if there is no default
    /// rule.
    ///
    /// Apple's encoding of access controls names it `dacl`.
    package let standard: Rule?
    /// True if an application password is part of the item's key (`prp` in Apple's encoding).
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

  /// Makes an access control from rules for single operations and a default rule.
  ///
  /// Nil if the protection is unknown, or if an application password is required but there are no
  /// rules.
  ///
  /// Use this initializer for rules that a user wrote as text for the command `security item`.
  /// Programs make an access control from flags instead.
  ///
  /// - Parameter standard: the rule of every operation that `rules` does not list.
  package init?(
    protectionName: String, rules: Rules, standard: Rule?, requiresPassword: Bool
  ) {
    guard Protection.isKnownName(protectionName) else { return nil }
    let hasEntries = standard != nil || !rules.isEmpty
    guard hasEntries || !requiresPassword else { return nil }
    self.init(
      protectionName: protectionName,
      constraints: hasEntries
        ? Constraints(rules: rules, standard: standard, requiresPassword: requiresPassword) : nil)
  }

  /// Returns an access control that has a protection and no rules.
  ///
  /// CopyMatching returns a bare access control for items that were added without an access
  /// control.
  package static func bare(_ protection: Protection) -> AccessControl {
    AccessControl(protectionName: protection.name, constraints: nil)
  }

  /// The protection of the item; nil for the name `f` (Apple's private `UntilReboot`).
  ///
  /// An access control may have this name, but storing an item with it is refused (-50).
  package var protection: Protection? { Protection(name: protectionName) }

  /// True if the access control has any rule, even a rule that allows every operation.
  ///
  /// `SecItemAdd` and `SecItemUpdate` fail with -50 for an access control with rules if
  /// `kSecAttrSynchronizable` is the Boolean true (Specification/secitem.md, "Order of evaluation",
  /// step C4).
  package var hasEntries: Bool { constraints != nil }

  /// Returns the rule for an operation: the rule of this operation, or else the default rule.
  ///
  /// A bare access control, which has no rules, allows every operation. Nil if the access control
  /// has rules, but neither a rule for the operation nor a default rule; the operation is then
  /// denied.
  package func rule(for operation: ConstrainedOperation) -> Rule? {
    guard let constraints else { return .allowed }
    return constraints.rules[operation] ?? constraints.standard
  }

  /// True if the operation needs evidence (proof by the user) or is denied; false if the operation
  /// is allowed without evidence.
  ///
  /// If the access control has rules, an operation for which neither a rule nor a default rule
  /// exists is denied. If it requires an application password, the password is evidence for every
  /// operation that decrypts or uses the secret. Deleting and attesting need no application
  /// password.
  package func isConstrained(_ operation: ConstrainedOperation) -> Bool {
    if constraints?.requiresPassword == true, operation.usesSecret { return true }
    return rule(for: operation) != .allowed
  }

  /// True if a password that is stored under the access control can be read again.
  ///
  /// False if the access control has rules, but no rule that applies to decrypting. An example is
  /// an access control with the flag for private-key usage. A password stored under that access
  /// control would be lost, so adding it is refused with -25293 (Specification/seckey.md, "Software
  /// key with accc in its row").
  package var permitsOpening: Bool { rule(for: .decrypt) != nil }

  /// True if the access control is bound to this device, so that an item can be stored under it at
  /// once.
  ///
  /// `bound(by:)` binds an access control, after it has found on this device the means of
  /// authentication that the rules require. `explicitBound` decides if it is not nil. Otherwise the
  /// access control is bound if it requires no application password and every rule allows its
  /// operation (Specification/secitem.md, "Object and serialised form").
  package var isBound: Bool {
    if let explicitBound { return explicitBound }
    guard let constraints else { return true }
    return !constraints.requiresPassword
      && !constraints.rules.contains { $0 != .allowed }
      && constraints.standard ?? .allowed == .allowed
  }
}

extension ConstrainedOperation {
  /// True if the operation decrypts the item's secret or computes with the secret.
  package var usesSecret: Bool {
    switch self {
    case .decrypt, .sign, .computeKey, .decapsulate: true
    case .encrypt, .delete, .attest: false
    }
  }
}

extension AccessControl {
  /// The flags with which a program creates an access control: the bits of
  /// `SecAccessControlCreateFlags` (Specification/secitem.md, "Access control flags").
  ///
  /// Bits without a name in this type have no meaning.
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

    /// The factors (kinds of proof) that the flags require, in the order of the factors' raw
    /// values.
    package var factors: [AccessFactor] { AccessFactor.allCases.filter { contains($0.flag) } }
  }

  /// Makes the access control that `SecAccessControlCreateWithFlags` returns for a protection and
  /// flags.
  ///
  /// The call does not check whether the flags suit the protection.
  ///
  /// - Throws: `parameter` (-50) for an unknown protection, or for flags that exclude each other
  ///   (Specification/secitem.md, "Validity of an access control").
  package init(protectionName: String, flags: Flags) throws(KeychainError) {
    guard Protection.isKnownName(protectionName) else {
      throw .parameter("the protection of an access control is unknown")
    }
    if let reason = flags.contradiction { throw .parameter(reason) }
    self.init(protectionName: protectionName, constraints: Constraints(flags))
  }
}

extension AccessControl.Flags {
  /// All flags that are allowed if the flag for user presence is set, including that flag.
  ///
  /// Even bits without a meaning are refused if the flag for user presence is set.
  private static let besidePresence: Self = [
    .userPresence, .applicationPassword, .privateKeyUsage,
  ]

  /// The reason why these flags exclude each other, in words; nil if a program may combine them.
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
  /// The rule that the table of operations gives for one operation: factors are required, or the
  /// operation is always allowed.
  private enum Entry {
    /// The operation requires the factors (kinds of proof) that the flags name.
    case condition
    /// The operation is always allowed.
    case open
  }

  /// One row of the table of operations: a combination of flags, and the rules that an access
  /// control with these flags has.
  private struct Row {
    let hasFactors: Bool
    let hasKeyUsage: Bool
    let standard: Entry?
    let entries: [(ConstrainedOperation, Entry)]
  }

  /// The table of operations: the rules that an access control has for each combination of flags
  /// (Specification/secitem.md, "Resulting operation table").
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

  /// Makes the rules of an access control that is created with the given flags; the flags must not
  /// exclude each other.
  init(_ flags: AccessControl.Flags) {
    let factors = flags.factors
    // For zero or one factor, the operators *and* and *or* have equal results.
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
