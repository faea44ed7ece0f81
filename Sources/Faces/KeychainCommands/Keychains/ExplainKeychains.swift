// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import Security

/// The part of the command `explain` for commands on passwords that look through keychain files
/// (Specification/diagnostics.md, "Tree 6: Mac-specific").
///
/// A call of SecItem on keychain files is rehearsed by `ExplainCommand` instead.
struct ExplainKeychains {
  private let asked: ExplainOptions
  private let caller: Caller
  private let invocation: Invocation
  private let keychains: Keychains
  private let members: [Keychains.Member]
  /// True if the call adds an item and names no keychain: the default keychain gets the item.
  private let isDefault: Bool
  /// The errors with which files that have lists of keychains could not be read.
  private let unreadLists: [KeychainError]
  /// True if the explained call is a command that searches for a password.
  private let findsPassword: Bool
  private let table: SearchedTable

  /// Finds the keychains that the explained call searches, or to which it adds an item.
  ///
  /// Nil if `ExplainCommand` must explain the call instead. One reason is that the arguments do not
  /// name a command, or contain the option `--item`. Another reason is that keychain files cannot
  /// be searched by the conditions of the call. The last reason is that all keychains found are the
  /// store, which is no keychain file. An exception is a search or deletion that names no keychain,
  /// if a keychain file in the user's folder has a matching item.
  ///
  /// - Parameter asked: The arguments of `explain`, which describe the call.
  /// - Throws: `Stop.usage` if the call cannot be made on keychain files.
  init?(_ asked: ExplainOptions, _ caller: Caller, _ invocation: Invocation) throws(Stop) {
    guard asked.item == nil, asked.isCommand, invocation.store.keychains != nil
    else { return nil }
    let named = try invocation.named(asked.keychains)
    isDefault = named.isEmpty && asked.verb == .add
    // Without a home there are no lists, and the report on the store gives the reason.
    guard let places = try? invocation.placedKeychains(),
      !named.isEmpty || places.places.absence == nil
    else { return nil }
    keychains = places
    if !named.isEmpty {
      members = asked.verb == .add ? [named[0].member] : named.map(\.member)
      unreadLists = []
    } else if isDefault {
      (members, unreadLists) = Self.standard(places)
    } else {
      let lists = places.searchLists()
      (members, unreadLists) = (lists.members.filter { !$0.isAuthorities }, lists.failures)
    }
    let table = SearchedTable(asked)
    guard
      members.contains(where: { $0.file != nil || $0.isAuthorities }) || !unreadLists.isEmpty
        || named.isEmpty && asked.verb != .add && Self.isElsewhere(table, in: keychains)
    else { return nil }
    guard let table else { return nil }
    (self.asked, self.caller, self.invocation, self.table) = (asked, caller, invocation, table)
    findsPassword = asked.isCommand && asked.verb != .add && table.isOfPasswords
  }

  /// Returns the default keychain, or the error with which the file that names it cannot be read.
  private static func standard(
    _ keychains: Keychains
  ) -> (members: [Keychains.Member], failures: [KeychainError]) {
    do throws(KeychainError) { return (try keychains.standard().map { [$0] } ?? [], []) } catch {
      return ([], [error])
    }
  }

  /// Returns true if a keychain file in the user's folder has an item that the explained call
  /// would find.
  ///
  /// - Parameter table: The table that the call searches, and its conditions. Nil if no table of
  ///   keychain files can be searched by these conditions; the function then returns false.
  private static func isElsewhere(_ table: SearchedTable?, in keychains: Keychains) -> Bool {
    guard let table else { return false }
    return keychains.inFolder().contains { keychain in
      let items = try? keychain.items(in: table.relation, where: table.terms, limit: 1)
      return items?.isEmpty == false
    }
  }

  /// Explains the call, and returns the exit status of `explain`.
  ///
  /// - Throws: `Stop` with the status and the message of the command, if a program of the option
  ///   `-T` does not exist.
  func run(_ options: OptionReader) throws(Stop) -> Int32 {
    if asked.verb == .add, members.first?.file != nil { _ = try TrustOptions(options, invocation) }
    let rehearsal = rehearsal(table)
    var store: CallFacts?
    var trail: KeychainTrail
    if isDefault, !unreadLists.isEmpty {
      trail = keychains.emptyTrail(isNamed: false)
      trail.needsLists = true
    } else if asked.verb == .add, case .file(let keychain)? = members.first,
      let values = table.values
    {
      trail = keychains.rehearse(rehearsal, adding: values, to: keychain)
    } else if asked.verb == .add, case .authorities(let path)? = members.first {
      trail = keychains.emptyTrail(isNamed: true)
      var step = keychains.unasked(.authorities(path: path))
      (step.isAsked, step.error) = (true, .authorities(path))
      trail.steps = [step]
    } else {
      trail = keychains.rehearse(rehearsal, in: members, isNamed: !asked.keychains.isEmpty) {
        guard let facts = storeFacts() else {
          return (0, KeychainError(.itemNotFound, "there is no store yet"))
        }
        store = facts
        return (facts.matchCount, facts.error)
      }
    }
    trail.countsFailureAsAbsence = findsPassword
    (trail.isDefault, trail.unreadLists) = (isDefault, unreadLists)
    if !isStoreMade {
      for place in trail.steps.indices where trail.steps[place].kind == .store {
        trail.steps[place].isAbsent = true
      }
    }
    return ExplainCommand.show(facts(trail, store), asked, nil, options, invocation.terminal)
  }

  private func rehearsal(_ table: SearchedTable) -> KeychainRehearsal {
    let needsRight: Authorization? =
      switch asked.verb {
      case .copyMatching:
        asked.dictionary[kSecReturnData] as? Bool == true ? table.operation : nil
      case .add, .update, .delete: nil
      }
    var rehearsal = KeychainRehearsal(
      table.relation, table.terms, for: needsRight, as: KeychainClient(caller))
    rehearsal.mayAsk = keychains.surroundings.mayAsk
    rehearsal.canAsk =
      keychains.surroundings.canAsk && !asked.assumptions.contains(.headless)
      && !asked.assumptions.contains(.background)
    if asked.assumptions.contains(.unlocked) { rehearsal.assumesLocked = false }
    if asked.assumptions.contains(.locked) || asked.assumptions.contains(.beforeFirstUnlock) {
      rehearsal.assumesLocked = true
    }
    return rehearsal
  }

  private var isStoreMade: Bool { invocation.store.isMade }

  /// Rehearses the call on the store (not on keychain files), and returns the facts about the call.
  ///
  /// Nil if there is no store, or if the rehearsal fails.
  private func storeFacts() -> CallFacts? {
    guard isStoreMade else { return nil }
    return try? ExplainCommand.facts(asked, caller, invocation, .caller)
  }

  private func facts(_ trail: KeychainTrail, _ store: CallFacts?) -> CallFacts {
    var shape = store?.shape ?? CallShape(CallFacts.Verb(asked.verb), asked.profile, caller)
    shape.use.function = table.function(asked.verb)
    var outcome = CallOutcome(error: trail.error, trail: store?.trail, asks: store?.asks ?? [])
    outcome.keychains = trail
    var viewpoint = store?.viewpoint ?? Viewpoint()
    viewpoint.assumptions = asked.assumptions
    var state = store?.store ?? StoreFacts()
    if store == nil { state.device.isKnown = false }
    if !trail.isAboutStore { state.matchCount = trail.matches }
    return CallFacts(
      shape, asked: table.asked(asked.verb), outcome: outcome, from: viewpoint, store: state)
  }
}

/// Records the calls that commands make on keychain files, if reports or a trace of calls are
/// requested (`CallReporter`).
extension Invocation {
  /// Begins to record a call of a command that finds or changes passwords.
  ///
  /// Nil if no keychain in `keychains` is a file, or if calls are not being recorded.
  ///
  /// - Parameter wantsSecret: True if the call reads the secret, which the access list of the item
  ///   must permit.
  func watch(
    _ verb: Request.Verb, _ itemClass: ItemClass, _ given: AttributeSet,
    in keychains: [NamedKeychain], wantsSecret: Bool = false
  ) -> KeychainCallWatch? {
    let unread = keychains.compactMap(\.listFailure)
    guard !unread.isEmpty || keychains.contains(where: { $0.member.file != nil }),
      let all = try? placedKeychains(), let table = SearchedTable(itemClass, given)
    else { return nil }
    let call: StoreCall
    switch verb {
    case .add:
      var item = NewItem(itemClass)
      item.attributes = given
      call = StoreCall(.add(item))
    case .copyMatching, .update, .delete:
      let predicates = given.map { Predicate($0.attribute, $0.value) }
      var query = Query(itemClass, predicates, limit: .one)
      query.returns = wantsSecret ? .attributesAndSecret : .attributes
      call = StoreCall(verb == .delete ? .delete(query) : .search(query))
    }
    store.recordsCalls = true
    // With this installation, the record names `security` as the caller.
    let installation = Installation(caller: SecurityCommand.caller)
    return CurrentInstallation.$scoped.withValue(installation) {
      KeychainCallWatch(
        CallFacts.Verb(verb), table.function(verb), table.asked(verb),
        describing: { call.describe(&$0) },
        rehearse: {
          var rehearsal = KeychainRehearsal(
            table.relation, table.terms, for: wantsSecret ? table.operation : nil,
            as: all.surroundings.client)
          (rehearsal.canAsk, rehearsal.mayAsk) = (all.surroundings.canAsk, all.surroundings.mayAsk)
          if verb == .add {
            guard let keychain = keychains.first?.member.file, let values = table.values else {
              return nil
            }
            var trail = all.rehearse(rehearsal, adding: values, to: keychain)
            trail.isDefault = keychains.first?.name == nil
            return trail
          }
          let members = keychains.filter { $0.listFailure == nil }.map(\.member)
          var trail = all.rehearse(
            rehearsal, in: members, isNamed: keychains.contains { $0.name != nil }
          ) {
            // The call on the store is recorded separately, so this rehearsal does not ask the
            // store.
            (0, KeychainError(.itemNotFound, "nothing matches"))
          }
          (trail.countsFailureAsAbsence, trail.unreadLists) = (true, unread)
          return trail
        })
    }
  }

  /// The commands that print what they find out, so that a record would repeat it.
  private static let diagnosing = ["check", "doctor", "explain"]

  /// Records the failure of a command on a keychain file, unless the command records its calls
  /// itself.
  ///
  /// - Parameter call: the words before the text of the status, such as the name of a function.
  func record(_ error: KeychainError, of call: String?) {
    guard !store.recordsCalls, !Self.diagnosing.contains(command.name),
      store.keychains != nil, let path = error.pathOfFile, let all = try? placedKeychains()
    else { return }
    let word = call.map { String($0.prefix { $0 != " " }) } ?? ""
    let function = word.hasPrefix("Sec") ? word : "SecKeychainSearchCopyNext"
    if all.isList(path) {
      watch(function) { trail in
        (trail.unreadLists, trail.needsLists) = ([error], true)
      }?.end(error)
    } else if let keychain = all.watched(path) {
      watch(function, on: keychain)?.end(error)
    }
  }

  /// Apple's functions that take the password of a keychain as an argument.
  private static let withPassword = ["SecKeychainUnlock", "SecKeychainChangePassword"]

  /// Begins to record a call about a whole keychain file, not about an item; nil if calls are not
  /// being recorded.
  ///
  /// - Parameter function: the name of Apple's function for this call.
  func watch(_ function: String, on keychain: Keychain) -> KeychainCallWatch? {
    watch(function) { trail in
      guard let all = try? placedKeychains() else { return }
      var step = KeychainTrail.Step(.file, all.places.commandName(of: keychain.path))
      // If the call has the keychain's password, the lock is not the reason for an error.
      step.isLocked =
        !Self.withPassword.contains(function)
        && (try? keychain.status()).map { !$0.contains(.unlocked) } ?? false
      (trail.steps, trail.isNamed) = ([step], true)
    }
  }

  private func watch(
    _ function: String, _ fill: (inout KeychainTrail) -> Void
  ) -> KeychainCallWatch? {
    store.recordsCalls = true
    // Without this installation, the record would not name the caller of the command.
    let installation = Installation(caller: SecurityCommand.caller)
    return CurrentInstallation.$scoped.withValue(installation) {
      KeychainCallWatch(
        .copyMatching, function, AskedFact(), describing: { _ in },
        rehearse: {
          guard let all = try? placedKeychains() else { return nil }
          var trail = KeychainTrail()
          fill(&trail)
          (trail.canAsk, trail.mayAsk) = (all.surroundings.canAsk, all.surroundings.mayAsk)
          return trail
        })
    }
  }
}

extension KeychainError {
  /// The path of the file that the error is about; nil if the error names no file.
  var pathOfFile: String? {
    switch context {
    case .path(let path)?, .part(_, of: let path)?: path
    default: nil
    }
  }
}
