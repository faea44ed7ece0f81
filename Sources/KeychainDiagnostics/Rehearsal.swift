// SPDX-License-Identifier: Apache-2.0
package import Foundation
import KeychainComposition
import KeychainExplaining
package import KeychainExplanations
import KeychainTracing
package import KeychainTypes
import Security

/// A call that is made up to its changes, to learn what it would answer and why: by the functions
/// themselves, so that no rule stands twice (spec/diagnostics.md 0).
package struct Rehearsal {
  package let service: any Explaining
  package let caller: Caller
  package let profile: Profile
  package let authenticator: BoundAuthenticator
  package var assumptions: [CallFacts.Assumption] = []
  package var effort = SearchEffort.inProcess
  /// Who is told.
  package var level = CallFacts.Level.caller
  /// Whether what explains the answer is looked up; without it the answer alone is known.
  package var looksUp = true
  /// Whether the plan is wanted too.
  package var showsPlan = false
  /// The calls before it; nil for those of this process.
  package var earlier: [KeychainExplanations.CallRecord]?

  package init(
    _ service: any Explaining, as caller: Caller, in profile: Profile,
    asking authenticator: BoundAuthenticator
  ) {
    self.service = service
    self.caller = caller
    self.profile = profile
    self.authenticator = authenticator
  }

  /// Everything that is known of a call afterwards.
  package func facts(
    _ verb: CallFacts.Verb, _ dictionary: NSDictionary, setting changes: NSDictionary? = nil,
    hasResult: Bool = true
  ) -> CallFacts {
    let hasNoPasscode = assumptions.contains(.noPasscode)
    let listener = CallListener(
      verb, profile, caller, isRehearsal: true, assumesNoPasscode: hasNoPasscode)
    let earlier = self.earlier ?? CallHistory.current.records
    listener.note { [assumptions, level, showsPlan] facts in
      facts.assumptions = assumptions
      facts.level = level
      facts.plan = showsPlan ? PlanFact() : nil
      facts.earlier = earlier
      facts.moment = .now
      facts.hasResult = hasResult
    }
    let state = assumptions.lazy.compactMap(\.lockState).first
    let listening = service.listening(to: listener, assuming: state)
    let isAlone = assumptions.contains(.background) || assumptions.contains(.headless)
    let installation = Installation(
      service: listening, caller: caller, profile: profile,
      authenticator: RehearsalAuthenticator(
        authenticator.authenticator, telling: listener, isAlone: isAlone,
        hasNoPasscode: hasNoPasscode))
    let status = CurrentInstallation.$scoped.withValue(installation) {
      CallListener.listening(listener) { call(verb, dictionary, changes) }
    }
    var facts = listener.facts
    if status == errSecSuccess { facts.error = nil }
    // A person was to be asked; that they agree is the call that goes on.
    if !facts.asks.isEmpty, facts.error?.code == .authorizationFailed { facts.error = nil }
    facts.device.isInBackground = assumptions.contains(.background)
    var around = authenticator.factsWithoutReader
    if isAlone {
      around.isInteractive = false
      around.isForbiddenByVariable = false
    }
    facts.device.noPrompt = around.noPrompt
    guard looksUp else { return facts }
    do throws(KeychainError) {
      facts = try listening.lookUp(facts, listener.asked, effort)
    } catch {
      facts.lookUpFailure = error
    }
    if facts.error?.code == .itemNotFound { facts.otherStore = StoreList.other(than: service) }
    if let state { facts.device.lock = state }
    return facts
  }

  private func call(
    _ verb: CallFacts.Verb, _ dictionary: NSDictionary, _ changes: NSDictionary?
  ) -> OSStatus {
    switch verb {
    case .copyMatching:
      var result: CFTypeRef?
      return unsafe SecItemCopyMatching(dictionary, &result)
    case .add:
      var result: CFTypeRef?
      return unsafe SecItemAdd(dictionary, &result)
    case .update: return SecItemUpdate(dictionary, changes ?? NSDictionary())
    case .delete: return SecItemDelete(dictionary)
    // Only calls for items are asked about before they are made.
    case .createRandomKey, .createWithData, .copyPublicKey, .copyExternalRepresentation,
      .createSignature, .verifySignature, .createEncryptedData, .createDecryptedData,
      .copyKeyExchangeResult, .canEvaluatePolicy, .evaluatePolicy, .evaluateAccessControl:
      return errSecUnimplemented
    }
  }
}

extension CallFacts.Assumption {
  var lockState: LockState? {
    switch self {
    case .unlocked: .unlocked
    case .locked: .locked
    case .beforeFirstUnlock: .beforeFirstUnlock
    case .background, .headless, .noPasscode: nil
    }
  }
}
