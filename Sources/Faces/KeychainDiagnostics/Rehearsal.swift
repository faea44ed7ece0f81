// SPDX-License-Identifier: Apache-2.0
package import Foundation
import KeychainComposition
package import KeychainExplaining
package import KeychainTypes
import SecureMemory
import Security

/// Runs a keychain call without changing the store, to learn the status of the call and the
/// reasons.
///
/// The rehearsal runs the same functions as a real call, so that no rule is written twice
/// (Specification/diagnostics.md, "Principles of diagnosis").
package struct Rehearsal {
  /// The service of the store; nil if there is no store and the call names keychain files.
  package let service: (any Explaining & Administration)?
  package let caller: Caller
  package let profile: Profile
  package let authenticator: BoundAuthenticator
  package var assumptions: [CallFacts.Assumption] = []
  package var effort = SearchEffort.inProcess
  /// The reader for whom the explanation is made: the calling program or the owner of the store.
  ///
  /// The reader decides which facts the explanation may contain.
  package var level = CallFacts.Level.caller
  /// True if the rehearsal searches the store for the reasons of the call's status.
  ///
  /// If false, the result of `facts` has no reasons, but only the outcome of the call.
  package var looksUp = true
  /// True if the result of `facts` includes the plan of the search: how the store evaluates the
  /// query.
  package var showsPlan = false
  /// True if the call asks the store and then keychain files, as in the profile `macos`.
  ///
  /// If nil, the profile of this process decides.
  package var mergesFiles: Bool?
  /// True if the rehearsed call is the call of another program, not of this process.
  package var isOtherProgram = false
  /// The calls that the program made before the rehearsed call.
  ///
  /// If nil, the recorded calls of this process are used.
  package var earlier: [KeychainExplaining.CallRecord]?

  package init(
    _ service: (any Explaining & Administration)?, as caller: Caller, in profile: Profile,
    asking authenticator: BoundAuthenticator
  ) {
    self.service = service
    self.caller = caller
    self.profile = profile
    self.authenticator = authenticator
  }

  /// Runs a call without changing the store, and returns the facts about the call.
  ///
  /// An `Explanation` can be created from the facts.
  ///
  /// - Parameter hasResult: True if the caller passed a pointer for the result.
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
    // These are read before the installation replaces the keychain files and the profile.
    let (files, merges) = (
      try? KeychainChoice.current(), mergesFiles ?? ProfileChoice.mergesFiles
    )
    let call = KeychainChoice.$scoped.withValue(files) {
      ProfileChoice.$scopedMerging.withValue(merges) {
        CurrentInstallation.$scoped.withValue(installation) {
          RehearsedCall(
            verb, dictionary, setting: changes, rehearsal, for: shape, isOther: isOtherProgram,
            isAlone: isAlone)
        }
      }
    }
    // The rehearsal ended where the call needs evidence from the user. The facts describe the call
    // as if the user gave this evidence, so the call has no error.
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
    var outcome = CallOutcome(
      error: goesOn ? nil : call.error, trail: call.trail, asks: nobody.asks)
    outcome.keychains = call.keychains
    let isOfStore = call.keychains?.isAboutStore != false
    if !isOfStore {
      store.matchCount = call.keychains?.matches ?? 0
      store.device.isKnown = false
    }
    let facts = CallFacts(
      call.shape, asked: call.asked, outcome: outcome, from: viewpoint, store: store)
    return looksUp && isOfStore ? facts.with(explained(facts, rehearsal)) : facts
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
    guard let service else {
      store.device.isKnown = false
      return store
    }
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

/// An authenticator for rehearsals, which shows no prompt.
///
/// The real authenticator provides the facts about the device, such as its enrolled fingers.
/// If a real call would prompt the user, the authenticator only records the authentication that the
/// prompt would ask for.
private final class RehearsalAuthenticator: Authenticator {
  private let real: any Authenticator
  /// True if the rehearsal assumes that no prompt can be shown to the user.
  private let isAlone: Bool
  /// True if the rehearsal assumes that the device has no passcode, and therefore no enrolled
  /// finger.
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

  /// The authentications for which a real call would have prompted the user.
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
