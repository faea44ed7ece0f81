// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// One call of a program to a keychain service, with the dictionaries of the call (ARCHITECTURE.md,
/// "One SecItemCopyMatching, from app to disk and back").
///
/// A request is unchecked. The service reads the request by the schema and refuses wrong requests
/// in a fixed order (`RequestReader`; Specification/secitem.md, "Order of evaluation"). Every
/// public interface makes this type, so all interfaces and services give equal answers. A request
/// that is made of typed values (`init(adding:)` and others) is read in the same order.
package struct Request: Sendable {
  /// The four calls for items: `SecItemAdd`, `SecItemCopyMatching`, `SecItemUpdate` and
  /// `SecItemDelete`.
  package enum Verb: Sendable {
    // A new case: the compiler finds each `switch` over verbs, but no comparison of two verbs.
    // `grep -rnE '[vV]erb [=!]= [.]' Sources` finds the comparisons, in these files:
    // - reading: RequestReader, QueryParser (the default limit), MacRules, Request+Encoding,
    //   Request+Values;
    // - answers: Authorizer (only `copyMatching` needs no right to write), SearchList, and
    //   FileService+Requests (a search, if no other case is named);
    // - functions of the module Security: ForeignDictionary+Request, ReferencedObject,
    //   ResultWriter, ItemRequest, CallNotes, IdentityParts, FileMembers, RoutedCall,
    //   KeychainNotes, SecKey;
    // - `security`: StoreAccess, SearchedTable, ExplainKeychains, ExplainOptions;
    // - explanations (`CallFacts.Verb`): Session+Explaining, Session+Collision, the folders
    //   Families, Facts, Records, Recipes, Refusals and Tracing. NearMissFindings has a `default`.
    case add, copyMatching, update, delete
  }

  /// One pair of a caller's dictionary: a key and its value.
  package struct Pair: Sendable {
    package let key: RequestKey
    package let value: RequestValue

    package init(_ key: consuming RequestKey, _ value: consuming RequestValue) {
      self.key = key
      self.value = value
    }

    /// True if the value is `kSecAttrSynchronizableAny`.
    package var isAnySynchronizable: Bool {
      if case .text(ValueName.anySynchronizable) = value { true } else { false }
    }
  }

  /// The assumptions of a rehearsal: a call whose result is computed, but whose changes are not
  /// stored.
  package struct Rehearsal: Hashable, Sendable {
    /// The lock state of the store that the rehearsal assumes; nil for the present lock state.
    ///
    /// The rehearsal cannot assume a lock state with more available class keys than the present
    /// lock state.
    package let lock: LockState?
    /// True if the rehearsal assumes that the store has no passcode.
    package let hasNoPasscode: Bool

    package init(lock: LockState? = nil, hasNoPasscode: Bool = false) {
      (self.lock, self.hasNoPasscode) = (lock, hasNoPasscode)
    }
  }

  package let verb: Verb
  package let profile: Profile
  /// The pairs of the query dictionary; for Add, the pairs of the dictionary that describes the new
  /// item.
  package var pairs: RequestPairs
  /// The pairs of the dictionary of new values for Update; empty for the other three calls.
  package var changes = RequestPairs()
  /// The key in the secure element that Add stores as an item; nil for all other requests.
  package var element: ElementKey?
  /// The proofs that the user has given for this call; nil if the caller has sent no evidence so
  /// far.
  package var evidence: Evidence?
  /// The assumptions with which the call is only rehearsed; nil if the call is performed.
  package var rehearsal: Rehearsal?

  package init(_ verb: Verb, _ pairs: RequestPairs, profile: Profile) {
    self.verb = verb
    self.pairs = pairs
    self.profile = profile
  }

  /// Returns a copy of the request with the given evidence; returns this request if the evidence is
  /// nil.
  package func bringing(_ evidence: Evidence?) -> Request {
    guard let evidence else { return self }
    var request = self
    request.evidence = evidence
    return request
  }
}

/// Describes a request by its call, profile and keys, without values.
///
/// The mirror is empty, so that Swift's `dump` shows no values.
extension Request: CustomStringConvertible, CustomReflectable {
  package var description: String {
    let names = (pairs.all + changes.all).map(\.key.name).joined(separator: " ")
    return "Request(\(verb), \(profile.rawValue), \(names))"
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
