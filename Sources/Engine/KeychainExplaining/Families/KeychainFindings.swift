// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings about a call on keychain files, made only from the trail of the call
/// (Specification/diagnostics.md, "Engines, profiles, file keychains", "Tree 6: Mac-specific").
struct KeychainFindings {
  private let trail: KeychainTrail
  private let facts: CallFacts
  private let wording: Wording

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
    // If the store was asked too, the findings about its near misses explain more than this
    // finding.
    if !trail.isAboutStore, !findings.contains(where: { $0.severity == .error }) {
      findings.append(absent)
    }
    return findings
  }

  private func findings(about step: KeychainTrail.Step, decides: Bool) -> [Finding] {
    guard step.kind == .file else { return [] }
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
        .fix(
          "In a shell:", code: ["security unlock-keychain \(Wording.shellWord(step.name))"])
    ]
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
        "Add the partition; the command asks for the keychain's password:",
        code: [
          "security \(verb) -S \(Wording.shellWord(list)) \\",
          "  " + (gate.isKey ? "" : given + " ") + name,
        ])
    case .entry where gate.isKey:
      return finding.fix("Import the key again, with -T PROGRAM.")
    case .entry:
      let isInternet = facts.itemClass == .internetPassword
      let kind = isInternet ? "internet" : "generic"
      return finding.fix(
        "Delete the item, and add it again for the program with its secret in place of SECRET:",
        code: [
          "security delete-\(kind)-password \(given) \(name)",
          "security add-\(kind)-password \(selection) \\", "  -T \(programPath) -w SECRET \(name)",
        ])
    }
  }

  /// The path of the program as the value of the option `-T` of a `security` command, or a
  /// placeholder if the path is not known.
  private var programPath: String {
    guard facts.caller.origin != .tool else { return "/usr/bin/security" }
    return facts.caller.executable.map { Wording.shellWord($0) } ?? "PROGRAM"
  }

  /// The options by which a `security` command selects the item: service or server, and account.
  ///
  /// Only attributes that the call gave have an option. If the call gave no attribute of these, all
  /// options are present, with placeholders as values.
  private var given: String {
    let places = identifying.filter { attributes[$0] != nil }
    return options(places.isEmpty ? identifying : places)
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

  /// Returns the options of a `security` command that give the values of these attributes.
  ///
  /// The values are those of the call. If the report hides values, or if the call did not give a
  /// value, the option has a placeholder.
  private func options(_ identifying: [Attribute]) -> String {
    let values = attributes
    return identifying.map { attribute in
      let letter = UpdateCommand.letters[attribute] ?? ""
      guard wording.showsValues, case .text(let text)? = values[attribute] else {
        return "\(letter) \(UpdateProgram.placeholder(attribute).uppercased())"
      }
      return "\(letter) \(Wording.shellWord(text))"
    }.joined(separator: " ")
  }

  // MARK: Lists and files

  private func unlisted(_ step: KeychainTrail.Step) -> Finding {
    let names = (trail.listed + [step.name]).map(Wording.shellWord).joined(separator: " ")
    return Finding(
      .notInSearchList,
      "\(Wording.visible(step.name)) has \(Wording.items(step.matches, "matching")), and is not in "
        + "the search list."
    ).why("Without the name of a keychain, a call looks through the search list.")
      .fix(
        "Name the keychain in the call, or:",
        code: ["security list-keychains -d user -s \\", "  \(names)"])
  }

  private func missing(_ step: KeychainTrail.Step) -> Finding {
    let name = Wording.visible(step.name)
    guard !trail.isNamed else {
      return Finding(
        .fileKeychainMissing, "The call names \(name), and there is no such file.", as: .error
      ).fix("Correct the name: security list-keychains shows those of the search list.")
    }
    let names = trail.listed.map(Wording.shellWord).joined(separator: " ")
    return Finding(
      .fileKeychainMissing,
      "\(name) is in the search list, and its file does not exist: it counts as empty."
    ).fix(
      "Take it out of the list:", code: ["security list-keychains -d user -s \\", "  \(names)"])
  }

  private func duplicate(_ step: KeychainTrail.Step) -> Finding {
    Finding(
      .duplicateIdentical,
      "\(Wording.visible(step.name)) has an item with this account and place already.", as: .error
    ).why("In a keychain file too, these attributes make an item unique.")
      .fix("Change the item: the option -U of the command does that.")
  }

  private func damaged(_ step: KeychainTrail.Step) -> Finding {
    let reason = step.error.map { "\($0.reason)" } ?? ""
    return Finding(
      .damagedItems, "\(Wording.visible(step.name)) is damaged: \(reason).",
      as: facts.error == nil ? .warning : .error
    ).fix("Bring the file back from a copy; security check names the damage.")
  }

  private func refused(_ step: KeychainTrail.Step, _ error: KeychainError) -> Finding {
    let advice = "\(error.advice)"
    let finding = Finding(
      .storeNotWritable,
      "\(Wording.visible(step.name)) answers \(error.code.rawValue): \(error.reason).", as: .error)
    guard let first = advice.first else { return finding }
    return finding.fix(first.uppercased() + advice.dropFirst() + ".")
  }

  private var absent: Finding {
    let count = trail.steps.count { $0.isAsked && $0.error?.code == .itemNotFound }
    let asked =
      count == 1 ? "The keychain that was asked has" : "The \(count) keychains that were asked have"
    return Finding(.noTraceOfIt, "\(asked) no item with these attributes.")
      .fix("List the items:", code: ["security dump-items" + (trail.isNamed ? names : "")])
  }

  private var names: String {
    trail.steps.map { " " + Wording.shellWord($0.name) }.joined()
  }
}
