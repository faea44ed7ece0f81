// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import Testing

/// A row of the table of events: the events before, the event, and its expected effect.
struct EventCase: Sendable, CustomTestStringConvertible {
  enum Expectation: Sendable {
    /// The event cannot happen, and nothing changes.
    case refused
    /// The event happens, and the condition holds for the states after and before it.
    case changes(@Sendable (DeviceState, DeviceState) -> Bool)
    /// The passcode or the finger is wrong, and the condition holds for the states after and
    /// before.
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

  /// The event's name without its values.
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
  /// Returns the state of a new device after some events.
  static func after(_ events: [DeviceEvent], seed: UInt64 = 1) throws -> DeviceState {
    var state = DeviceState(seed: seed)
    for event in events { state = try state.applying(event).0 }
    return state
  }
}

/// Events to begin rows with.
extension [DeviceEvent] {
  static let fresh: [DeviceEvent] = []
  static let coded: [DeviceEvent] = [.setPasscode("1234")]
  /// A device with a passcode and one finger.
  static let phone: [DeviceEvent] = coded + [.enrol("right index")]
  static let off: [DeviceEvent] = phone + [.powerOff]
  static let locked: [DeviceEvent] = phone + [.lock(grace: nil)]
  static let started: [DeviceEvent] = phone + [.reboot]
  static let lockedOut: [DeviceEvent] = phone + [.failBiometry(times: 5)]
  static let facePhone: [DeviceEvent] = [.setSensor(.face)] + coded + [.enrol("owner")]

  /// Enters this many different wrong passcodes, with enough time for each to count.
  static func wrong(_ count: Int) -> [DeviceEvent] {
    (0..<count).flatMap { number -> [DeviceEvent] in
      let waits: [DeviceEvent] = number >= 5 ? [.advance(by: .seconds(3600))] : []
      return waits + [.unlockWithPasscode("wrong \(number)")]
    }
  }

  /// Hands in this many different wrong passcodes from an app, with enough time for each to count.
  static func handedIn(_ count: Int) -> [DeviceEvent] {
    (0..<count).flatMap { number -> [DeviceEvent] in
      let waits: [DeviceEvent] = number >= 5 ? [.advance(by: .seconds(3600))] : []
      return waits + [.handInPasscode("wrong \(number)", app: "main")]
    }
  }
}
