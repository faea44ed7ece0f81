// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import TestPatience
import Testing

/// Tests of events of a simulated device while its disk refuses a write
/// (Specification/access-control.md, "API of KeychainTesting").
///
/// By default some of the writes are refused. With LATCHKEY_CRASH=whole, as in `make crash-replay`,
/// all of them are.
@Suite("Faults of a simulated device")
struct DeviceFaultTests {
  /// An event, and the passcode of the device before and after it.
  struct Act: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var hasPasscode = true
    /// The passcodes that the device may have after the event: nothing or all of it was done.
    let outcomes: [String?]
    let happen: @Sendable (SimulatedDevice) throws -> Void
  }

  /// Returns the numbers of the writes to refuse, from 1 to `last`.
  private static func writes(upTo last: Int) -> [Int] {
    if ProcessInfo.processInfo.environment["LATCHKEY_CRASH"] == "whole" { return Array(1...last) }
    return [1, 2, 3, 5, 8, 12, 17].filter { $0 <= last }
  }

  private static let acts: [Act] = [
    .init(testDescription: "set", hasPasscode: false, outcomes: [nil, "1234"]) {
      try $0.setPasscode("1234")
    },
    .init(testDescription: "change", outcomes: ["1234", "5678"]) {
      try $0.changePasscode("1234", "5678")
    },
    .init(testDescription: "change, wrong", outcomes: ["1234"]) {
      try $0.changePasscode("0000", "5678")
    },
    .init(testDescription: "remove", outcomes: ["1234", nil]) { try $0.removePasscode("1234") },
    .init(testDescription: "unlock", outcomes: ["1234"]) {
      $0.lock()
      $0.unlock()
    },
    .init(testDescription: "unlock after wrong ones", outcomes: ["1234"]) {
      $0.lock()
      for wrong in ["1", "2"] { _ = try? $0.unlock(passcode: wrong) }
      try $0.unlock(passcode: "1234")
    },
    .init(testDescription: "handed in", outcomes: ["1234"]) {
      $0.lock()
      for wrong in ["1", "2"] { _ = try? $0.unlock(passcode: wrong, handedInBy: .main) }
      try $0.unlock(passcode: "1234", handedInBy: .main)
    },
    .init(testDescription: "handed in, the right one alone", outcomes: ["1234"]) {
      $0.lock()
      try $0.unlock(passcode: "1234", handedInBy: .main)
    },
    .init(testDescription: "handed in, wrong, then right", outcomes: ["1234"]) {
      $0.lock()
      _ = try? $0.unlock(passcode: "1", handedInBy: .main)
      try $0.unlock(passcode: "1234", handedInBy: .main)
    },
    .init(testDescription: "finger", outcomes: ["1234"]) {
      try $0.enrol("thumb")
      $0.lock()
      try $0.unlock(finger: "thumb")
    },
    .init(testDescription: "restart", outcomes: ["1234"]) { $0.reboot() },
    .init(testDescription: "erase", outcomes: [nil]) { $0.erase() },
  ]

  @Test(
    "the device is as its store is, whichever write is refused", arguments: acts, writes(upTo: 20))
  func refused(act: Act, number: Int) throws {
    let device = SimulatedDevice(seed: 7, profile: .ios)
    if act.hasPasscode { try device.setPasscode("1234") }
    #expect(device.run { Items.add("a") } == errSecSuccess)
    let before = device.state
    device.failNextWrite(at: number)
    do {
      try act.happen(device)
    } catch let error as SimulatedDevice.Impossible {
      #expect(error.status == errSecIO)
      #expect(device.state.passcode == before.passcode)
    }
    #expect(device.failures.isEmpty)
    #expect(act.outcomes.contains(device.state.passcode))
    // The fault was for one write. Afterwards each event finds the store in order.
    device.reboot()
    #expect(device.unlock())
    device.lock()
    #expect(device.unlock())
    let wasErased = device.state.identity != before.identity
    #expect(device.run { Items.read("a") } == (wasErased ? errSecItemNotFound : errSecSuccess))
    #expect(device.failures.isEmpty)
  }

  @Test("a passcode that the disk did not take is not set")
  func first() throws {
    let device = SimulatedDevice(profile: .ios)
    device.failNextWrite()
    #expect(throws: SimulatedDevice.Impossible("the disk refuses a write", status: errSecIO)) {
      try device.setPasscode("1234")
    }
    #expect(device.state.passcode == nil && device.state.hasUnlockedKeys)
    try device.setPasscode("1234")
    #expect(device.state.passcode == "1234" && device.failures.isEmpty)
  }

  @Test(
    "a start after a crash finds the counts of programs too", arguments: ["1234", "12"],
    writes(upTo: 14))
  func crashOfHandIn(passcode: String, number: Int) throws {
    let device = SimulatedDevice.phone()
    device.lock()
    _ = try? device.unlock(passcode: "0", handedInBy: .main)
    device.crash(at: number)
    _ = try? device.unlock(passcode: passcode, handedInBy: .main)
    device.reboot()
    #expect(device.unlock())
    device.lock()
    for _ in 0..<4 { _ = try? device.unlock(passcode: "0", handedInBy: .main) }
    try device.advance(by: .seconds(4000))
    #expect(try device.unlock(passcode: "1234", handedInBy: .main))
    #expect(device.failures.isEmpty && device.state.throttle.wrongByProgram.isEmpty)
    let second = try SimulatedDevice(replaying: device.journal)
    #expect(second.state == device.state && second.journal == device.journal)
  }

  @Test(
    "a start after a crash ends though a file of the store becomes shorter meanwhile",
    .timeLimit(.minutes(10)))
  func shorterFile() throws {
    let device = SimulatedDevice.phone()
    let path = device.testOnlyPath + "/aside-1.keybag"
    for _ in 0..<3 {
      let file = unsafe open(path, O_WRONLY | O_CREAT, 0o600)
      ftruncate(file, 64 << 20)
      device.crash()
      _ = try? device.changePasscode("1234", "5678")
      Thread.detachNewThread {
        for size in stride(from: 64 << 20, through: 0, by: -(256 << 10)) {
          ftruncate(file, off_t(size))
          Patience.pause(.milliseconds(1))
        }
        close(file)
      }
      device.reboot()
      #expect(device.unlock() && device.failures.isEmpty)
    }
  }

  @Test("what a journal repeats is refused again")
  func replay() throws {
    let first = SimulatedDevice.phone(seed: 3)
    first.failNextWrite(at: 2)
    _ = try? first.changePasscode("1234", "5678")
    first.lock()
    let second = try SimulatedDevice(replaying: first.journal)
    #expect(second.state == first.state && second.journal == first.journal)
  }
}
