// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings about keychains that are missing, damaged, not in the search list, or closed by the
/// system, and about items that exist already or nowhere.
extension KeychainFindings {
  // MARK: Lists

  /// Returns the command that sets the user's search list.
  ///
  /// - Parameter names: The names of the keychains. Without names, the login keychain becomes the
  ///   list, because an empty list means the login keychain too.
  private func listing(_ names: [String]) -> [String] {
    let names = names.isEmpty ? ["login.keychain"] : names
    let words = names.map(Wording.shellWord).joined(separator: " ")
    return ["security list-keychains -d user -s \\", "  \(words)"]
  }

  func unlisted(_ step: KeychainTrail.Step) -> Finding {
    Finding(
      .notInSearchList,
      "\(Wording.visible(step.name)) has \(Wording.items(step.matches, "matching")), and is not in "
        + "the search list."
    ).why("Without the name of a keychain, a call looks through the search list.")
      .fix("Name the keychain in the call, or:", code: listing(trail.listed + [step.name]))
  }

  func missing(_ step: KeychainTrail.Step) -> Finding {
    let name = Wording.visible(step.name)
    guard !trail.isNamed else {
      return Finding(
        .fileKeychainMissing, "The call names \(name), and there is no such file.", as: .error
      ).fix("Correct the name: security list-keychains shows those of the search list.")
    }
    // One command takes out every missing keychain, and no other one.
    let gone = trail.steps.filter { $0.error?.code == .noSuchKeychain }.map(\.name)
    return Finding(
      .fileKeychainMissing,
      "\(name) is in the search list, and its file does not exist: it counts as empty."
    ).fix(
      "Take \(gone.count > 1 ? "the \(gone.count) missing keychains" : "it") out of the list:",
      code: listing(trail.listed.filter { !gone.contains($0) }))
  }

  func duplicate(_ step: KeychainTrail.Step) -> Finding {
    Finding(
      .duplicateIdentical,
      "\(Wording.visible(step.name)) has an item with this account and place already.", as: .error
    ).why("In a keychain file too, these attributes make an item unique.")
      .fix("Change the item: the option -U of the command does that.")
  }

  /// The finding that no keychain that was asked has the item.
  var absent: Finding {
    let asked = trail.steps.filter { $0.isAsked && $0.error?.code == .itemNotFound }
    guard asked.contains(where: { $0.kind != .authorities }) else {
      let found =
        asked.isEmpty
        ? "No keychain of the search list can be searched."
        : "\(Wording.visible(asked[0].name)) has only the certificates of the distribution."
      return Finding(.noTraceOfIt, found).fix(
        "Name a keychain that has the item; the search list:", code: ["security list-keychains"])
    }
    let subject =
      asked.count == 1
      ? "The keychain that was asked has" : "The \(asked.count) keychains that were asked have"
    return Finding(.noTraceOfIt, "\(subject) no item with these attributes.")
      .fix(
        "List the items:",
        code: ["security dump-items" + (trail.isNamed ? names(of: asked) : "")])
  }

  private func names(of steps: [KeychainTrail.Step]) -> String {
    steps.map { " " + Wording.shellWord($0.name) }.joined()
  }

  // MARK: Files

  /// Returns the finding that a keychain file, or the item in it, is not as a keychain wrote it.
  func damaged(_ step: KeychainTrail.Step) -> Finding {
    let name = Wording.visible(step.name)
    let severity: Severity = facts.error == nil ? .warning : .error
    guard let error = step.error else {
      return Finding(.damagedItems, "\(name) is damaged.", as: severity)
    }
    let check = "security check \(Wording.shellWord(step.name))"
    switch error.context {
    case .part(let place, _)? where error.code == .invalidItemReference:
      return Finding(
        .damagedItems, "The item in \(name) is damaged (\(place)): \(error.reason).", as: severity
      ).why("An item whose code does not fit the keychain's key was changed from outside.")
        .fix("Bring the file back from a copy. To see all damage:", code: [check])
    case .part(let place, _)?:
      return Finding(
        .damagedItems, "\(name) is damaged (\(place)): \(error.reason).", as: severity
      ).fix("Bring the file back from a copy. To see all damage:", code: [check])
    case .path(let path)? where !"\(error.advice)".isEmpty:
      let finding = Finding(
        .damagedItems, "\(name) cannot be used: \(error.reason).", as: severity)
      // A directory without the name of a keychain file has its own use, as the folder of keychains
      // has.
      guard path.hasSuffix(".keychain") || path.hasSuffix("-db") else {
        return finding.fix(
          "Name a keychain file; the search list:", code: ["security list-keychains"])
      }
      let words = [path, path + ".old"].map(Wording.shellWord).joined(separator: " ")
      return finding.fix("Move it aside if a keychain belongs here:", code: ["mv \(words)"])
    default:
      return Finding(.damagedItems, "\(name) cannot be used: \(error.reason).", as: severity)
        .fix("Bring the file back from a copy. To see all damage:", code: [check])
    }
  }

  /// Returns the finding that a keychain refuses the call for another reason than damage.
  func refused(_ step: KeychainTrail.Step, _ error: KeychainError) -> Finding {
    let name = Wording.visible(step.name)
    if let size = RefusedSize.finding(error) { return size }
    let finding = Finding(
      .storeNotWritable, "\(name) answers \(error.code.rawValue): \(error.reason).", as: .error)
    let path: String? = if case .path(let path)? = error.context { path } else { nil }
    switch error.code {
    case .authorizationFailed where "\(error.advice)".isEmpty:
      return finding.why("A file keychain opens with its own password, which is kept nowhere.")
        .fix(
          "Give the password with which the keychain was made. To try it:",
          code: ["security unlock-keychain \(Wording.shellWord(step.name))"])
    case .writePermission where step.kind == .authorities:
      return finding.why("This keychain cannot be changed.")
        .fix("Name another keychain. The default keychain:", code: ["security default-keychain"])
    case .writePermission:
      guard let path else { break }
      return finding.why("The owner and the mode of a file decide which users may use it.")
        .fix(
          "Look at both, of the file and of its directory:",
          code: ["ls -ld \(Wording.shellWord(path)) \(Wording.shellWord(Self.directory(of: path)))"]
        )
    case .diskFull:
      return finding.why("A change writes the whole file anew, beside the old one.")
        .fix("Make room on the disk; the file is unchanged.")
    default: break
    }
    guard "\(error.advice)".isEmpty else { return finding.fix(Self.sentence(error.advice)) }
    return finding.why("The keychain could not be used in this moment.")
      .fix("See if the file is whole:", code: ["security check \(Wording.shellWord(step.name))"])
  }

  private static func directory(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.count > 1 ? parts.joined(separator: "/") : "/"
  }

  /// Returns advice as a sentence of its own.
  private static func sentence(_ advice: StaticString) -> String {
    let text = "\(advice)"
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
