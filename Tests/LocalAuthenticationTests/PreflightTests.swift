// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import LocalAuthentication
import Testing

/// Tests of Specification/access-control.md, "Conformance cases", cases 1 to 13.
@Suite("LAContext: preflight")
struct PreflightTests {
  private let phone = Phone()
  private var device: ScriptedAuthenticator { phone.device }

  @Test("1: a phone")
  func ready() {
    let context = phone.context()
    #expect([1, 2, 3, 4].map { context.can($0) } == [0, 0, -11, 0])
  }

  @Test("2: without a sensor")
  func noSensor() {
    device.change { $0.biometry = nil }
    let context = phone.context()
    #expect(context.can(1) == -6 && context.biometryType == .none)
    #expect(context.can(2) == 0)
  }

  @Test("3: nothing enrolled")
  func notEnrolled() {
    device.enrol([])
    let context = phone.context()
    #expect(context.can(1) == -7 && context.biometryType == .touchID)
    #expect(context.can(2) == 0 && context.evaluatedPolicyDomainState == nil)
    #expect(context.domainState.biometry.stateHash == nil && context.domainState.stateHash == nil)
  }

  @Test("4: the application refused")
  func refused() {
    let phone = Phone(.face)
    phone.device.refuse("TEAM1.main")
    let context = phone.context()
    #expect(context.can(1) == -6 && context.biometryType == .faceID)
    #expect(context.can(2) == 0)
    #expect(phone.application("TEAM1.other").context().can(1) == 0)
  }

  @Test("5: locked out")
  func lockedOut() {
    device.failBiometry(times: 5)
    let context = phone.context()
    #expect(context.can(1) == -8 && context.can(2) == 0)
    #expect(context.domainState.biometry.stateHash?.count == 32)
    #expect(context.evaluatedPolicyDomainState == nil)
  }

  @Test("6, 7: no passcode")
  func noPasscode() {
    device.change { $0.hasPasscode = false }
    #expect(phone.context().can(1) == -5 && phone.context().can(2) == -5)
    device.enrol([])
    #expect(phone.context().can(1) == -5)
    device.change { $0.rules = .headerErrorOrder }
    #expect(phone.context().can(1) == -7)
  }

  @Test("8: invalidated")
  func invalidated() async {
    let context = phone.context()
    context.invalidate()
    #expect(context.can(1) == -10)
    #expect(await context.evaluate(1) == -10)
    context.localizedReason = "r"
    context.localizedFallbackTitle = nil
    context.interactionNotAllowed = true
    context.touchIDAuthenticationAllowableReuseDuration = 5
    #expect(!context.setCredential(Data([1]), type: .applicationPassword))
    #expect(!context.isCredentialSet(.applicationPassword))
  }

  @Test("9: prompts forbidden")
  func notInteractive() async {
    let context = phone.context()
    context.interactionNotAllowed = true
    #expect(context.can(1) == 0)
    #expect(await context.evaluate(1) == -1004 && device.prompts.isEmpty)
  }

  @Test("10 to 13: the domain state of policies")
  func domainState() throws {
    let context = phone.context()
    #expect(context.evaluatedPolicyDomainState == nil)
    #expect(context.can(2) == 0 && context.evaluatedPolicyDomainState == nil)
    #expect(context.can(1) == 0)
    let first = try #require(context.evaluatedPolicyDomainState)
    #expect(first.count == 32)
    func current() -> Data? {
      let context = phone.context()
      _ = context.can(1)
      return context.evaluatedPolicyDomainState
    }
    #expect(current() == first)
    let other = phone.application("TEAM1.other").context()
    #expect(other.can(4) == 0 && other.evaluatedPolicyDomainState != first)
    device.enrol(["left", "right index"])
    #expect(context.evaluatedPolicyDomainState == first)
    let second = try #require(current())
    device.enrol(["right index"])
    let third = try #require(current())
    #expect(Set([first, second, third]).count == 3)
    #expect(context.can(1) == 0 && context.evaluatedPolicyDomainState == third)
    #expect(context.domainState.biometry.stateHash != third)
  }

  @Test("companions have a domain state for each type")
  func companions() {
    let none = phone.context().domainState
    #expect(none.companion.stateHash == nil && none.companion.availableCompanionTypes.isEmpty)
    device.change {
      $0.companions[.watch] = .init(isInReach: false, pairing: .init(high: 0, low: 5))
    }
    let context = phone.context()
    #expect(context.can(3) == 0 && context.can(4) == 0)
    let state = context.domainState
    #expect(state.companion.availableCompanionTypes == [.watch])
    #expect(state.companion.stateHash(for: .watch) != nil)
    #expect(state.companion.stateHash(for: .mac) == nil)
    #expect(state.companion.stateHash != nil && state.stateHash != none.stateHash)
    #expect(state.biometry.stateHash == none.biometry.stateHash)
  }

  @Test("a number that is no policy is none")
  func unknownNumbers() {
    #expect(LAPolicy(rawValue: 99) == nil && LABiometryType(rawValue: 3) == nil)
    #expect(LAPolicy.deviceOwnerAuthenticationWithWatch.rawValue == 3)
    #expect(LAPolicy.deviceOwnerAuthenticationWithBiometricsOrWatch.rawValue == 4)
    #expect(kLAPolicyDeviceOwnerAuthentication == 2 && kLAErrorNotInteractive == -1004)
  }
}
