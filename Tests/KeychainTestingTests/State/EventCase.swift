// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import Testing

/// One row: what happened before, what happens now, what is expected.
struct EventCase: Sendable, CustomTestStringConvertible {
  enum Expectation: Sendable {
    /// The event cannot happen, and nothing changes.
    case refused
    /// It happens, and this holds afterwards; given are the states after and before.
    case changes(@Sendable (DeviceState, DeviceState) -> Bool)
    /// A passcode or identity is not accepted, and this holds afterwards.
    case fails(@Sendable (DeviceState, DeviceState) -> Bool)
  }

  let words: String
  let given: [DeviceEvent]
  let event: DeviceEvent
  let expectation: Expectation

  init(
    _ words: String, _ given: [DeviceEvent], _ event: DeviceEvent, _ expectation: Expectation
  ) {
    self.words = words
    self.given = given
    self.event = event
    self.expectation = expectation
  }

  var testDescription: String { words }

  /// The event's name alone.
  var kind: String { String("\(event)".prefix { $0 != "(" }) }

  var isRefusal: Bool {
    if case .refused = expectation { return true }
    return false
  }

  func run() throws {
    let before = try DeviceState.after(given)
    switch expectation {
    case .refused:
      #expect(throws: ImpossibleEvent.self) { try before.applying(event) }
    case .changes(let holds):
      let (after, accepted) = try before.applying(event)
      #expect(accepted)
      #expect(holds(after, before), "\(after)")
    case .fails(let holds):
      let (after, accepted) = try before.applying(event)
      #expect(!accepted)
      #expect(holds(after, before), "\(after)")
    }
  }
}

extension DeviceState {
  /// A new device after some events.
  static func after(_ events: [DeviceEvent], seed: UInt64 = 1) throws -> DeviceState {
    var state = DeviceState(seed: seed)
    for event in events { state = try state.applying(event).0 }
    return state
  }
}

/// Beginnings of rows.
extension [DeviceEvent] {
  static let fresh: [DeviceEvent] = []
  static let coded: [DeviceEvent] = [.setPasscode("1234")]
  /// A passcode and one finger.
  static let phone: [DeviceEvent] = coded + [.enrol("right index")]
  static let off: [DeviceEvent] = phone + [.powerOff]
  static let locked: [DeviceEvent] = phone + [.lock(grace: nil)]
  static let started: [DeviceEvent] = phone + [.reboot]
  static let lockedOut: [DeviceEvent] = phone + [.failBiometry(times: 5)]
  static let facePhone: [DeviceEvent] = [.setSensor(.face)] + coded + [.enrol("owner")]

  /// So many different wrong passcodes, with time for each to count.
  static func wrong(_ count: Int) -> [DeviceEvent] {
    (0..<count).flatMap { number -> [DeviceEvent] in
      let waits: [DeviceEvent] = number >= 5 ? [.advance(by: .seconds(3600))] : []
      return waits + [.unlockWithPasscode("wrong \(number)")]
    }
  }

  /// So many different wrong passcodes that an app hands in, with time for each to count.
  static func handedIn(_ count: Int) -> [DeviceEvent] {
    (0..<count).flatMap { number -> [DeviceEvent] in
      let waits: [DeviceEvent] = number >= 5 ? [.advance(by: .seconds(3600))] : []
      return waits + [.handInPasscode("wrong \(number)", app: "main")]
    }
  }
}
