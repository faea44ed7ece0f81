// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import Security

/// The part of the command `explain` for calls on keychain files: a call that names keychains, or a
/// command that looks through a search list with files (Specification/diagnostics.md, "Tree 6:
/// Mac-specific").
struct ExplainKeychains {
  private let asked: ExplainOptions
  private let caller: Caller
  private let invocation: Invocation
  private let keychains: Keychains
  private let members: [Keychains.Member]
  private let table: SearchedTable

  /// Finds the keychains that the call asks; nil if no keychain file is among them.
  init?(_ asked: ExplainOptions, _ caller: Caller, _ invocation: Invocation) throws(Stop) {
    guard asked.item == nil, !asked.keychains.isEmpty || asked.isCommand,
      invocation.store.keychains != nil
    else { return nil }
    let names = asked.keychains.map { Array($0.utf8) }
    let named = try invocation.named(names)
    if !named.isEmpty {
      members = asked.verb == .add ? [named[0].member] : named.map(\.member)
    } else if asked.verb == .add {
      guard let standard = try? invocation.placedKeychains().standard() else { return nil }
      members = [standard]
    } else {
      guard let list = try? invocation.placedKeychains().searchList() else { return nil }
      members = list
    }
    keychains = try invocation.keychains()
    let table = SearchedTable(asked)
    guard
      members.contains(where: { $0.file != nil })
        || named.isEmpty && asked.verb != .add && Self.isElsewhere(table, in: keychains)
    else { return nil }
    guard asked.verb != .update else {
      throw .usage(message: "update: a keychain is named only to find, add or delete an item")
    }
    guard let table else {
      throw .usage(
        message: "in a keychain file, explain finds passwords by their attributes, and "
          + "certificates and keys by labl= alone")
    }
    (self.asked, self.caller, self.invocation, self.table) = (asked, caller, invocation, table)
  }

  /// Returns true if a keychain file of the user's folder has a matching item.
  private static func isElsewhere(_ table: SearchedTable?, in keychains: Keychains) -> Bool {
    guard let table else { return false }
    return keychains.inFolder().contains { keychain in
      let items = try? keychain.items(in: table.relation, where: table.terms, limit: 1)
      return items?.isEmpty == false
    }
  }

  /// Explains the call, and returns the exit status of `explain`.
  func run(_ options: OptionReader) -> Int32 {
    let rehearsal = rehearsal(table)
    var store: CallFacts?
    let trail: KeychainTrail
    if asked.verb == .add, case .file(let keychain)? = members.first, let values = table.values {
      trail = keychains.rehearse(rehearsal, adding: values, to: keychain)
    } else {
      trail = keychains.rehearse(rehearsal, in: members, isNamed: !asked.keychains.isEmpty) {
        guard let facts = storeFacts() else {
          return (0, KeychainError(.itemNotFound, "there is no store yet"))
        }
        store = facts
        return (facts.matchCount, facts.error)
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

  /// Rehearses the call on the embedded store; nil if there is no store, or if it cannot be asked.
  private func storeFacts() -> CallFacts? {
    guard (try? invocation.store.place().isMade) == true else { return nil }
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

/// Records the calls that commands make on keychain files, if the user has turned that on.
extension Invocation {
  /// Begins to record a call on passwords; nil if no keychain file is asked, or if nothing is
  /// recorded.
  func watch(
    _ verb: Request.Verb, _ itemClass: ItemClass, _ given: AttributeSet,
    in keychains: [NamedKeychain], wantsSecret: Bool = false
  ) -> KeychainCallWatch? {
    guard keychains.contains(where: { $0.member.file != nil }), let all = try? placedKeychains(),
      let table = SearchedTable(itemClass, given)
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
    // Without this installation, a record would name another caller.
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
            return all.rehearse(rehearsal, adding: values, to: keychain)
          }
          return all.rehearse(
            rehearsal, in: keychains.map(\.member), isNamed: keychains.contains { $0.name != nil }
          ) {
            // The store's own call has a record of its own.
            (0, KeychainError(.itemNotFound, "nothing matches"))
          }
        })
    }
  }
}
