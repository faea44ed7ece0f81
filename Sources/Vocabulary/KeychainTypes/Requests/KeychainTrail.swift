// SPDX-License-Identifier: Apache-2.0

/// The record of how a call on keychains was decided: each keychain that was asked, in order, and
/// its answer (Specification/diagnostics.md, "Facts of a call", F12).
///
/// The record has names of keychains and programs, and numbers. It has no value of an attribute and
/// no secret.
package struct KeychainTrail: Equatable, Sendable {
  /// The gate of an access list that a program does not pass at once
  /// (Specification/file-keychain.md, "Access evaluation").
  package struct Gate: Hashable, Sendable {
    package enum Kind: String, Sendable {
      /// No entry of the access list lets the program pass.
      case entry
      /// The program's partition is not in the partition list.
      case partition
    }

    package let kind: Kind
    /// True if the list lets a user permit the operation.
    package let isAskable: Bool
    /// The operation in the words of `security`, for example `decrypt`.
    package let operation: String
    /// The partition of the program.
    package let partition: String
    /// The partitions of the item's list.
    package let partitions: [String]
    /// The paths of the programs that the entries of the operation name.
    package let programs: [String]
    /// True if the item is a key.
    package let isKey: Bool

    package init(
      _ kind: Kind, isAskable: Bool, operation: String, partition: String, partitions: [String],
      programs: [String], isKey: Bool
    ) {
      (self.kind, self.isAskable, self.operation) = (kind, isAskable, operation)
      (self.partition, self.partitions) = (partition, partitions)
      (self.programs, self.isKey) = (programs, isKey)
    }
  }

  /// One keychain, and its answer.
  package struct Step: Equatable, Sendable {
    package enum Kind: String, Sendable {
      case file, store, authorities
    }

    package let kind: Kind
    /// The name by which commands accept the keychain.
    package let name: String
    /// False if the call was decided before this keychain was asked.
    package var isAsked = true
    /// The number of items that match.
    package var matches = 0
    package var isLocked = false
    /// The gate of the first matching item that the program does not pass at once; nil if the
    /// program passes.
    package var gate: Gate?
    /// True if the call asks the user: for the password of the keychain, or for permission.
    package var asksUser = false
    /// The error of this keychain; nil if the keychain answers the call.
    package var error: KeychainError?

    package init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }
  }

  package var steps: [Step] = []
  /// The keychains outside the search list that have matching items.
  package var unlisted: [Step] = []
  /// True if the caller named the keychains; false if they are those of the search list.
  package var isNamed = false
  /// True if a user can be asked.
  package var canAsk = false
  /// False if the program forbids questions.
  package var mayAsk = true
  /// The names of the keychains of the search list whose files exist.
  package var listed: [String] = []

  package init() {}
}

extension KeychainTrail {
  /// Returns true if an error of one keychain ends the search through a list of keychains.
  ///
  /// The item was found then and may not be read. Any other keychain that cannot be searched is
  /// passed over.
  package static func endsSearch(_ code: KeychainError.Code) -> Bool {
    switch code {
    case .interactionNotAllowed, .authorizationFailed, .userCancelled, .authorizationRequired,
      .invalidItemReference:
      true
    default: false
    }
  }

  /// The error of the call that asks the keychains in order; nil if one answers it.
  ///
  /// A missing keychain of the search list counts as an empty one.
  package var error: KeychainError? {
    var failure = KeychainError(.itemNotFound, "no keychain that was asked has a matching item")
    for step in steps where step.isAsked {
      guard let error = step.error else { return nil }
      if Self.endsSearch(error.code) { return error }
      if error.code == .itemNotFound || error.code == .noSuchKeychain && !isNamed { continue }
      failure = error
    }
    return failure
  }

  /// The place of the step that decides the call; nil if every keychain is searched in vain.
  package var decidingPlace: Int? {
    steps.firstIndex { step in
      guard step.isAsked else { return false }
      return step.error.map { Self.endsSearch($0.code) } ?? true
    }
  }

  /// The number of items that the deciding keychain has; 0 if every keychain is searched in vain.
  package var matches: Int { decidingPlace.map { steps[$0].matches } ?? 0 }

  /// True if the embedded store decides the call, or was searched in vain like all others.
  package var isAboutStore: Bool {
    guard let place = decidingPlace else {
      return steps.contains { $0.kind == .store && $0.isAsked }
    }
    return steps[place].kind == .store
  }

  /// Marks the keychains behind the deciding one as not asked.
  package mutating func settle() {
    guard let place = decidingPlace else { return }
    for later in steps.indices where later > place { steps[later].isAsked = false }
  }
}
