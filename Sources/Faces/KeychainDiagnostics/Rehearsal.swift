// SPDX-License-Identifier: Apache-2.0
package import Foundation
import KeychainComposition
package import KeychainExplaining
package import KeychainTypes
import SecureMemory
import Security

/// A call that is made up to its changes, to learn what it would answer and why: by the functions
/// themselves, so that no rule stands twice (spec/diagnostics.md 0).
package struct Rehearsal {
  package let service: any Explaining & Administration
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
  package var earlier: [KeychainExplaining.CallRecord]?

  package init(
    _ service: any Explaining & Administration, as caller: Caller, in profile: Profile,
    asking authenticator: BoundAuthenticator
  ) {
    self.service = service
    self.caller = caller
    self.profile = profile
    self.authenticator = authenticator
  }

  /// Everything that is known of a call afterwards.
  package func facts(
    _ verb: Request.Verb, _ dictionary: NSDictionary, setting changes: NSDictionary? = nil,
    hasResult: Bool = true
  ) -> CallFacts {
    let hasNoPasscode = assumptions.contains(.noPasscode)
    let isAlone = assumptions.contains(.background) || assumptions.contains(.headless)
    let rehearsal = Request.Rehearsal(
      lock: assumptions.lazy.compactMap(\.lockState).first, hasNoPasscode: hasNoPasscode)
    let nobody = RehearsalAuthenticator(
      authenticator.authenticator, isAlone: isAlone, hasNoPasscode: hasNoPasscode)
    let viewpoint = viewpoint
    var shape = CallShape(CallFacts.Verb(verb), profile, caller)
    shape.hasResult = hasResult
    let installation = Installation(
      service: service, caller: caller, profile: profile, authenticator: nobody)
    let call = CurrentInstallation.$scoped.withValue(installation) {
      RehearsedCall(verb, dictionary, setting: changes, rehearsal, for: shape)
    }
    // A person was to be asked; that they agree is the call that goes on.
    let goesOn = !nobody.asks.isEmpty && call.error?.code == .authorizationFailed
    var store = StoreFacts()
    if showsPlan { store.plan = PlanFact() }
    store.device.isInBackground = assumptions.contains(.background)
    var around = authenticator.factsWithoutReader
    if isAlone {
      around.isInteractive = false
      around.isForbiddenByVariable = false
    }
    store.device.noPrompt = around.noPrompt
    let facts = CallFacts(
      call.shape, asked: call.asked,
      outcome: CallOutcome(
        error: goesOn ? nil : call.error, trail: call.trail, asks: nobody.asks),
      from: viewpoint, store: store)
    return looksUp ? facts.with(explained(facts, rehearsal)) : facts
  }

  private var viewpoint: Viewpoint {
    var viewpoint = Viewpoint()
    (viewpoint.assumptions, viewpoint.level) = (assumptions, level)
    viewpoint.earlier = earlier ?? CallHistory.current.records
    viewpoint.moment = .now
    return viewpoint
  }

  private func explained(_ facts: CallFacts, _ rehearsal: Request.Rehearsal) -> StoreFacts {
    var store = facts.store
    do throws(KeychainError) {
      store = try service.explain(facts, rehearsing: rehearsal, effort)
    } catch {
      store.lookUpFailure = error
    }
    if facts.error?.code == .itemNotFound { store.otherStore = StoreList.other(than: service) }
    if let state = rehearsal.lock { store.device.lock = state }
    return store
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

/// Knows what the real one knows, and asks nobody: what would have been asked it keeps.
private final class RehearsalAuthenticator: Authenticator {
  private let real: any Authenticator
  /// Whether nobody can be asked, as is assumed.
  private let isAlone: Bool
  /// Whether no passcode is set, and so no finger enrolled, as is assumed.
  private let hasNoPasscode: Bool
  private let requirements = Lock<[AuthenticationRequirement]>([])
  let evaluations = RunningEvaluations()
  let observers = AuthenticationObservers()

  init(
    _ real: any Authenticator, isAlone: Bool,
    hasNoPasscode: Bool = false
  ) {
    self.real = real
    self.isAlone = isAlone
    self.hasNoPasscode = hasNoPasscode
  }

  /// What a person was to prove.
  var asks: [AuthenticationRequirement] { requirements.withLock { $0 } }

  func facts(for caller: Caller) -> AuthenticationFacts { changed(real.facts(for: caller)) }

  func factsWithoutReader(for caller: Caller) -> AuthenticationFacts {
    changed(real.factsWithoutReader(for: caller))
  }

  private func changed(_ facts: AuthenticationFacts) -> AuthenticationFacts {
    var facts = facts
    if isAlone { facts.isInteractive = false }
    if hasNoPasscode {
      facts.hasPasscode = false
      facts.biometry?.enrolments = []
    }
    return facts
  }

  func ask(
    _ request: AuthenticationRequest, until cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) -> AuthenticationAnswer {
    requirements.withLock { $0.append(request.requirement) }
    throw .appCancel
  }

  func domainState(_ state: DomainState, for caller: Caller) -> [UInt8]? {
    real.domainState(state, for: caller)
  }
}
