// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings about keychains that are missing, damaged, not in the search list, or closed by the
/// system, and about items that exist already or nowhere.
extension KeychainFindings {
  // MARK: Lists

  func unlisted(_ step: KeychainTrail.Step) -> Finding {
    Finding(.notInSearchList.text(keychain: Wording.visible(step.name), n: step.matches)).why(
      .notInSearchList.why
    )
    .fix(
      .notInSearchList.nameOr, code: SearchListCommand.setting(kept + trail.unlisted.map(\.name)))
  }

  /// The names of the keychains of the search list that are missing.
  private var gone: [String] {
    trail.isNamed ? [] : trail.steps.filter { $0.error?.code == .noSuchKeychain }.map(\.name)
  }

  /// The names of the search list without those of missing keychains.
  private var kept: [String] { trail.listed.filter { !gone.contains($0) } }

  func missing(_ step: KeychainTrail.Step) -> Finding {
    let name = Wording.visible(step.name)
    guard !trail.isDefault else {
      return Finding(.fileKeychainMissing.isDefault(keychain: name), as: .error).fix(
        .fileKeychainMissing.chooseOther, code: ["security default-keychain -s login.keychain"])
    }
    guard !trail.isNamed else {
      return Finding(
        .fileKeychainMissing.named(keychain: name), as: .error
      ).fix(.fileKeychainMissing.correct)
    }
    let finding = Finding(.fileKeychainMissing.countsEmpty(keychain: name))
    // Two commands that set the list would undo each other.
    guard !tellsOfUnlisted else { return finding.fix(.fileKeychainMissing.takenByOther) }
    // One command takes out every missing keychain, and no other one.
    return finding.fix(
      .fileKeychainMissing.take(n: gone.count), code: SearchListCommand.setting(kept))
  }

  func duplicate(_ step: KeychainTrail.Step) -> Finding {
    Finding(
      .duplicateIdentical.inKeychain(keychain: Wording.visible(step.name)), as: .error
    ).why(.duplicateIdentical.sameInFile).fix(changing)
  }

  /// The advice to change an item in place of an addition, by the function or option of the caller.
  private var changing: FindingText {
    if trail.reason != nil { return .duplicateIdentical.updateItem }
    return facts.language == .shell
      ? .duplicateIdentical.optionU : .duplicateIdentical.modifyItem
  }

  /// The finding that no keychain that was asked has the item.
  var absent: Finding {
    guard facts.query?.limit.count != 0 else { return AbsenceFindings.limitZero }
    let asked = trail.steps.filter { $0.isAsked && $0.error?.code == .itemNotFound }
    guard asked.contains(where: { $0.kind != .authorities }) else {
      return Finding(
        asked.isEmpty
          ? .noTraceOfIt.noKeychain
          : .noTraceOfIt.authoritiesOnly(keychain: Wording.visible(asked[0].name))
      ).fix(.noTraceOfIt.nameKeychain, code: ["security list-keychains"])
    }
    return Finding(.noTraceOfIt.notInKeychains(n: asked.count))
      .fix(
        .noTraceOfIt.list,
        code: ["security dump-items" + (trail.isNamed ? names(of: asked) : "")])
  }

  private func names(of steps: [KeychainTrail.Step]) -> String {
    steps.map { " " + Wording.keychainWord($0.name) }.joined()
  }

  // MARK: Files

  /// Returns the finding that a file with a search list or the default keychain cannot be read.
  func unread(_ error: KeychainError) -> Finding {
    let path =
      switch error.context {
      case .path(let path)?, .part(_, of: let path)?: path
      default: ""
      }
    let isEnd = facts.error != nil && !trail.steps.contains(where: \.isAsked)
    let finding = Finding(
      .shared.listUnusable(path: Wording.visible(path), reason: error.reason),
      of: error.code == .invalidKeychain ? .damagedItems : .storeNotWritable,
      as: isEnd ? .error : .warning
    ).why(trail.needsLists ? .shared.needsList : .shared.listNotSearched)
    guard error.code == .invalidKeychain else {
      let directory = Wording.shellWord(Self.directory(of: path))
      return finding.fix(
        .shared.lookAtList,
        code: ["ls -ld \(Wording.shellWord(path)) \(directory)"])
    }
    let words = [path, path + ".old"].map { Wording.shellWord($0) }.joined(separator: " ")
    return finding.fix(
      .shared.setListAnew, code: ["mv \(words)"])
  }

  /// Returns the finding that a keychain file, or the item in it, is not as a keychain wrote it.
  func damaged(_ step: KeychainTrail.Step) -> Finding {
    let name = Wording.visible(step.name)
    let severity: Severity = facts.error == nil ? .warning : .error
    guard let error = step.error else {
      return Finding(.damagedItems.damaged(keychain: name), as: severity)
    }
    let check = "security check \(Wording.keychainWord(step.name))"
    switch error.context {
    case .part(let place, _)? where error.code == .invalidItemReference:
      return Finding(
        .damagedItems.itemDamaged(keychain: name, place: place, reason: error.reason), as: severity
      ).why(.damagedItems.codeDoesNotFit)
        .fix(.damagedItems.bringBack, code: [check])
    case .part(let place, _)?:
      return Finding(
        .damagedItems.placeDamaged(keychain: name, place: place, reason: error.reason), as: severity
      ).fix(.damagedItems.bringBack, code: [check])
    case .path(let path)? where !"\(error.advice)".isEmpty:
      let finding = Finding(
        .damagedItems.cannotBeUsed(keychain: name, reason: error.reason), as: severity)
      // A directory without the name of a keychain file has its own use, as the folder of keychains
      // has.
      guard path.hasSuffix(".keychain") || path.hasSuffix("-db") else {
        return finding.fix(.damagedItems.nameFile, code: ["security list-keychains"])
      }
      let words = [path, path + ".old"].map { Wording.shellWord($0) }.joined(separator: " ")
      return finding.fix(.damagedItems.moveKeychain, code: ["mv \(words)"])
    default:
      return Finding(.damagedItems.cannotBeUsed(keychain: name, reason: error.reason), as: severity)
        .fix(.damagedItems.bringBack, code: [check])
    }
  }

  /// Returns the finding that a keychain refuses the call for another reason than damage.
  func refused(_ step: KeychainTrail.Step, _ error: KeychainError) -> Finding {
    let name = Wording.visible(step.name)
    if let size = RefusedSize.finding(error) { return size }
    // The keychain is unlocked and its list permits the use of the item, so the call has to do with
    // the list itself.
    guard error.code != .interactionNotAllowed else {
      return Finding(.fileAclRefuses.changeAsks(keychain: name), as: .error)
        .fix(.fileAclRefuses.askOrAddAnew)
    }
    let finding = Finding(
      .storeNotWritable.answers(keychain: name, status: error.code.rawValue, reason: error.reason),
      as: .error)
    let path: String? = if case .path(let path)? = error.context { path } else { nil }
    switch error.code {
    case .authorizationFailed where "\(error.advice)".isEmpty:
      return finding.why(.storeNotWritable.ownPassword)
        .fix(
          .storeNotWritable.givePassword,
          code: ["security unlock-keychain \(Wording.keychainWord(step.name))"])
    case .writePermission where step.kind == .authorities:
      return finding.why(.storeNotWritable.unchangeable)
        .fix(.storeNotWritable.nameOther, code: ["security default-keychain"])
    case .writePermission:
      guard let path else { break }
      return finding.why(.storeNotWritable.ownerAndMode)
        .fix(
          .storeNotWritable.lookAtBoth,
          code: ["ls -ld \(Wording.shellWord(path)) \(Wording.shellWord(Self.directory(of: path)))"]
        )
    case .duplicateKeychain:
      return finding.why(.storeNotWritable.replacesNoFile)
        .fix(.storeNotWritable.useOrRename)
    case .diskFull:
      return finding.why(.storeNotWritable.writesAnew)
        .fix(.storeNotWritable.makeRoom)
    default: break
    }
    if let advice = FindingText.advice(of: error) { return finding.fix(advice) }
    return finding.why(.storeNotWritable.unusable)
      .fix(.storeNotWritable.check, code: ["security check \(Wording.keychainWord(step.name))"])
  }

  private static func directory(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.count > 1 ? parts.joined(separator: "/") : "/"
  }
}
