// SPDX-License-Identifier: Apache-2.0

/// The record of how a call on keychains was decided: each keychain that was asked, in order, and
/// the outcome in it (Specification/diagnostics.md, "Facts of a call", F12).
///
/// The record has names of keychains and programs, and numbers, but no secret. The values of
/// attributes in `Gate.item` are for the commands of a report alone.
package struct KeychainTrail: Equatable, Sendable {
  /// A gate of an access list that stops a program: the entries, or the partition list
  /// (Specification/file-keychain.md, "Access evaluation").
  ///
  /// If `isAskable` is true, the user may let the program pass.
  package struct Gate: Hashable, Sendable {
    package enum Kind: String, Sendable {
      /// No entry of the access list lets the program pass.
      case entry
      /// The program's partition is not in the partition list.
      case partition
    }

    package let kind: Kind
    /// True if the access list lets the user permit the operation.
    package let isAskable: Bool
    /// The operation in the words of `security`, for example `decrypt`.
    package let operation: String
    /// The partition to which the program belongs: the text, such as `apple-tool:`, that must be in
    /// the partition list.
    package let partition: String
    /// The partitions in the item's partition list; empty if the item has no partition list.
    package let partitions: [String]
    /// The paths of the programs that the access list trusts with the operation.
    package let programs: [String]
    /// True if the item that the access list protects is a key, false if it is a password.
    package let isKey: Bool
    /// The item that the access list protects; nil if the file does not tell enough about it.
    package var item: ClosedItem?

    package init(
      _ kind: Kind, isAskable: Bool, operation: String, partition: String, partitions: [String],
      programs: [String], isKey: Bool
    ) {
      (self.kind, self.isAskable, self.operation) = (kind, isAskable, operation)
      (self.partition, self.partitions) = (partition, partitions)
      (self.programs, self.isKey) = (programs, isKey)
    }
  }

  /// One keychain that the call could ask, and the outcome of the call in this keychain.
  package struct Step: Equatable, Sendable {
    package enum Kind: String, Sendable {
      case file, store, authorities
    }

    package let kind: Kind
    /// The name of the keychain, as commands of `security` accept it.
    package let name: String
    /// False if the call was decided before this keychain was asked.
    package var isAsked = true
    /// True if the store does not exist yet, and is searched like an empty store.
    package var isAbsent = false
    /// The number of items in this keychain that match the call's query.
    package var matches = 0
    package var isLocked = false
    /// The gate that stops the program at the first matching item; nil if the program passes.
    package var gate: Gate?
    /// True if the call asks the user: for the password of the keychain, or for permission.
    package var asksUser = false
    /// The error with which this keychain refuses the call; nil if this keychain carries out the
    /// call.
    package var error: KeychainError?
    /// True if the error ends the call, because it is about an item that was found.
    package var endsCall = false

    package init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }
  }

  /// The reason why a `SecItem` call asks keychain files.
  package enum Reason: Hashable, Sendable {
    /// The dictionary has this key, which names keychains or which only keychain files understand.
    case key(String)
    /// `kSecUseDataProtectionKeychain` is false.
    case flag
    /// `LATCHKEY_PROFILE` is `macos` or a test has chosen this profile, and the dictionary has no
    /// `kSecUseDataProtectionKeychain`.
    case profile
  }

  package var steps: [Step] = []
  /// The reason why a `SecItem` call asks keychain files; nil for any other function.
  package var reason: Reason?
  /// True if the call asks the store first, and then keychain files.
  ///
  /// If the store refuses the call, the files decide it (Specification/secitem.md, "Fan-out and
  /// merge of the macOS shim").
  package var isMerged = false
  /// The names of the call's attributes that keychain files cannot store, and therefore ignore.
  package var ignored: [String] = []
  /// The keychains with matching items on the side that the call did not ask.
  ///
  /// If the call asked only keychain files, this is the store. If the call asked only the store,
  /// these are keychain files.
  package var elsewhere: [Step] = []
  /// The keychains outside the search list that have matching items.
  package var unlisted: [Step] = []
  /// True if the caller named the keychains to ask; false if the call asks the keychains of the
  /// search list.
  package var isNamed = false
  /// True if the call works on the default keychain, because its caller named no keychain.
  package var isDefault = false
  /// The errors with which files that have search lists or the default keychain could not be read.
  package var unreadLists: [KeychainError] = []
  /// True if the call ends with the first of these errors.
  ///
  /// A search goes on with the other lists. An addition needs to know the default keychain.
  package var needsLists = false
  /// True if a prompt can be shown: the program permits prompts, and a user can be reached.
  package var canAsk = false
  /// False if the program has forbidden prompts, with `SecKeychainSetUserInteractionAllowed`.
  package var mayAsk = true
  /// The names of the keychains of the user's search list, also of those whose files are missing.
  package var listed: [String] = []
  /// True if a keychain file that cannot be searched counts as a file without the item.
  ///
  /// The commands for passwords then end with -25300 (Specification/security-cli.md,
  /// "find-generic-password / find-internet-password").
  package var countsFailureAsAbsence = false

  package init() {}
}

extension KeychainError {
  /// This error with the code -25300 (item not found); the reason, the path and the advice stay.
  package var asAbsence: KeychainError {
    KeychainError(.itemNotFound, reason, context: context, advice: advice)
  }
}

extension KeychainTrail {
  /// Returns true if an error of one keychain ends the search through a list of keychains.
  ///
  /// An error that ends the search means that the keychain has the item, but does not give it to
  /// the program. After any other error, the next keychain is searched.
  package static func endsSearch(_ code: KeychainError.Code) -> Bool {
    switch code {
    case .interactionNotAllowed, .authorizationFailed, .userCancelled, .authorizationRequired,
      .invalidItemReference:
      true
    default: false
    }
  }

  /// The error of the whole call; nil if a keychain carries out the call.
  ///
  /// This is the first error that ends the call. If no error ends the call, this is the last error
  /// other than "not found", or else -25300. A missing file of a keychain in the search list counts
  /// as "not found".
  package var error: KeychainError? {
    if needsLists, let error = unreadLists.first { return error }
    var failure = KeychainError(.itemNotFound, "no keychain that was asked has a matching item")
    if let place = endingPlace { return steps[place].error }
    for step in decidingSteps where step.isAsked {
      guard let error = step.error else { return nil }
      if Self.endsSearch(error.code) { return error }
      if error.code == .itemNotFound || error.code == .noSuchKeychain && !isNamed { continue }
      failure = countsFailureAsAbsence && step.kind == .file ? error.asAbsence : error
    }
    return failure
  }

  /// The index of the step whose error ended the call; nil if no error ended the call.
  private var endingPlace: Int? { steps.firstIndex { $0.endsCall && $0.error != nil } }

  /// The steps that can decide the call: all steps, except the step of the store if the store
  /// refuses a merged call.
  ///
  /// A merged call asks the store first, and then keychain files.
  private var decidingSteps: ArraySlice<Step> {
    isMerged && steps.first?.error != nil ? steps.dropFirst() : steps[...]
  }

  /// The index in `steps` of the keychain that decides the call: the first keychain that carries
  /// out the call, or whose error ends the search.
  ///
  /// Nil if all keychains that were asked were searched without success.
  package var decidingPlace: Int? {
    endingPlace
      ?? decidingSteps.firstIndex { step in
        guard step.isAsked else { return false }
        return step.error.map { Self.endsSearch($0.code) } ?? true
      }
  }

  /// The number of matching items in the keychain that decides the call; 0 if no keychain decides
  /// it.
  package var matches: Int { decidingPlace.map { steps[$0].matches } ?? 0 }

  /// True if Latchkey's own store, and not a keychain file, decides the call.
  ///
  /// Also true if no keychain decides the call, but the store was asked.
  package var isAboutStore: Bool {
    if let place = decidingPlace { return steps[place].kind == .store }
    for step in steps where step.kind == .store && step.isAsked {
      // In a merged call, the files hide each error of the store except "not found".
      if !isMerged || step.isNotFound { return true }
    }
    return false
  }

  /// Marks the keychains that come after the deciding keychain as not asked.
  package mutating func settle() {
    guard let place = decidingPlace else { return }
    for later in steps.indices where later > place { steps[later].isAsked = false }
  }
}

extension KeychainTrail.Step {
  /// True if the keychain refused the call because it has no matching item (-25300).
  fileprivate var isNotFound: Bool {
    guard let error else { return false }
    return error.code == .itemNotFound
  }
}
