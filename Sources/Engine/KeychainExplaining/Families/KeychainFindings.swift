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
    var findings = trail.unreadLists.map(unread) + RouteFindings.all(trail, facts, wording)
    if let deciding { findings += self.findings(about: trail.steps[deciding], decides: true) }
    for (place, step) in trail.steps.enumerated() where place != deciding && step.isAsked {
      findings += self.findings(about: step, decides: deciding == nil)
    }
    guard deciding == nil, facts.error?.code == .itemNotFound else { return findings }
    findings += unlistedSteps.map(unlisted)
    // If the store was asked too and its items were compared, the findings about its near misses
    // explain more than this finding.
    let isCompared = trail.isAboutStore && facts.absence != nil
    if !isCompared, !findings.contains(where: { $0.severity == .error }) {
      findings.append(absent)
    }
    return findings
  }

  /// True if the findings say that keychains outside the search list have matching items.
  var tellsOfUnlisted: Bool {
    !unlistedSteps.isEmpty && trail.decidingPlace == nil && facts.error?.code == .itemNotFound
  }

  /// The keychains outside the search list that have matching items.
  ///
  /// Empty if a list cannot be read, because the list may have these keychains.
  private var unlistedSteps: [KeychainTrail.Step] {
    trail.unreadLists.isEmpty ? trail.unlisted : []
  }

  private func findings(about step: KeychainTrail.Step, decides: Bool) -> [Finding] {
    guard step.kind != .store else { return [] }
    switch step.error?.code {
    case .itemNotFound?: return []
    // These errors are about the dictionary of the call. `RefusedCall` tells them.
    case .parameter?, .noSuchAttribute?, .noSuchClass?, .unimplemented?: return []
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
    let isCounted =
      facts.verb != .add && facts.itemClass != nil && facts.verb.subject != .keychain
    return [
      Finding(
        .fileKeychainLocked.locked(
          keychain: Wording.visible(step.name), isCounted: isCounted, n: step.matches),
        as: isError ? .error : .warning
      ).why(.fileKeychainLocked.ownPassword(isAsked: step.asksUser, mayAsk: trail.mayAsk))
        .fix(.fileKeychainLocked.inShell, code: [unlocking(step)])
    ]
  }

  private func unlocking(_ step: KeychainTrail.Step) -> String {
    "security unlock-keychain \(Wording.keychainWord(step.name))"
  }

  // MARK: Access lists

  private func closed(_ step: KeychainTrail.Step, _ decides: Bool) -> [Finding] {
    guard let gate = step.gate else { return [] }
    let program = Wording.visible(facts.caller.identifier)
    let name = Wording.visible(step.name)
    let text: FindingText =
      switch gate.kind {
      case .entry: .fileAclRefuses.text(keychain: name, program: program)
      case .partition:
        .fileAclRefuses.partition(
          keychain: name, partition: Wording.visible(gate.partition), program: program)
      }
    let isError = decides && step.error != nil
    let finding = Finding(text, as: isError ? .error : .warning)
      .item(Self.words(of: gate))
      .why(
        gate.isAskable
          ? .fileAclRefuses.asks(
            operation: gate.operation, isAsked: step.asksUser, mayAsk: trail.mayAsk)
          : .fileAclRefuses.closed(operation: gate.operation))
    guard !step.isLocked else {
      // The list stands in the clear, and its code needs the keys of the keychain.
      return [
        finding.note(.fileAclRefuses.unproved)
          .fix(.fileAclRefuses.unlock, code: [unlocking(step)])
      ]
    }
    return [fixed(finding, gate, step)]
  }

  private static func words(of gate: KeychainTrail.Gate) -> String {
    switch gate.kind {
    case .entry:
      let names = gate.programs.map { Wording.visible($0) }.joined(separator: ", ")
      return FindingText.fileAclRefuses.trusted(
        operation: gate.operation, programs: names.isEmpty ? nil : names
      ).description
    case .partition:
      let names = gate.partitions.map { Wording.visible($0) }.joined(separator: ", ")
      return FindingText.fileAclRefuses.partitions(
        list: names.isEmpty ? FindingText.fileAclRefuses.noPartition.description : names
      ).description
    }
  }

  private func fixed(
    _ finding: Finding, _ gate: KeychainTrail.Gate, _ step: KeychainTrail.Step
  ) -> Finding {
    let name = Wording.keychainWord(step.name)
    let commands = gate.item.map { AccessCommands($0, gate, in: name, wording) }
    switch gate.kind {
    case .partition:
      guard let commands, let lines = commands.partition else {
        return finding.fix(
          .fileAclRefuses.addPartitionByHand(partition: Wording.visible(gate.partition)))
      }
      return finding.fix(
        .fileAclRefuses.addPartition(filling: filling(commands.namePlaceholders, in: name)),
        code: lines)
    case .entry where gate.isKey:
      return finding.fix(.fileAclRefuses.importAgain(program: programPath))
    case .entry:
      guard let commands, let lines = commands.again(for: programPath) else {
        let obstacle = commands?.obstacle ?? .fileAclRefuses.noDescription
        return finding.fix(
          .fileAclRefuses.addAgainByHand(
            obstacle: obstacle.description, isAskable: gate.isAskable))
      }
      let lacksProgram = facts.caller.executable == nil && !isTool
      return finding.fix(
        .fileAclRefuses.addAgain(
          filling: filling(
            commands.placeholders + (lacksProgram ? ["PROGRAM"] : []), in: name)),
        code: lines)
    }
  }

  private var isTool: Bool { facts.caller.origin == .tool }

  /// The path of the program as the value of the option `-T` of a `security` command, or a
  /// placeholder if the path is not known.
  private var programPath: String {
    guard !isTool else { return "/usr/bin/security" }
    return facts.caller.executable.map { Wording.shellWord($0) } ?? "PROGRAM"
  }

  /// Returns a sentence that says which words of a command are placeholders; nil without one.
  ///
  /// - Parameter name: The keychain, as a word of a command.
  private func filling(_ placeholders: [String], in name: String) -> String? {
    var names = placeholders
    guard let last = names.popLast() else { return nil }
    let first = names.isEmpty ? nil : names.joined(separator: ", ")
    return FindingText.fileAclRefuses.filling(first: first, last: last, keychain: name).description
  }
}
