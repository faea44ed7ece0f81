// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings about a call on keychain files, made only from the trail of the call
/// (Specification/diagnostics.md, "Engines, profiles, file keychains", "Tree 6: Mac-specific").
struct KeychainFindings {
  let trail: KeychainTrail
  let facts: CallFacts
  let wording: Wording

  /// Returns the findings about a call.
  ///
  /// The findings about the engines (the store and keychain files) that the call asked come first
  /// (`RouteFindings`). The findings about the keychain that decides the call follow. Empty if the
  /// call used no keychain file.
  static func all(_ facts: CallFacts, _ wording: Wording) -> [Finding] {
    guard let trail = facts.keychains else { return [] }
    return KeychainFindings(trail: trail, facts: facts, wording: wording).all
  }

  private var all: [Finding] {
    let deciding = trail.decidingPlace
    var findings = RouteFindings.all(trail, facts, wording)
    if let deciding { findings += self.findings(about: trail.steps[deciding], decides: true) }
    for (place, step) in trail.steps.enumerated() where place != deciding && step.isAsked {
      findings += self.findings(about: step, decides: deciding == nil)
    }
    guard deciding == nil, facts.error?.code == .itemNotFound else { return findings }
    findings += trail.unlisted.map(unlisted)
    // If the store was asked too and its items were compared, the findings about its near misses
    // explain more than this finding.
    let isCompared = trail.isAboutStore && facts.absence != nil
    if !isCompared, !findings.contains(where: { $0.severity == .error }) {
      findings.append(absent)
    }
    return findings
  }

  private func findings(about step: KeychainTrail.Step, decides: Bool) -> [Finding] {
    guard step.kind != .store else { return [] }
    switch step.error?.code {
    case .itemNotFound?: return []
    case .noSuchKeychain?: return [missing(step)]
    case .duplicateItem?: return locked(step, decides) + [duplicate(step)]
    case .invalidKeychain?, .invalidDatabaseBlob?, .incompatibleDatabaseBlob?,
      .invalidItemReference?:
      return [damaged(step)]
    case .interactionNotAllowed?, .authorizationFailed?, .userCancelled?, nil:
      let found = locked(step, decides) + closed(step, decides)
      guard found.isEmpty, let error = step.error else { return found }
      return [refused(step, error)]
    case .some: return step.error.map { [refused(step, $0)] } ?? []
    }
  }

  // MARK: Locks

  /// Returns the finding that a keychain is locked.
  ///
  /// Empty if the keychain is unlocked, or if the call succeeds without the keychain's password.
  ///
  /// - Parameter decides: true if this keychain decides the status of the call.
  private func locked(_ step: KeychainTrail.Step, _ decides: Bool) -> [Finding] {
    guard step.isLocked, step.asksUser || step.error != nil else { return [] }
    let isError = decides && step.error?.code != .duplicateItem && !step.asksUser
    let place =
      facts.verb == .add || facts.itemClass == nil || facts.verb.subject == .keychain
      ? ""
      : "; \(Wording.items(step.matches)) there "
        + "\(step.matches.are("matches", "match"))"
    let asked = step.asksUser ? "The call asks for its password." : nobody
    return [
      Finding(
        .fileKeychainLocked, "\(Wording.visible(step.name)) is locked\(place).",
        as: isError ? .error : .warning
      ).why("A file keychain opens with its own password. \(asked)")
        .fix("In a shell:", code: [unlocking(step)])
    ]
  }

  private func unlocking(_ step: KeychainTrail.Step) -> String {
    "security unlock-keychain \(Wording.shellWord(step.name))"
  }

  private var nobody: String {
    trail.mayAsk ? "No user can be asked." : "The program forbids questions."
  }

  // MARK: Access lists

  private func closed(_ step: KeychainTrail.Step, _ decides: Bool) -> [Finding] {
    guard let gate = step.gate else { return [] }
    let program = Wording.visible(facts.caller.identifier)
    let found =
      switch gate.kind {
      case .entry:
        "The access list of the item in \(Wording.visible(step.name)) does not trust \(program)."
      case .partition:
        "The partition list of the item in \(Wording.visible(step.name)) lacks "
          + "\(Wording.visible(gate.partition)), the partition of \(program)."
      }
    let isError = decides && step.error != nil
    let finding = Finding(.fileAclRefuses, found, as: isError ? .error : .warning)
      .item(Self.words(of: gate))
      .why(
        gate.isAskable
          ? "The list asks a user before another program may \(gate.operation). "
            + (step.asksUser ? "The call asks." : nobody)
          : "The list permits \(gate.operation) to no other program, and has no question.")
    guard !step.isLocked else {
      // The list stands in the clear, and its code needs the keys of the keychain.
      return [
        finding.note("While the keychain is locked, nothing proves that the list is not damaged.")
          .fix("Unlock the keychain, and explain the call again:", code: [unlocking(step)])
      ]
    }
    return [fixed(finding, gate, step)]
  }

  private static func words(of gate: KeychainTrail.Gate) -> String {
    switch gate.kind {
    case .entry:
      let names = gate.programs.map { Wording.visible($0) }.joined(separator: ", ")
      return "trusted for \(gate.operation): " + (names.isEmpty ? "no program" : names)
    case .partition:
      let names = gate.partitions.map { Wording.visible($0) }.joined(separator: ", ")
      return "partitions: " + (names.isEmpty ? "none" : names)
    }
  }

  private func fixed(
    _ finding: Finding, _ gate: KeychainTrail.Gate, _ step: KeychainTrail.Step
  ) -> Finding {
    let name = Wording.shellWord(step.name)
    switch gate.kind {
    case .partition:
      let list = (gate.partitions + [gate.partition]).joined(separator: ",")
      let verb =
        gate.isKey
        ? "set-key-partition-list"
        : facts.itemClass == .internetPassword
          ? "set-internet-password-partition-list" : "set-generic-password-partition-list"
      return finding.fix(
        "Add the partition; the command asks for the keychain's password."
          + (gate.isKey ? "" : filling(given, in: name)),
        code: [
          "security \(verb) -S \(Wording.shellWord(list)) \\",
          "  " + (gate.isKey ? "" : options(given) + " ") + name,
        ])
    case .entry where gate.isKey:
      return finding.fix("Import the key again, with -T \(programPath).")
    case .entry:
      let isInternet = facts.itemClass == .internetPassword
      let kind = isInternet ? "internet" : "generic"
      return finding.fix(
        "Add the item again, for the program too. FILE is a placeholder: a file with the secret, "
          + "which is gone from the keychain after the first command."
          + filling(identifying, in: name, lacksProgram: facts.caller.executable == nil && !isTool),
        code: [
          "security delete-\(kind)-password \(selection) \(name)",
          "security add-\(kind)-password \(selection) \\",
          "  -T \(programPath) --password-fd 3 \(name) 3< FILE",
        ])
    }
  }

  private var isTool: Bool { facts.caller.origin == .tool }

  /// The path of the program as the value of the option `-T` of a `security` command, or a
  /// placeholder if the path is not known.
  private var programPath: String {
    guard !isTool else { return "/usr/bin/security" }
    return facts.caller.executable.map { Wording.shellWord($0) } ?? "PROGRAM"
  }

  /// The attributes of the call by which a `security` command selects the item.
  ///
  /// Only attributes that the call gave have an option. If the call gave no attribute of these, all
  /// options are present, with placeholders as values.
  private var given: [Attribute] {
    let places = identifying.filter { attributes[$0] != nil }
    return places.isEmpty ? identifying : places
  }

  /// The options by which a `security` command selects exactly one item: service or server, and
  /// account.
  private var selection: String { options(identifying) }

  private var identifying: [Attribute] {
    [facts.itemClass == .internetPassword ? .server : .service, .account]
  }

  private var attributes: AttributeSet {
    facts.asked.item?.attributes
      ?? AttributeSet(
        (facts.asked.query?.predicates ?? []).map { AttributeSet.Entry($0.attribute, $0.value) })
  }

  /// Returns the value of an attribute in a command; nil if the call lacks it, or if the report
  /// hides values.
  private func word(_ attribute: Attribute) -> String? {
    guard wording.showsValues, case .text(let text)? = attributes[attribute] else { return nil }
    return Wording.shellWord(text)
  }

  private func placeholder(_ attribute: Attribute) -> String {
    UpdateProgram.placeholder(attribute).uppercased()
  }

  /// Returns options with the values of the call, or with placeholders for unknown values.
  private func options(_ identifying: [Attribute]) -> String {
    identifying.map { attribute in
      let letter = UpdateCommand.letters[attribute] ?? ""
      return "\(letter) \(word(attribute) ?? placeholder(attribute))"
    }.joined(separator: " ")
  }

  /// Returns a sentence that says which words of a command are placeholders.
  ///
  /// Empty if all values are known.
  ///
  /// - Parameters:
  ///   - name: The keychain, as a word of a command.
  ///   - lacksProgram: True if the word `PROGRAM` stands for the program's path.
  private func filling(
    _ identifying: [Attribute], in name: String, lacksProgram: Bool = false
  ) -> String {
    var names = identifying.filter { word($0) == nil }.map(placeholder)
    if lacksProgram { names.append("PROGRAM") }
    guard let last = names.popLast() else { return "" }
    let words = names.isEmpty ? last : names.joined(separator: ", ") + " and " + last
    return " \(words) \(names.isEmpty ? "is a placeholder" : "are placeholders"): see "
      + "security dump-items --values \(name)"
  }
}
