// SPDX-License-Identifier: Apache-2.0

/// The record of how a service decided a call.
///
/// A value of a few words: no copy of an item and no name is in it. An explanation reads the rest
/// in the store, by the request and the numbers that stand here.
package struct Trail: Hashable, Sendable, BitwiseCopyable {
  /// The steps of a call, of which a refusal names the one that refused.
  ///
  /// `RequestReader` has their order for each verb.
  package enum Step: UInt8, Sendable, BitwiseCopyable {
    /// The request by itself: file-based keychains, objects, keys that exclude each other.
    case request = 1
    /// Whether the caller has any group.
    case caller
    /// The class and the pairs.
    case content
    /// The groups that the request names.
    case group
    /// Keys without meaning in the call.
    case meaning
    /// What the store holds, whether it opens, and who may open it.
    case store
    /// Whether an item that is to be has a place of its own.
    case place
    /// No step refused.
    case answered
  }

  /// The groups that were looked through.
  package enum Scope: UInt8, Sendable, BitwiseCopyable {
    case none = 0
    /// The caller's.
    case own
    /// The one that the request names.
    case named
    /// Those of all callers.
    case all
  }

  /// The way in which rows were found.
  package enum Way: UInt8, Sendable, BitwiseCopyable {
    case none = 0
    /// The first row of an index, judged where the store holds it.
    case point
    /// A plan, row by row.
    case search
    /// Certificates with their keys.
    case identities
  }

  package var step = Step.request
  package var scope = Scope.none
  package var way = Way.none
  /// Conditions of a search that the store compared by digest, and those that opened rows decided.
  package var compared: UInt8 = 0
  package var opened: UInt8 = 0
  /// Items that were found, changed or removed.
  package var matched: UInt32 = 0
  /// Those of them whose class key is locked, where they were removed.
  package var locked: UInt32 = 0
  /// The number of the row that Update wanted to move.
  package var subject: Int64?
  /// The number of the row whose place was wanted.
  package var occupant: Int64?

  package init() {}
}

extension KeychainError {
  /// The error with how its call was decided; a row that it has met before stays.
  package func leaving(_ trail: Trail) -> KeychainError {
    var whole = trail
    if let met = self.trail {
      (whole.step, whole.subject, whole.occupant) = (met.step, met.subject, met.occupant)
      (whole.matched, whole.locked) = (met.matched, met.locked)
    }
    return with(whole)
  }

  /// The error of a call that had counted so many items when it was refused.
  package func counting(_ matched: UInt32, locked: UInt32 = 0) -> KeychainError {
    var trail = Trail()
    trail.step = .store
    if let met = self.trail { trail = met }
    (trail.matched, trail.locked) = (matched, locked)
    return with(trail)
  }

  /// The error of an item whose place is taken.
  ///
  /// - Parameters:
  ///   - occupant: the number of the row in the place.
  ///   - subject: the number of the row that was to move there; nil for a new one.
  package func met(_ occupant: Int64, moving subject: Int64? = nil) -> KeychainError {
    var trail = Trail()
    (trail.step, trail.subject, trail.occupant) = (.place, subject, occupant)
    return with(trail)
  }
}
