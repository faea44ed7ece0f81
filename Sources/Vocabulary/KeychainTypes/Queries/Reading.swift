// SPDX-License-Identifier: Apache-2.0

/// The access group that a dictionary names, before anybody has judged it (spec/secitem.md 8.2).
package enum RequestedGroup: Hashable, Sendable {
  case absent
  /// A String; for Copy also text that came as Data.
  case named(String)
  /// Present, but no String: Update and Delete answer -34018, Add too when it was Data.
  case unusable
}

/// The kind only: the name of a group is the value of an attribute.
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

/// Which rules a dictionary was read by (DESIGN section 6).
package enum Profile: String, Sendable {
  case dataProtection
  case ios
  case quirks
}

/// What the reader made of a caller's dictionary.
///
/// The engine knows the caller's groups, the reader the dictionary, and the order of statuses
/// interleaves both (spec/secitem.md 3.1): so a refusal travels with the reading and the engine
/// raises it in its turn. A reading can cross a socket.
package struct Reading<Value: Sendable>: Sendable {
  /// How the parse ended.
  ///
  /// Not `Result`: its failure has to conform to `Error`, for which the runtime looks through all
  /// conformances of a program, a tenth of a millisecond in the first call of a process.
  package enum Outcome: Sendable {
    case success(Value)
    case failure(KeychainError)

    /// The value; throws the refusal.
    package func get() throws(KeychainError) -> Value {
      switch self {
      case .success(let value): return value
      case .failure(let refusal): throw refusal
      }
    }
  }

  /// The value, or the first refusal of the parse.
  package let outcome: Outcome
  /// A refusal that comes after the checks of groups (rows 6 to 8 of the table).
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

  /// A reading of something that needed no reader.
  package init(
    _ value: Value, group: RequestedGroup = .absent, profile: Profile = .dataProtection
  ) {
    self.init(.success(value), group: group, profile: profile)
  }
}

extension Reading where Value == Query {
  /// The general initializer for this type alone: other targets, which compile the general one for
  /// no type, would have the type looked up at each call.
  package init(
    _ outcome: Outcome, group: RequestedGroup, lateRefusal: KeychainError? = nil, profile: Profile
  ) {
    self.outcome = outcome
    self.group = group
    self.lateRefusal = lateRefusal
    self.profile = profile
  }

  /// The reading with evidence for its query.
  package func bringing(_ evidence: Evidence?) -> Reading {
    guard let evidence, case .success(var query) = outcome else { return self }
    query.evidence = evidence
    return Reading(.success(query), group: group, lateRefusal: lateRefusal, profile: profile)
  }
}

extension Reading where Value == NewItem {
  /// The general initializer for this type alone: other targets, which compile the general one for
  /// no type, would have the type looked up at each call.
  package init(
    _ outcome: Outcome, group: RequestedGroup, lateRefusal: KeychainError? = nil, profile: Profile
  ) {
    self.outcome = outcome
    self.group = group
    self.lateRefusal = lateRefusal
    self.profile = profile
  }

  /// The reading with evidence for its item.
  package func bringing(_ evidence: Evidence?) -> Reading {
    guard let evidence, case .success(var item) = outcome else { return self }
    item.evidence = evidence
    return Reading(.success(item), group: group, lateRefusal: lateRefusal, profile: profile)
  }
}
