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
