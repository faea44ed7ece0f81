// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Testing

/// Tests of the pure part of the simulated device (Specification/access-control.md, "State of the
/// device" to "Events of the device").
@Suite("Device state")
struct EventTests {
  @Test("every event", arguments: EventCase.all)
  func event(_ row: EventCase) throws { try row.run() }

  @Test("every event stands in the table, and every one that can be refused is refused there")
  func complete() {
    let kinds = Set(RandomEvents.kinds)
    #expect(Set(EventCase.all.map(\.kind)) == kinds)
    let never: Set<String> = [
      "reboot", "unlock", "lock", "lockRemotely", "setErasesAfterTen", "setSensor",
      "setSensorUsable", "pairCompanion", "enterBackground", "setInteractive", "setWallClock",
      "erase", "install", "delete", "replaceKeybag",
    ]
    #expect(Set(EventCase.all.filter(\.isRefusal).map(\.kind)) == kinds.subtracting(never))
  }

  @Test("a new device is as the specification says, and prints every variable")
  func initial() {
    let state = DeviceState(seed: 7)
    #expect(state.isOn && state.bootCount == 1 && state.bootTime == .zero && state.passcode == nil)
    #expect(state.firstUnlockDone && state.screen == .unlocked && state.sensor == .touch)
    #expect(state.wall == Date(timeIntervalSince1970: 1_704_067_200))
    #expect(state.foreground == "main" && state.isInteractive && state.brokenInvariants.isEmpty)
    #expect(DeviceState(seed: 7) == state)
    #expect(DeviceState(seed: 8).identity != state.identity)
    #expect("\(state)".split(separator: "\n").count >= 25)
  }

  @Test("a generation never comes back")
  func generations() throws {
    var seen: Set<[UInt8]> = []
    var state = try DeviceState.after(.coded)
    for _ in 0..<50 {
      #expect(seen.insert(state.enrolment.generation).inserted)
      let event = state.enrolment.names.isEmpty ? DeviceEvent.enrol("a") : .removeEnrolment("a")
      state = try state.applying(event).0
    }
  }
}
