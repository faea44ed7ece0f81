// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainTypes

/// What an event leads to outside of the state: keys, running evaluations, who is told.
struct DeviceConsequences {
  let world: DeviceWorld
  let authenticator: DeviceAuthenticator
  let profile: SimulatedDevice.Profile

  /// - Returns: false where the disk refused it: then the device is as it was before.
  func carryOut(
    _ event: DeviceEvent, from before: DeviceState, to after: DeviceState
  ) -> Bool {
    if after.screen != .unlocked, before.screen == .unlocked, before.isOn, after.isOn {
      // While the keys are still there: that is what the notification is for.
      post(.protectedDataWillBecomeUnavailable, after)
    }
    if before.endsEvaluations(after) { world.cancelEvaluation() }
    let hadCrashed = world.keychain.faults.hasCrashed
    do throws(TemporaryKeychainError) {
      try world.keychain.follow(event, from: before, to: after)
      if before.bootCount != after.bootCount { try recover(after, hadCrashed) }
      if let difference = world.keychain.difference(from: world.state) { world.fail(difference) }
    } catch {
      guard settle(error, from: before, to: after) else { return false }
    }
    if after.quirks.contains(.deletesItemsWithApp), case .delete(let app) = event {
      removeItems(onlyOf: app, before, after)
    }
    if after.quirks.contains(.losesBiometryAnyOnReset), after.hasUnlockedKeys,
      after.biometryResets != before.biometryResets || !before.hasUnlockedKeys
    {
      removeItemsOfReset(after)
    }
    if after.screen == .unlocked, before.screen != .unlocked, after.isOn {
      post(.protectedDataDidBecomeAvailable, after)
    }
    if before.visible != after.visible { authenticator.observers.tell() }
    reinstall(after)
    return true
  }

  /// The store did not take an event; where a test wanted that, it says how far it went.
  ///
  /// - Returns: whether the event has happened all the same.
  private func settle(
    _ error: TemporaryKeychainError, from before: DeviceState, to after: DeviceState
  ) -> Bool {
    let keychain = world.keychain
    guard keychain.faults.isAwaited else {
      world.fail("the store does not follow the device: \(error)")
      return true
    }
    // What stopped dead is looked at when it starts again.
    guard !keychain.faults.hasCrashed else { return true }
    for (state, hasHappened) in [(before, false), (after, true)] {
      guard let found = keychain.found(state, among: [before, after]) else { continue }
      world.settle(found)
      return hasHappened
    }
    world.fail("after a refused write the store is neither as before nor as after it: \(error)")
    return true
  }

  /// A device that had stopped dead learns from the store what it was doing.
  private func recover(_ state: DeviceState, _ hadCrashed: Bool) throws(TemporaryKeychainError) {
    let noted = world.keychain.takeNoted()
    guard hadCrashed, state.isOn else { return }
    let found = try world.keychain.survey([state.passcode].compactMap { $0 } + noted, state)
    world.happenDuringPrompt(
      .recover(
        passcode: found.passcode, wrongPasscodes: found.wrongPasscodes,
        wrongByProgram: found.wrongByProgram))
  }

  /// What `run` and `install` put in place.
  func installation(of app: DeviceState.App) -> Installation {
    let caller = world.state.caller(of: app) ?? Caller(identifier: app.name, groups: [])
    return Installation(
      service: DeviceService(world: world, app: app), caller: caller, profile: profile.value,
      authenticator: authenticator, witness: world.history(of: app.name))
  }

  /// An upgrade changes who the installed app is.
  private func reinstall(_ state: DeviceState) {
    guard let installed = CurrentInstallation.processWide,
      let service = installed.service as? DeviceService, service.world === world,
      let caller = state.caller(of: service.app), installed.caller != caller
    else { return }
    CurrentInstallation.install(installation(of: service.app))
  }

  /// Observers run in the name of the app in front, or else of the device's first one, so that
  /// their calls come here.
  private func post(_ name: Notification.Name, _ state: DeviceState) {
    let app = state.foreground.map { DeviceState.App($0) } ?? world.mainApp
    CurrentInstallation.$scoped.withValue(installation(of: app)) {
      NotificationCenter.default.post(name: name, object: nil)
    }
  }
}

/// Apple's oddities.
extension DeviceConsequences {
  /// The quirk `deletesItemsWithApp`: what no other app could reach goes.
  fileprivate func removeItems(onlyOf app: String, _ before: DeviceState, _ after: DeviceState) {
    let left = after.apps.filter(\.value.isInstalled)
      .flatMap { $1.entitlements.caller(named: $0).groups }
    let gone = before.apps[app]?.entitlements.caller(named: app).groups ?? []
    for group in Set(gone).subtracting(left).sorted() {
      for itemClass in ItemClass.stored {
        try? world.keychain.owner().delete(Query(itemClass), group: .named(group))
      }
    }
  }

  /// The quirk `losesBiometryAnyOnReset`: what only biometry opens goes with the last finger; at
  /// the next unlock, where the device was locked.
  fileprivate func removeItemsOfReset(_ state: DeviceState) {
    guard state.enrolment.names.isEmpty else { return }
    // As if everything could be proved, so that every rule is said.
    var facts = AuthenticationFacts()
    facts.hasPasscode = true
    facts.biometry = AuthenticationFacts.Biometry(.touch, generation: .zero, enrolments: ["-"])
    let evidence = Evidence(facts: facts)
    for itemClass in ItemClass.stored {
      var query = Query(itemClass)
      query.returns = .secret
      query.evidence = evidence
      let challenge = demands(of: query)
      for demand in challenge where demand.requirement.needsAnyBiometry {
        guard let item = demand.item else { continue }
        var removal = Query(itemClass)
        removal.references = [.identifier(itemClass, item)]
        try? world.keychain.owner().delete(removal)
      }
    }
  }

  /// What the items of a query need.
  private func demands(of query: Query) -> [Challenge.Demand] {
    do throws(KeychainError) {
      _ = try world.keychain.owner().copyMatching(query)
      return []
    } catch {
      return error.challenge?.demands ?? []
    }
  }
}

extension AuthenticationRequirement {
  /// Whether it cannot be met without biometry, whoever is enrolled.
  fileprivate var needsAnyBiometry: Bool {
    factors.contains(.biometryAny) && factors.filter { $0 != .biometryAny }.count < count
  }
}

extension DeviceState {
  /// Whether prompts go with an event: the device locks, stops, or another app comes to the front.
  fileprivate func endsEvaluations(_ after: DeviceState) -> Bool {
    evidenceEra != after.evidenceEra || foreground != after.foreground
  }

  /// What an observer of the environment can see (1.11).
  fileprivate var visible: AuthenticationFacts {
    var facts = facts(for: Caller(identifier: "", groups: []))
    facts.isInteractive = false
    facts.sinceBoot = 0
    facts.lastBiometricUnlock = nil
    facts.era = 0
    facts.passcodeVersion = 0
    return facts
  }
}

extension Notification.Name {
  /// As UIKit names it: the device is about to be locked.
  fileprivate static let protectedDataWillBecomeUnavailable = Notification.Name(
    "UIApplicationProtectedDataWillBecomeUnavailable")
  /// As UIKit names it: the device was unlocked.
  fileprivate static let protectedDataDidBecomeAvailable = Notification.Name(
    "UIApplicationProtectedDataDidBecomeAvailable")
}
