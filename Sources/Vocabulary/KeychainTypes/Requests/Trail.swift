// SPDX-License-Identifier: Apache-2.0

/// The record of how a service decided a call: the last step, the kind of search, and the numbers
/// of items.
///
/// The record takes a few words of memory. The record has no copy of an item and no name. An
/// explanation finds everything else in the request and in the store, with the row numbers in the
/// record.
package struct Trail: Hashable, Sendable, BitwiseCopyable {
  /// The steps in which a service decides a call; the trail of a refused call names the step that
  /// refused it.
  ///
  /// `RequestReader` has the order of the steps for each call.
  package enum Step: UInt8, Sendable, BitwiseCopyable {
    /// The first check of the request, which needs no schema.
    ///
    /// This step refuses keys for keychain files, such as `kSecUseKeychain`, whose value is not a
    /// keychain. The step also refuses invalid objects as values, and keys that exclude each other.
    case request = 1
    /// The check that the caller has at least one access group.
    case caller
    /// The check of the request's item class and of its pairs (keys with values).
    case content
    /// The check that the caller may use the access groups that the request names.
    case group
    /// The check that every key of the request has a meaning in this call.
    case meaning
    /// The search in the store: whether matching items exist, and whether the caller may decrypt
    /// them now.
    case store
    /// The check that no existing row has the primary key that Add or Update is about to store.
    case place
    /// The service answered the call; no step refused it.
    case answered
  }

  /// The access groups in which the service searched for items.
  package enum Scope: UInt8, Sendable, BitwiseCopyable {
    case none = 0
    /// The service searched in all access groups of the caller.
    case own
    /// The service searched only in the access group that the request names.
    case named
    /// The service searched in every access group, because the caller may see all groups.
    case all
  }

  /// The way in which a service found rows in the store.
  package enum Way: UInt8, Sendable, BitwiseCopyable {
    case none = 0
    /// The service read one row through an index, and checked inside the store that the row matches
    /// (Documentation/Decisions/point-read.md).
    case point
    /// The service searched for rows and checked them one by one.
    case search
    /// The service looked for certificates and their private keys, in a search for identities.
    case identities
  }

  package var step = Step.request
  package var scope = Scope.none
  package var way = Way.none
  /// The number of the request's conditions that the store checked by comparing digests, without
  /// decrypting a row.
  package var compared: UInt8 = 0
  package var opened: UInt8 = 0
  /// The number of items that the call found, changed or deleted.
  package var matched: UInt32 = 0
  /// The number of items, among `matched`, that Delete deleted while their class key was locked.
  package var locked: UInt32 = 0
  /// The number of the row that Update could not move to another primary key, because another row
  /// has that primary key.
  ///
  /// Nil if no move was refused for this reason.
  package var subject: Int64?
  /// The number of the existing row that has the primary key which Add or Update was to store; nil
  /// if there is no such conflict.
  package var occupant: Int64?

  package init() {}
}

extension KeychainError {
  /// Returns this error with the trail (the record of how the service decided) of the call.
  ///
  /// If the error already has a trail, its step, its row numbers and its numbers of items are kept.
  package func leaving(_ trail: Trail) -> KeychainError {
    var whole = trail
    if let met = self.trail {
      (whole.step, whole.subject, whole.occupant) = (met.step, met.subject, met.occupant)
      (whole.matched, whole.locked) = (met.matched, met.locked)
    }
    return with(whole)
  }

  /// Returns this error with the numbers of items that the call had already matched when it was
  /// refused.
  ///
  /// - Parameter locked: the number of these items that were deleted while their class key was
  ///   locked.
  package func counting(_ matched: UInt32, locked: UInt32 = 0) -> KeychainError {
    var trail = Trail()
    trail.step = .store
    if let met = self.trail { trail = met }
    (trail.matched, trail.locked) = (matched, locked)
    return with(trail)
  }

  /// Returns this error with a trail (record) which says that another row already has the primary
  /// key to store.
  ///
  /// - Parameters:
  ///   - occupant: the number of the row that has the primary key.
  ///   - subject: the number of the row that Update was to move to the primary key; nil for a new
  ///     item.
  package func met(_ occupant: Int64, moving subject: Int64? = nil) -> KeychainError {
    var trail = Trail()
    (trail.step, trail.subject, trail.occupant) = (.place, subject, occupant)
    return with(trail)
  }
}
