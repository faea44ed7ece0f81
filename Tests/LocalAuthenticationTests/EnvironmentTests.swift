// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import LocalAuthentication
import SecureMemory
import TestPatience
import Testing

/// Tests of Specification/access-control.md, "Environment of LocalAuthentication" and "Conformance
/// cases", case 68.
@Suite("LAEnvironment", .timeLimit(.minutes(10)))
struct EnvironmentTests {
  private let phone = Phone()
  private var device: ScriptedAuthenticator { phone.device }

  /// Records the old and the new state of each change.
  private final class Recorder: NSObject, LAEnvironment.Observer, Sendable {
    let changes = Lock<[(LAEnvironment.State, LAEnvironment.State)]>([])

    func environment(
      _ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State
    ) {
      let new = environment.state
      changes.withLock { $0.append((oldState, new)) }
    }

    func count(reaches count: Int) async -> Bool {
      _ = await Patience.suspend { changes.withLock { $0.count } >= count }
      return changes.withLock { $0.count } == count
    }
  }

  @Test("68: told of an enrolment, a lockout, a pairing")
  func observer() async throws {
    let recorder = Recorder()
    let environment = phone.run { LAEnvironment.currentUser }
    let states = Lock<[LAEnvironment.State]>([environment.state])
    environment.addObserver(recorder)
    environment.addObserver(recorder)
    let events: [() -> Void] = [
      { device.enrol(["left", "right index"]) }, { device.failBiometry(times: 5) },
      {
        device.change {
          $0.companions[.watch] = .init(isInReach: true, pairing: .init(high: 0, low: 3))
        }
      },
    ]
    for (number, event) in events.enumerated() {
      event()
      #expect(await recorder.count(reaches: number + 1))
      states.withLock { $0.append(environment.state) }
    }
    let seen = recorder.changes.withLock { $0 }
    let expected = states.withLock { $0 }
    #expect(seen.map(\.0) == Array(expected.dropLast()))
    #expect(seen.map(\.1) == Array(expected.dropFirst()))
    environment.removeObserver(recorder)
    device.enrol([])
    #expect(await recorder.count(reaches: 3))
  }

  @Test("an event that changes nothing here is not told")
  func irrelevant() async {
    let recorder = Recorder()
    let environment = phone.run { LAEnvironment.currentUser }
    environment.addObserver(recorder)
    device.advance(seconds: 5)
    device.enrol(["left"])
    #expect(await recorder.count(reaches: 1))
  }

  @Test("neither observers nor devices are kept alive")
  func lifetimes() {
    weak var observer: Recorder?
    weak var device: ScriptedAuthenticator?
    do {
      let phone = Phone()
      device = phone.device
      let recorder = Recorder()
      observer = recorder
      phone.run { LAEnvironment.currentUser }.addObserver(recorder)
    }
    #expect(observer == nil && device == nil)
  }

  @Test("what the state says")
  func state() throws {
    let environment = phone.run { LAEnvironment.currentUser }
    #expect(phone.run { LAEnvironment.currentUser } === environment)
    #expect(phone.application("other").run { LAEnvironment.currentUser } !== environment)
    let biometry = try #require(environment.state.biometry)
    #expect(biometry.biometryType == .touchID && biometry.isEnrolled && !biometry.isLockedOut)
    #expect(biometry.isUsable && biometry.stateHash.count == 32)
    let password = try #require(environment.state.userPassword)
    #expect(password.isSet && password.isUsable)
    #expect(password.localizedName == "User Password" && password.iconSystemName == "lock.shield")
    #expect(environment.state.companions.isEmpty)
    #expect(environment.state.allMechanisms == [biometry, password])
    #expect(
      environment.state == environment.state && environment.state.hash == environment.state.hash)
    device.change { $0.biometry?.isUsable = false }
    let closed = try #require(environment.state.biometry)
    #expect(!closed.isUsable && closed.builtInSensorInaccessible && closed != biometry)
    device.change { $0.biometry = nil }
    #expect(environment.state.biometry == nil && environment.state.allMechanisms.count == 1)
  }
}
