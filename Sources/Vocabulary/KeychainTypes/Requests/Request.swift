// SPDX-License-Identifier: Apache-2.0
import SecureMemory

/// One call to a service, as the caller has worded it: every face makes the same value
/// (ARCHITECTURE.md, "One SecItemCopyMatching, from app to disk and back").
///
/// Nothing in it has been judged. The service reads it by the schema and refuses in the order of
/// spec/secitem.md 3.1 (`RequestReader`), so that all faces and services answer alike. A request
/// made of typed values (`init(adding:)` and the like) is read in the same way.
package struct Request: Sendable {
  /// The four calls.
  package enum Verb: Sendable {
    case add, copyMatching, update, delete
  }

  /// One pair of a dictionary.
  package struct Pair: Sendable {
    package let key: RequestKey
    package let value: RequestValue

    package init(_ key: consuming RequestKey, _ value: consuming RequestValue) {
      self.key = key
      self.value = value
    }

    /// Whether the value is `kSecAttrSynchronizableAny`.
    package var isAnySynchronizable: Bool {
      if case .text(ValueName.anySynchronizable) = value { true } else { false }
    }
  }

  /// What a rehearsal assumes: its call is computed up to its changes, and none of them is kept.
  package struct Rehearsal: Hashable, Sendable {
    /// The lock state to assume; nil for the one of now.
    ///
    /// One with more keys than there are now cannot be assumed.
    package let lock: LockState?
    /// Whether to answer as if no passcode were set.
    package let hasNoPasscode: Bool

    package init(lock: LockState? = nil, hasNoPasscode: Bool = false) {
      (self.lock, self.hasNoPasscode) = (lock, hasNoPasscode)
    }
  }

  package let verb: Verb
  package let profile: Profile
  /// The query, or for Add the item.
  package var pairs: RequestPairs
  /// The changes of Update; empty for the other calls.
  package var changes = RequestPairs()
  /// The key of the secure element that an item is to keep.
  package var element: ElementKey?
  /// The evidence that the user has given; nil where the caller has brought none yet.
  package var evidence: Evidence?
  /// Set where the call is only rehearsed.
  package var rehearsal: Rehearsal?

  package init(_ verb: Verb, _ pairs: RequestPairs, profile: Profile) {
    self.verb = verb
    self.pairs = pairs
    self.profile = profile
  }

  /// The request with evidence.
  package func bringing(_ evidence: Evidence?) -> Request {
    guard let evidence else { return self }
    var request = self
    request.evidence = evidence
    return request
  }
}

/// Keys and sizes, no values; the mirror has no children for the same reason.
extension Request: CustomStringConvertible, CustomReflectable {
  package var description: String {
    let names = (pairs.all + changes.all).map(\.key.name).joined(separator: " ")
    return "Request(\(verb), \(profile.rawValue), \(names))"
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
