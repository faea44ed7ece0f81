// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainTypes

/// Carries out the effects of an event on everything except the state of the simulated device.
///
/// The effects are on the keys of the store, on running evaluations (authentications) and on
/// observers of notifications. `DeviceState` computes the new state of the device.
struct DeviceConsequences {
  let world: DeviceWorld
  let authenticator: DeviceAuthenticator
  let profile: SimulatedDevice.Profile

  /// Carries out the effects of an event on the store, on running authentications and on observers.
  ///
  /// - Returns: False if the disk refused a write, so that the event has not happened. The device
  ///   is then in the state `before`.
  func carryOut(
    _ event: DeviceEvent, from before: DeviceState, to after: DeviceState
  ) -> Bool {
    if after.screen != .unlocked, before.screen == .unlocked, before.isOn, after.isOn {
      // Observers use this notification to finish work that needs the keys. The notification is
      // therefore posted while the keys are still available.
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

  /// Decides whether an event has happened although the store reported an error.
  ///
  /// The test may have caused the error by `failNextWrite` or `crash` of `SimulatedDevice`. The
  /// content of the store then shows whether the event has happened. Any other error is reported as
  /// a failure of the test.
  ///
  /// - Returns: True if the event has happened. Also true if only the next start of the device can
  ///   show whether the event has happened, or if a failure was reported.
  private func settle(
    _ error: TemporaryKeychainError, from before: DeviceState, to after: DeviceState
  ) -> Bool {
    let keychain = world.keychain
    guard keychain.faults.isAwaited else {
      world.fail("the store cannot take the state of the device: \(error)")
      return true
    }
    // After a crash, the store is examined at the next start.
    guard !keychain.faults.hasCrashed else { return true }
    for (state, hasHappened) in [(before, false), (after, true)] {
      guard let found = keychain.found(state, among: [before, after]) else { continue }
      world.settle(found)
      return hasHappened
    }
    world.fail(
      "a write was refused, and the store is in neither the old nor the new state: \(error)")
    return true
  }

  /// Reads the store at the start of the device after a crash, to find out whether the last change
  /// of the store took effect.
  ///
  /// - Parameters:
  ///   - state: the state of the device after the start.
  ///   - hadCrashed: true if the device had crashed before the start. If false, nothing is read.
  private func recover(_ state: DeviceState, _ hadCrashed: Bool) throws(TemporaryKeychainError) {
    let noted = world.keychain.takeNoted()
    guard hadCrashed, state.isOn else { return }
    let found = try world.keychain.survey([state.passcode].compactMap { $0 } + noted, state)
    world.happenDuringPrompt(
      .recover(
        passcode: found.passcode, wrongPasscodes: found.wrongPasscodes,
        wrongByProgram: found.wrongByProgram))
  }

  /// Returns the installation (the object that directs keychain calls) that sends an app's calls to
  /// this device.
  func installation(of app: DeviceState.App) -> Installation {
    let caller = world.state.caller(of: app) ?? Caller(identifier: app.name, groups: [])
    return Installation(
      service: DeviceService(world: world, app: app), caller: caller, profile: profile.value,
      authenticator: authenticator, witness: world.history(of: app.name))
  }

  /// Renews the process's installation (the object that directs keychain calls) if an upgrade has
  /// changed the identity of the installation's app.
  private func reinstall(_ state: DeviceState) {
    guard let installed = CurrentInstallation.processWide,
      let service = installed.service as? DeviceService, service.world === world,
      let caller = state.caller(of: service.app), installed.caller != caller
    else { return }
    CurrentInstallation.install(installation(of: service.app))
  }

  /// Posts a notification to the observers in the code under test.
  ///
  /// Keychain calls that the observers make go to this device. They come from the app in front, or
  /// from the device's first app if no app is in front.
  private func post(_ name: Notification.Name, _ state: DeviceState) {
    let app = state.foreground.map { DeviceState.App($0) } ?? world.mainApp
    CurrentInstallation.$scoped.withValue(installation(of: app)) {
      NotificationCenter.default.post(name: name, object: nil)
    }
  }
}

/// Effects of quirks: oddities of Apple's systems that a test can switch on.
extension DeviceConsequences {
  /// Applies the quirk `deletesItemsWithApp`: after an app was deleted, removes the items that no
  /// installed app can reach.
  ///
  /// Only items in the access groups of the deleted app are removed.
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

  /// Applies the quirk `losesBiometryAnyOnReset`: removes the items that only biometry can open, if
  /// no finger or face is enrolled.
  ///
  /// Called after the removal of the last finger or face, and at each unlock, because items cannot
  /// be examined while the device is locked.
  fileprivate func removeItemsOfReset(_ state: DeviceState) {
    guard state.enrolment.names.isEmpty else { return }
    // Assume that everything could be proved, so that the engine names every rule.
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

  /// Returns the proofs, such as a finger, that the user would have to give before the query could
  /// succeed.
  ///
  /// Empty if the query needs no proof.
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
  /// True if the requirement cannot be met without the factor `biometryAny`: a finger or face that
  /// is enrolled now.
  fileprivate var needsAnyBiometry: Bool {
    factors.contains(.biometryAny) && factors.filter { $0 != .biometryAny }.count < count
  }
}

extension DeviceState {
  /// Returns true if an event cancels running authentications and their prompts.
  ///
  /// An event cancels them if it locks, stops or erases the device, or if it changes the app in
  /// front.
  ///
  /// - Parameter after: the state of the device after the event.
  fileprivate func endsEvaluations(_ after: DeviceState) -> Bool {
    evidenceEra != after.evidenceEra || foreground != after.foreground
  }

  /// The facts about the device that an observer of LocalAuthentication can see
  /// (Specification/access-control.md, "Environment of LocalAuthentication").
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
  /// UIKit's notification that the device is about to be locked.
  fileprivate static let protectedDataWillBecomeUnavailable = Notification.Name(
    "UIApplicationProtectedDataWillBecomeUnavailable")
  /// UIKit's notification that the device was unlocked.
  fileprivate static let protectedDataDidBecomeAvailable = Notification.Name(
    "UIApplicationProtectedDataDidBecomeAvailable")
}
