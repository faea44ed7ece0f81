// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import LocalAuthentication
import Testing

/// Tests of rights that are not stored (Specification/access-control.md, "Rights of
/// LocalAuthentication").
@Suite("LARight", .timeLimit(.minutes(10)))
struct RightTests {
  private let phone = Phone()
  private var device: ScriptedAuthenticator { phone.device }

  private func authorize(_ right: LARight) async -> Int {
    do {
      try await right.authorize(localizedReason: "test")
      return 0
    } catch {
      return (error as NSError).code
    }
  }

  @Test("authorized and taken back")
  func states() async {
    let right = phone.run { LARight() }
    #expect(right.state == .unknown && right.tag == 0)
    device.answer(.match)
    #expect(await authorize(right) == 0 && right.state == .authorized)
    await right.deauthorize()
    #expect(right.state == .notAuthorized)
    device.answer(.cancel)
    #expect(await authorize(right) == -2 && right.state == .notAuthorized)
    #expect(device.prompts.count == 2)
  }

  @Test("the requirements are the flags of access controls")
  func requirements() async throws {
    let biometry = phone.run { LARight(requirement: .biometry) }
    let either = phone.run { LARight(requirement: .biometry(fallback: .devicePasscode)) }
    let current = phone.run { LARight(requirement: .biometryCurrentSet) }
    try await biometry.checkCanAuthorize()
    device.answer(.fallback)
    #expect(await authorize(biometry) == -3)
    device.answer(.fallback, .rightPasscode)
    #expect(await authorize(either) == 0)
    device.enrol([])
    for right in [biometry, current] {
      do {
        try await right.checkCanAuthorize()
        Issue.record("nothing is enrolled")
      } catch LAError.biometryNotEnrolled {
      }
      #expect(right.state != .authorized)
    }
    try await either.checkCanAuthorize()
    #expect(device.prompts.count == 2)
  }

  @Test("a right whose key has no rule for signing: the check refuses it as the authorization does")
  func withoutRule() async {
    let right = phone.run { LARight(value: nil) }
    #expect(await authorize(right) == -1009 && right.state == .notAuthorized)
    do {
      try await right.checkCanAuthorize()
      Issue.record("nothing can authorize this right")
    } catch {
      #expect((error as NSError).code == -1009)
    }
  }

  @Test("deauthorized while the user is asked")
  func deauthorizedMeanwhile() async {
    let right = phone.run { LARight() }
    let outcome = Outcome()
    right.authorize(localizedReason: "test") { outcome.take($0 == nil, $0) }
    #expect(right.state == .authorizing)
    await right.deauthorize()
    #expect(await outcome.code == -9 && right.state == .notAuthorized)
  }
}
