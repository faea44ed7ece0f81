// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import FileKeychain
import Foundation
import Glibc
import KeychainComposition
import KeychainDiagnostics
import KeychainExplaining
import KeychainTypes
import SecureMemory
import Security

/// The command `explain`, which says why a call returns its status (Specification/diagnostics.md,
/// "security explain").
enum ExplainCommand {
  /// The exit status of `explain` if the result of the call could not be determined.
  private static let unknown: Int32 = 3

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    try invocation.store.onlyLooking { () throws(Stop) in try explain(invocation) }
  }

  private static func explain(_ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    if try CodeQuestion.isAnswered(invocation) { return 0 }
    try ExplainOptions.refuseOtherCommands(invocation)
    let options = try invocation.options()
    for names in [["as", "app"], ["values", "names"], ["skip", "fail"]] {
      try Contradiction.refuse(names, options)
    }
    if options.contains(.long("last")) || options.contains(.long("call")) {
      return try ExplainCapture.run(invocation, options)
    }
    if try CodeQuestion.isAnswered(options, terminal) { return 0 }
    guard !options.operands.isEmpty || !options.options.isEmpty else {
      throw .usage(message: "the question is missing: attr=value, a code or a status")
    }
    let standard = (try? ProfileChoice.current()) ?? .dataProtection
    let asked = try ExplainOptions(options, standard: standard, terminal)
    // Names that mean no keychain are refused, whatever else the words describe.
    if invocation.store.keychains != nil { _ = try invocation.named(asked.keychains) }
    let caller = try PointOfView.caller(options, asked.profile, invocation.store)
    if options.contains(.long("with")) {
      try Contradiction.refuseJSON(of: "with", options)
      return try ExplainSharing.run(caller, options, asked.profile, terminal)
    }
    if let files = try ExplainKeychains(asked, caller, invocation) {
      return try files.run(options)
    }
    let isOwner = options.contains(.long("owner"))
    if isOwner, let refusal = try OwnerProof.refusal(invocation, options) { return refusal }
    do throws(KeychainError) {
      var known: KnownPrograms?
      if !PointOfView.isNamed(options), asked.item == nil {
        // The call is explained even if the known programs cannot be read.
        known = try? KnownPrograms(asked, invocation, isOwner: isOwner)
      }
      let facts = try facts(
        asked, known?.explained ?? caller, invocation, isOwner ? .owner : .caller,
        showsPlan: options.contains(.long("plan")))
      return show(
        facts, asked, known, options, terminal, withoutStore: invocation.placeOfMissingStore)
    } catch {
      terminal.complain("explain: \(error)")
      return unknown
    }
  }

  /// Rehearses a call as the given program would make it, and returns the facts about the call.
  ///
  /// A rehearsal determines the result of the call without changing the store.
  ///
  /// - Parameters:
  ///   - level: The amount of detail: only facts that the program itself may learn, or also facts
  ///     for the owner of the store.
  ///   - showsPlan: True to find also the way in which the store searches for the items.
  ///   - looksUp: True to find also the causes of the result. False to find only the result.
  static func facts(
    _ asked: ExplainOptions, _ caller: Caller, _ invocation: Invocation,
    _ level: CallFacts.Level, showsPlan: Bool = false, looksUp: Bool = true
  ) throws(KeychainError) -> CallFacts {
    let files = try? invocation.placedKeychains()
    let named = asked.isCommand ? [] : asked.keychains
    let keychains = files.map { files in
      named.map { SecKeychain(files, files.member(named: String(decoding: $0, as: UTF8.self))) }
    }
    var service: StoreAccess.Service?
    var obstacle: KeychainError?
    do throws(KeychainError) { service = try invocation.store.existingService(as: caller) } catch {
      let hasNoPlace = invocation.store.directory == nil
      guard error.code == .noSuchKeychain || hasNoPlace else { throw error }
      // A call on named keychain files needs no store. Every other call is answered as an empty
      // store answers it.
      let members = keychains?.map(\.member) ?? []
      if !members.contains(where: { $0.file != nil }) {
        guard let absence = invocation.store.absence else { throw error }
        service = try absence.emptyStore(caller)
        // A command that searches makes no store. Every other call would make one.
        let needsStore = hasNoPlace || !asked.isCommand || asked.verb == .add
        if needsStore { obstacle = absence.obstacle() }
      }
    }
    guard service == nil || service is any Explaining & Administration else {
      throw KeychainError(.unimplemented, "the service cannot explain its calls")
    }
    let explaining = service as? any Explaining & Administration
    let authenticator = invocation.store.asked() ?? AuthenticatorChoice.nobody
    var rehearsal = Rehearsal(
      explaining, as: caller, in: asked.profile,
      asking: BoundAuthenticator(authenticator.authenticator, for: caller))
    rehearsal.assumptions = asked.assumptions
    rehearsal.effort = .commandLine
    rehearsal.level = level
    rehearsal.showsPlan = showsPlan
    rehearsal.looksUp = looksUp
    (rehearsal.mergesFiles, rehearsal.isOtherProgram) = (asked.mergesFiles, true)
    rehearsal.earlier = looksUp ? TraceRecords.ofTrace(of: caller) : []
    let dictionary = asked.naming(keychains ?? [], in: try asked.dictionary(of: service))
    let facts = KeychainChoice.$scoped.withValue(files) {
      rehearsal.facts(
        asked.verb, asked.deletionOfFirst(rehearsal) ?? dictionary, setting: asked.changes)
    }
    guard let obstacle, facts.keychains?.isAboutStore != false else { return facts }
    return CallFacts(
      facts.shape, asked: facts.asked, outcome: CallOutcome(error: obstacle),
      from: facts.viewpoint)
  }

  /// Prints the explanation of a call, and returns the exit status of `explain`.
  ///
  /// - Parameter withoutStore: The directory of the store, if there is no store yet.
  static func show(
    _ facts: CallFacts, _ asked: ExplainOptions, _ known: KnownPrograms?,
    _ options: OptionReader, _ terminal: Terminal, withoutStore: String? = nil
  ) -> Int32 {
    let showsValues = PointOfView.showsValues(options, terminal)
    let wording = Wording(
      showsValues: showsValues, groups: facts.caller.groups, date: { LocalDate.minutes($0) })
    let explanation = KeychainExplaining.Explanation(facts, wording)
    if options.contains(.long("json")) {
      var members = known?.members ?? [:]
      if withoutStore != nil { members["storeExists"] = .flag(false) }
      terminal.output(explanation.json(adding: members) + "\n")
      return explanation.exitStatus
    }
    if let itemClass = asked.impliedClass {
      terminal.output("No class given: \(ConstantNames.constant(itemClass)) is assumed.\n")
    }
    for line in known?.lines ?? [] { terminal.output(line + "\n") }
    terminal.output(
      explanation.text(
        showsInfo: options.contains(.long("all")), isColoured: isColoured(terminal),
        endsWithStatus: terminal.outputIsTerminal || terminal.isVerbose))
    if let withoutStore, facts.keychains?.isAboutStore != false {
      terminal.output(
        "There is no store yet in \(VisibleText.of(withoutStore)): it counts as empty.\n")
    }
    return explanation.exitStatus
  }

  /// True if the terminal can show colour and the variable `NO_COLOR` is not set.
  static func isColoured(_ terminal: Terminal) -> Bool {
    guard terminal.outputIsTerminal, !ProcessVariable.isSet("NO_COLOR") else { return false }
    return ProcessVariable.value(of: "TERM") != "dumb"
  }
}

/// The command `explain --with PROGRAM`, which says whether two programs share an access group.
///
/// Source: Specification/diagnostics.md, "security explain", "Tree 4: errSecMissingEntitlement".
private enum ExplainSharing {
  /// The exit status if the two programs share no access group: the low byte of -34018.
  private static let refused: Int32 = 30

  static func run(
    _ caller: Caller, _ options: OptionReader, _ profile: Profile, _ terminal: Terminal
  ) throws(Stop) -> Int32 {
    let path = options.value(.long("with")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let other = try PointOfView.caller(of: path, by: "--with ", profile)
    let meant = try meantGroup(options)
    let shared = SharingFindings.shared(caller, other)
    var lines: [String] = []
    for program in [caller, other] {
      lines += TextBlock.wrap("\(Wording.visible(program.identifier)) holds", indent: "  ")
      let own = SharingFindings.own(program).map { group in
        "  " + TextBlock.cut(Wording.visible(group), to: 76)
      }
      lines += own.isEmpty ? ["  no group"] : own
    }
    lines.append("")
    let void = [caller, other].compactMap(\.refusal).first.map(GroupFindings.void)
    guard let finding = void ?? SharingFindings.mismatch(caller, other, profile, meant: meant)
    else {
      let groups = shared.map { Wording.visible($0) }.joined(separator: ", ")
      lines += TextBlock.wrap("They share \(groups).", indent: "  ")
      terminal.output(lines.joined(separator: "\n") + "\n")
      return 0
    }
    lines += finding.lines(isColoured: ExplainCommand.isColoured(terminal))
    terminal.output(lines.joined(separator: "\n") + "\n")
    return refused
  }

  /// Returns the access group in which the programs are to share items, from the operand `agrp=…`.
  ///
  /// Nil if the user did not give this operand.
  private static func meantGroup(_ options: OptionReader) throws(Stop) -> String? {
    let words = options.operands.map { String(decoding: $0, as: UTF8.self) }
    do throws(QueryWords.Misuse) {
      let group = try QueryWords(words).pairs[Attribute.accessGroup.name as NSString] as? String
      guard group?.isEmpty != true else {
        throw QueryWords.Misuse(message: "agrp= is the empty text, which is not a group")
      }
      return group
    } catch {
      throw .usage(message: error.message)
    }
  }
}
