// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// Returns facts from a few words, so that a test table names only the ones that matter.
///
/// `passcode`, `touch` or `face` (one enrolment), `empty` (nothing enrolled), `unusable`,
/// `refused`, `lockout`, `watch` (in reach), `far` (a paired watch out of reach), `mac` (a
/// companion proves presence), `late` (the header's order of errors), `hidden` (fallback after a
/// failure only).
func facts(_ words: String, generation: UInt64 = 1) -> AuthenticationFacts {
  var facts = AuthenticationFacts()
  facts.isInteractive = true
  let words = words.split(separator: " ")
  let kind: AuthenticationFacts.Biometry.Kind? =
    words.contains("touch") ? .touch : words.contains("face") ? .face : nil
  if let kind {
    var biometry = AuthenticationFacts.Biometry(
      kind, generation: .generation(generation),
      enrolments: words.contains("empty") ? [] : ["right index"])
    biometry.isUsable = !words.contains("unusable")
    biometry.isRefused = words.contains("refused")
    biometry.isLockedOut = words.contains("lockout")
    facts.biometry = biometry
  }
  facts.hasPasscode = words.contains("passcode")
  if words.contains("watch") || words.contains("far") {
    facts.companions[.watch] = .init(
      isInReach: words.contains("watch"), pairing: .generation(77))
  }
  if words.contains("mac") { facts.rules.insert(.companionProvesPresence) }
  if words.contains("late") { facts.rules.insert(.headerErrorOrder) }
  if words.contains("hidden") { facts.rules.insert(.fallbackAfterFailure) }
  return facts
}

extension Identifier16 {
  /// The n-th enrolment or pairing of a test.
  static func generation(_ number: UInt64) -> Identifier16 {
    Identifier16(high: 0, low: number)
  }
}

/// Returns the requirement of a policy's number, or of flags for decrypting.
///
/// The flags have the notation of the access-control tests; `C` is bound to the first enrolment.
func requirement(_ text: String) throws -> AuthenticationRequirement {
  if let number = Int(text), let policy = AuthenticationPolicy(rawValue: number) {
    return AuthenticationRequirement(policy)
  }
  var accessControl = try AccessControl(protectionName: "ak", flags: flags(text))
  if text.contains("C") { accessControl.boundGeneration = .generation(1) }
  guard let requirement = AuthenticationRequirement(accessControl, for: .decrypt) else {
    throw KeychainError.parameter("no rule for decrypting")
  }
  return requirement
}
