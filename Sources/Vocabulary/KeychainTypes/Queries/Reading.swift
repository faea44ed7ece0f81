// SPDX-License-Identifier: Apache-2.0

/// The access group that a caller's dictionary names, not yet checked against the caller's access
/// groups (Specification/secitem.md, "Checks of access groups").
package enum RequestedGroup: Hashable, Sendable {
  case absent
  /// The dictionary names this access group, as text; in a search (CopyMatching), the dictionary
  /// may also have the text as `Data`.
  case named(String)
  /// The dictionary has a value for the access group that is not a string.
  ///
  /// Update and Delete then fail with -34018, and so does Add if the value is `Data`. In all other
  /// cases the call has failed before, with -50.
  case unusable
}

/// Describes a requested access group only as absent, named or unusable, because the name of a
/// group is the value of an attribute.
extension RequestedGroup: CustomStringConvertible, CustomReflectable {
  package var description: String {
    switch self {
    case .absent: "absent"
    case .named: "named"
    case .unusable: "unusable"
    }
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The rules by which a caller's dictionaries are read, for example those of iOS
/// (Specification/design.md, "Profiles").
package enum Profile: String, Sendable {
  case dataProtection
  case ios
  case quirks
}

/// The result of reading a caller's dictionary: a query or a new item, or the error that refuses
/// the dictionary.
///
/// `RequestReader` checks the dictionary, and the engine checks the caller's access groups. The
/// specified order mixes the checks of both (Specification/secitem.md, "Order of evaluation"). The
/// result therefore contains the requested access group, which the engine checks. The result also
/// contains the error of `RequestReader`, which the engine throws at the right position in the
/// order.
package struct Reading<Value: Sendable>: Sendable {
  /// The outcome of reading a dictionary: the value that was read, or the error that refuses the
  /// dictionary.
  ///
  /// This is not Swift's `Result`, whose failure has to conform to `Error`. To check this
  /// conformance, the runtime looks through all conformances of a program. The check takes a tenth
  /// of a millisecond in the first call of a process.
  package enum Outcome: Sendable {
    case success(Value)
    case failure(KeychainError)

    /// Returns the value that was read, or throws the error that refuses the dictionary.
    package func get() throws(KeychainError) -> Value {
      switch self {
      case .success(let value): return value
      case .failure(let refusal): throw refusal
      }
    }
  }

  /// The value that was read, or the first error that the reader found in the dictionary.
  package let outcome: Outcome
  /// An error in the dictionary that the engine throws only after the checks of access groups; nil
  /// if there is no late error.
  ///
  /// The error belongs to rows 6 to 8 of the table in Specification/secitem.md, "Order of
  /// evaluation".
  package let lateRefusal: KeychainError?
  package let group: RequestedGroup
  package let profile: Profile

  package init(
    _ outcome: Outcome, group: RequestedGroup = .absent,
    lateRefusal: KeychainError? = nil, profile: Profile = .dataProtection
  ) {
    self.outcome = outcome
    self.group = group
    self.lateRefusal = lateRefusal
    self.profile = profile
  }

  /// Makes a reading of a value that was made in code and not read from a dictionary.
  package init(
    _ value: Value, group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) {
    self.init(.success(value), group: group, profile: profile)
  }
}

extension Reading where Value == Query {
  /// Makes a reading of a query, like the general initializer of `Reading`, but faster.
  ///
  /// Other targets compile no specialized code for the general initializer, so they would look up
  /// the type at each call.
  package init(
    _ outcome: Outcome, group: RequestedGroup, lateRefusal: KeychainError? = nil, profile: Profile
  ) {
    self.outcome = outcome
    self.group = group
    self.lateRefusal = lateRefusal
    self.profile = profile
  }

  /// Returns a copy of the reading whose query has the given evidence; returns this reading if the
  /// evidence is nil.
  package func bringing(_ evidence: Evidence?) -> Reading {
    guard let evidence, case .success(var query) = outcome else { return self }
    query.evidence = evidence
    return Reading(.success(query), group: group, lateRefusal: lateRefusal, profile: profile)
  }
}

extension Reading where Value == NewItem {
  /// Makes a reading of a new item, like the general initializer of `Reading`, but faster.
  ///
  /// Other targets compile no specialized code for the general initializer, so they would look up
  /// the type at each call.
  package init(
    _ outcome: Outcome, group: RequestedGroup, lateRefusal: KeychainError? = nil, profile: Profile
  ) {
    self.outcome = outcome
    self.group = group
    self.lateRefusal = lateRefusal
    self.profile = profile
  }

  /// Returns a copy of the reading whose item has the given evidence; returns this reading if the
  /// evidence is nil.
  package func bringing(_ evidence: Evidence?) -> Reading {
    guard let evidence, case .success(var item) = outcome else { return self }
    item.evidence = evidence
    return Reading(.success(item), group: group, lateRefusal: lateRefusal, profile: profile)
  }
}
