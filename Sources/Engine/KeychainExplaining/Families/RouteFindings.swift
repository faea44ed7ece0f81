// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The findings about the engines that a `SecItem` call asked: the store, keychain files or both
/// (Specification/diagnostics.md, "Engines, profiles, file keychains").
///
/// The engines are the store (for users: the data-protection keychain) and the keychain files. The
/// findings follow from the facts and the trail of the call; nothing is searched for them.
struct RouteFindings {
  private let trail: KeychainTrail
  private let facts: CallFacts
  private let wording: Wording

  /// Returns the findings of a call; empty for a function that is not of `SecItem`.
  ///
  /// Finding K603 comes first, if it applies: the error of one engine (the store or the keychain
  /// files) hides the error of the other engine.
  static func all(_ trail: KeychainTrail, _ facts: CallFacts, _ wording: Wording) -> [Finding] {
    let findings = RouteFindings(trail: trail, facts: facts, wording: wording)
    return [findings.hidden, findings.mixed, findings.ignored, findings.limit, findings.routed]
      .compactMap { $0 }
  }

  private var files: [KeychainTrail.Step] { trail.steps.filter { $0.kind == .file && $0.isAsked } }

  private func names(_ steps: [KeychainTrail.Step]) -> String {
    steps.map { Wording.visible($0.name) }.joined(separator: ", ")
  }

  private static let flag = "kSecUseDataProtectionKeychain"

  /// Returns the code that sets `kSecUseDataProtectionKeychain`, in the language of the program.
  private func setting(_ value: Bool) -> String {
    switch facts.language {
    case .c:
      "CFDictionarySetValue(query, \(Self.flag), \(value ? "kCFBooleanTrue" : "kCFBooleanFalse"));"
    case .swift, .shell: "\(Self.flag): \(value)"
    }
  }

  /// Finding K603: the item in the store is locked, but the caller gets the error of the keychain
  /// files.
  ///
  /// Nil if the finding does not apply.
  private var hidden: Finding? {
    guard trail.isMerged, let error = facts.error, let store = trail.steps.first?.error,
      store.code == .interactionNotAllowed, error.code != store.code
    else { return nil }
    return Finding(.lockedHiddenByOtherEngine.itemExists(status: error.code.rawValue)).why(
      .lockedHiddenByOtherEngine.why
    )
    .fix(.lockedHiddenByOtherEngine.add, code: [setting(true)])
  }

  /// Finding K606: the item is in the engine (the store or the keychain files) that the call did
  /// not ask.
  ///
  /// Nil if the finding does not apply.
  private var mixed: Finding? {
    guard facts.error?.code == .itemNotFound, !trail.elsewhere.isEmpty else { return nil }
    let isInFiles = trail.elsewhere[0].kind == .file
    let count = trail.elsewhere.reduce(0) { $0 + $1.matches }
    return Finding(
      .enginesMixed.items(
        n: count, place: isInFiles ? names(trail.elsewhere) : nil,
        asked: isInFiles ? nil : names(files)), as: .error
    ).why(.enginesMixed.why)
      .fix(.enginesMixed.one, code: [setting(!isInFiles)])
  }

  /// Finding K605: the call has attributes that keychain files cannot store and therefore ignore.
  ///
  /// Nil if the finding does not apply.
  private var ignored: Finding? {
    guard !trail.ignored.isEmpty, !files.isEmpty,
      facts.error == nil || facts.error?.code == .itemNotFound
    else { return nil }
    let attributes = trail.ignored.joined(separator: ", ")
    return Finding(
      .attributeIgnoredByFileKeychain.noEffect(attributes: attributes, keychains: names(files))
    ).why(.attributeIgnoredByFileKeychain.why)
      .fix(.attributeIgnoredByFileKeychain.ifItMatters, code: [setting(true)])
  }

  /// Finding K602: the call has no limit, and the store and the keychain files have different
  /// default limits.
  ///
  /// Nil if the finding does not apply.
  private var limit: Finding? {
    guard trail.reason != nil, facts.verb != .add, !files.isEmpty,
      facts.error == nil || facts.error?.code == .itemNotFound,
      !facts.pairs.contains(where: { $0.key == "m_Limit" })
    else { return nil }
    let matches = trail.steps.reduce(0) { $0 + $1.matches }
    let isSearch = facts.verb == .copyMatching
    // If only one item matches, both defaults change the same item.
    let matters = isSearch ? trail.isMerged : trail.isMerged || matches > 1
    return Finding(
      isSearch ? .limitDefaultDiffers.search : .limitDefaultDiffers.acts(verb: facts.verb.rawValue),
      as: matters ? .warning : .info
    )
    .fix(.limitDefaultDiffers.fix)
  }

  /// Finding K601: the call went to keychain files alone.
  ///
  /// The severity is warning if the profile `macos` chose the files, and info if the dictionary
  /// asked for them. Nil if the finding does not apply.
  private var routed: Finding? {
    guard let reason = trail.reason, !files.isEmpty, !trail.isMerged else { return nil }
    let because: FindingText =
      switch reason {
      case .key(let key): .routedToFileKeychain.key(key: KeyNames.constant(key))
      case .flag: .routedToFileKeychain.flag
      case .profile: .routedToFileKeychain.profile
      }
    let finding = Finding(
      .routedToFileKeychain.went(n: files.count, list: names(files), reason: because),
      as: reason == .profile ? .warning : .info)
    guard reason == .profile else { return finding }
    return finding.fix(.routedToFileKeychain.use, code: [setting(true)])
  }
}
