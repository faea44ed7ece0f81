// SPDX-License-Identifier: Apache-2.0 - table
import Foundation
import KeychainTesting
import LocalAuthentication
import Testing

/// Cases 1 to 13: preflight and properties.
// swift-format-ignore
extension ConformanceCase {
  static let preflight: [ConformanceCase] = [
    .init(1, "a phone") { run in
      #expect([1, 2, 3, 4].map { run.can($0) } == [0, 0, -11, 0])
    },
    .init(2, "no sensor") { run in
      run.device.setSensor(.none)
      let context = run.context()
      #expect(run.can(1, context) == -6 && context.biometryType == .none && run.can(2) == 0)
    },
    .init(3, "all fingers removed") { run in
      try run.device.removeAllEnrolments()
      let context = run.context()
      #expect(run.can(1, context) == -7 && context.biometryType == .touchID && run.can(2) == 0)
    },
    .init(4, "a face sensor, the app refused", .face) { run in
      try run.device.refuseBiometry()
      let context = run.context()
      #expect(run.can(1, context) == -6 && context.biometryType == .faceID && run.can(2) == 0)
    },
    .init(5, "five failed matches") { run in
      try run.device.failBiometry(times: 5)
      #expect(run.can(1) == -8 && run.can(2) == 0)
      #expect(run.context().domainState.biometry.stateHash != nil)
    },
    .init(6, "the passcode removed") { run in
      try run.device.removePasscode("1234")
      #expect(run.can(1) == -5 && run.can(2) == -5)
    },
    .init(7, "never a passcode; in the order of the header", .fresh) { run in
      #expect(run.can(1) == -5)
      let other = SimulatedDevice(profile: .ios, quirks: [.headerErrorOrder])
      #expect(CaseRun(device: other).can(1) == -7)
    },
    .init(8, "an invalidated context") { run in
      let context = run.context()
      context.invalidate()
      #expect(run.can(1, context) == -10)
      #expect(await run.evaluate(1, context) == -10)
      context.localizedReason = "r"
      context.interactionNotAllowed = true
      context.touchIDAuthenticationAllowableReuseDuration = 1
    },
    .init(9, "interaction not allowed") { run in
      let context = run.context()
      context.interactionNotAllowed = true
      #expect(run.can(1, context) == 0)
    },
    .init(10, "the domain state after a preflight, 32 bytes, equal on a new context") { run in
      let context = run.context()
      #expect(context.evaluatedPolicyDomainState == nil)
      _ = run.can(1, context)
      #expect(context.evaluatedPolicyDomainState?.count == 32)
      #expect(context.evaluatedPolicyDomainState == run.domainState())
    },
    .init(11, "the domain state never comes back") { run in
      let first = run.domainState()
      try run.device.enrol("left thumb")
      let second = run.domainState()
      try run.device.removeEnrolment("left thumb")
      let third = run.domainState()
      #expect(Set([first, second, third]).count == 3 && third != nil)
    },
    .init(12, "another app's domain state is another") { run in
      let other = run.device.app("other")
      run.device.install(other)
      #expect(run.domainState(as: other)?.count == 32)
      #expect(run.domainState(as: other) != run.domainState())
    },
    .init(13, "an old context holds its state until its next preflight") { run in
      let context = run.context()
      _ = run.can(1, context)
      let first = context.evaluatedPolicyDomainState
      try run.device.enrol("left thumb")
      #expect(context.evaluatedPolicyDomainState == first)
      _ = run.can(1, context)
      #expect(context.evaluatedPolicyDomainState != first)
    },
  ]
}
