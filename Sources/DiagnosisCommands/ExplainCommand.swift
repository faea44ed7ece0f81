// SPDX-License-Identifier: Apache-2.0
import CodeIdentity
import Glibc
package import KeychainCommands
import KeychainComposition
import KeychainDiagnostics
import KeychainExplaining
import KeychainExplanations
import KeychainTracing
import KeychainTypes
import SecureMemory

/// The commands of this module, by the names that the table has.
package enum DiagnosisCommands {
  package static let verbs: [String: CommandVerb] = [
    "explain": { (invocation) throws(Stop) in
      try invocation.store.onlyLooking { () throws(Stop) in try ExplainCommand.run(invocation) }
    },
    "doctor": { (invocation) throws(Stop) in try DoctorCommand.run(invocation) },
    "dump-items": { (invocation) throws(Stop) in
      try invocation.store.onlyLooking { () throws(Stop) in try DumpItems.run(invocation) }
    },
    "trace": { (invocation) throws(Stop) in try TraceCommand.run(invocation) },
  ]
}

/// explain: why a call answers what it answers (spec/diagnostics.md 1.2).
enum ExplainCommand {
  /// What could not be determined.
  private static let unknown: Int32 = 3

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let terminal = invocation.terminal
    if try CodeQuestion.isAnswered(invocation) { return 0 }
    let options = try invocation.options()
    for names in [["as", "app"], ["values", "names"], ["skip", "fail"]] {
      try Contradiction.refuse(names, options)
    }
    if options.contains(.long("last")) || options.contains(.long("call")) {
      return try ExplainCapture.run(invocation, options)
    }
    if try CodeQuestion.isAnswered(options, terminal) { return 0 }
    guard !options.operands.isEmpty || !options.options.isEmpty else {
      throw .usage(message: "what is to be explained is missing: attr=value, a code or a status")
    }
    let standard = (try? ProfileChoice.current()) ?? .dataProtection
    let asked = try ExplainOptions(options, standard: standard, terminal)
    let caller = try PointOfView.caller(options, asked.profile, invocation.store)
    if options.contains(.long("with")) {
      try Contradiction.refuseJSON(of: "with", options)
      return try ExplainSharing.run(caller, options, asked.profile, terminal)
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
      return show(facts, asked, known, options, terminal)
    } catch {
      terminal.complain("explain: \(error)")
      return unknown
    }
  }

  /// Rehearses a call of a program, and returns what is known of it.
  ///
  /// - Parameter looksUp: whether the causes of its answer are looked up too.
  static func facts(
    _ asked: ExplainOptions, _ caller: Caller, _ invocation: Invocation,
    _ level: CallFacts.Level, showsPlan: Bool = false, looksUp: Bool = true
  ) throws(KeychainError) -> CallFacts {
    let service = try invocation.store.existingService(as: caller)
    guard let explaining = service as? any Explaining & Administration else {
      throw KeychainError(.unimplemented, "the service cannot explain its calls")
    }
    let authenticator = invocation.store.asked() ?? AuthenticatorChoice.nobody
    var rehearsal = Rehearsal(
      explaining, as: caller, in: asked.profile,
      asking: BoundAuthenticator(authenticator.authenticator, for: caller))
    rehearsal.assumptions = asked.assumptions
    rehearsal.effort = .commandLine
    rehearsal.level = level
    rehearsal.showsPlan = showsPlan
    rehearsal.looksUp = looksUp
    rehearsal.earlier = looksUp ? TraceRecords.ofTrace(of: caller) : []
    let dictionary = try asked.dictionary(of: service)
    return rehearsal.facts(asked.verb, dictionary, setting: asked.changes)
  }

  private static func show(
    _ facts: CallFacts, _ asked: ExplainOptions, _ known: KnownPrograms?,
    _ options: OptionReader, _ terminal: Terminal
  ) -> Int32 {
    let showsValues = PointOfView.showsValues(options, terminal)
    let wording = Wording(
      showsValues: showsValues, groups: facts.caller.groups, date: { LocalDate.minutes($0) })
    let explanation = KeychainExplanations.Explanation(facts, wording)
    if options.contains(.long("json")) {
      terminal.output(explanation.json(adding: known?.members ?? [:]) + "\n")
      return explanation.exitStatus
    }
    if let itemClass = asked.impliedClass {
      terminal.output("No class given: taken for \(ConstantNames.constant(itemClass)).\n")
    }
    for line in known?.lines ?? [] { terminal.output(line + "\n") }
    terminal.output(
      explanation.text(
        showsInfo: options.contains(.long("all")), isColoured: isColoured(terminal),
        endsWithStatus: terminal.outputIsTerminal || terminal.isVerbose))
    return explanation.exitStatus
  }

  /// Colour where a terminal can show it and nobody has forbidden it.
  static func isColoured(_ terminal: Terminal) -> Bool {
    guard terminal.outputIsTerminal, !ProcessVariable.isSet("NO_COLOR") else { return false }
    return ProcessVariable.value(of: "TERM") != "dumb"
  }
}
