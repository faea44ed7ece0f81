// SPDX-License-Identifier: Apache-2.0 - table
import Foundation
import KeychainTesting
import LocalAuthentication
import SecureMemory
import Security
import TestPatience
import Testing

/// Cases 55 to 68: the life of a device.
// swift-format-ignore
extension ConformanceCase {
  static let life: [ConformanceCase] = [
    .init(55, "an encrypted backup, restored to another identity") { run in
      run.addPlain(each: Items.protections)
      run.add(.userPresence)
      let other = CaseRun(device: .phone(seed: 1))
      #expect(other.device.state.identity != run.device.state.identity)
      try other.device.restore(run.device.backup(encrypted: true))
      for name in ["ak", "ck", "dk"] { #expect(other.read(name) == 0, "\(name)") }
      for name in ["aku", "cku", "dku", "akpu", "a"] { #expect(other.read(name) == -25300, "\(name)") }
      #expect(other.device.prompts.isEmpty && other.device.failures.isEmpty)
    },
    .init(56, "an encrypted backup, restored to the same identity") { run in
      run.addPlain(each: Items.protections)
      run.add(.userPresence)
      let backup = try run.device.backup(encrypted: true)
      #expect(run.device.run { Items.delete("aku") } == 0)
      try run.device.restore(backup)
      for name in ["ak", "ck", "dk", "aku", "cku", "dku"] { #expect(run.read(name) == 0, "\(name)") }
      for name in ["akpu", "a"] { #expect(run.read(name) == -25300, "\(name)") }
      #expect(run.device.items.count == 6 && run.device.prompts.isEmpty)
    },
    .init(57, "a backup of a locked device") { run in
      run.addPlain("ak")
      run.device.lock()
      for encrypted in [true, false] {
        let error = #expect(throws: SimulatedDevice.Impossible.self) {
          try run.device.backup(encrypted: encrypted)
        }
        #expect(error?.status == -25308)
      }
      run.device.unlock()
      _ = try run.device.backup(encrypted: true)
    },
    .init(58, "an app deleted and installed again") { run in
      run.addPlain("ak")
      run.device.delete(.main)
      run.device.install(.main)
      #expect(run.read("ak") == 0)
    },
    .init(59, "an upgrade without the group, and back") { run in
      let shared = SimulatedDevice.Entitlements(groups: ["shared"])
      try run.device.upgrade(.main, shared)
      #expect(run.device.run { Items.add("a", group: "shared") } == 0)
      try run.device.upgrade(.main, .init(), version: "3")
      #expect(run.device.run { Items.read("a") } == -25300)
      #expect(run.device.run { Items.read("a", group: "shared") } == -34018)
      try run.device.upgrade(.main, shared, version: "4")
      #expect(run.device.run { Items.read("a") } == 0)
    },
    .init(60, "erased") { run in
      run.addPlain("ak")
      let (identity, domain) = (run.device.state.identity, run.domainState())
      run.device.erase()
      #expect(run.read("ak") == -25300)
      run.addPlain("ak")
      try run.device.setPasscode("1234")
      try run.device.enrol("right index")
      #expect(run.device.state.identity != identity && run.domainState() != domain)
      #expect(run.domainState()?.count == 32)
    },
    .init(61, "five different wrong passcodes") { run in
      run.device.lock()
      for wrong in ["a", "b", "c", "d"] {
        #expect(try !run.device.unlock(passcode: wrong))
        #expect(run.device.state.throttledFor == nil)
      }
      #expect(try !run.device.unlock(passcode: "e"))
      #expect(run.device.state.throttledFor == .seconds(60))
      #expect(try !run.device.unlock(passcode: "1234"))
      try run.device.advance(by: .seconds(60))
      #expect(try run.device.unlock(passcode: "1234"))
    },
    .init(62, "the same wrong passcode five times") { run in
      for _ in 0..<5 {
        let isOpen = try run.device.unlock(passcode: "a")
        #expect(!isOpen)
      }
      #expect(run.device.state.throttle.wrongPasscodes == 1 && run.device.state.throttledFor == nil)
    },
    .init(63, "a restart and another date in a delay") { run in
      for wrong in ["a", "b", "c", "d", "e"] { try run.device.unlock(passcode: wrong) }
      try run.device.advance(by: .seconds(60))
      try run.device.unlock(passcode: "f")
      #expect(run.device.state.throttledFor == .seconds(300))
      try run.device.advance(by: .seconds(200))
      run.device.reboot()
      run.device.setWallClock(run.device.state.wall.addingTimeInterval(86_400))
      #expect(try !run.device.unlock(passcode: "1234"))
      #expect(run.device.state.throttledFor == .seconds(300))
      try run.device.advance(by: .seconds(300))
      #expect(try run.device.unlock(passcode: "1234"))
    },
    .init(64, "stopped dead while the right passcode is looked at") { run in
      var counts: Set<Int> = []
      for number in 1... {
        let phone = SimulatedDevice.phone(enrolled: [])
        phone.lock()
        phone.crash(at: number)
        try phone.unlock(passcode: "1234")
        guard phone.hasCrashed else { break }
        phone.reboot()
        counts.insert(phone.state.throttle.wrongPasscodes)
        #expect(try phone.unlock(passcode: "1234"))
        #expect(phone.state.throttle.wrongPasscodes == 0 && phone.failures.isEmpty)
      }
      // A try is counted before the check, and the count is reset after a right passcode.
      #expect(counts == [0, 1])
    },
    .init(65, "stopped dead at each write of another passcode") { run in
      var opened: Set<String> = []
      for number in 1... {
        let phone = CaseRun(device: .phone(enrolled: []))
        phone.addPlain("ak", "ck", "dk", "akpu")
        phone.device.crash(at: number)
        try phone.device.changePasscode("1234", "5678")
        guard phone.device.hasCrashed else { break }
        phone.device.reboot()
        let passcode = phone.device.state.passcode ?? ""
        let other = passcode == "1234" ? "5678" : "1234"
        opened.insert(passcode)
        #expect(try !phone.device.unlock(passcode: other))
        #expect(try phone.device.unlock(passcode: passcode))
        for name in ["ak", "ck", "dk", "akpu"] { #expect(phone.read(name) == 0, "\(number)") }
        #expect(phone.device.failures.isEmpty, "\(phone.device.failures)")
      }
      #expect(opened == ["1234", "5678"])
    },
    .init(66, "erase after ten wrong tries: not at the data door, at the prompt") { run in
      run.addPlain("ak")
      run.device.setErasesAfterTen(true)
      run.device.lock()
      for number in 0..<10 {
        #expect(try !run.device.unlock(passcode: "data \(number)", handedInBy: .main))
        if number > 3 { try run.device.advance(by: .seconds(3600)) }
      }
      #expect(run.device.state.throttle.wrongPasscodes == 0)
      #expect(run.device.state.throttle.wrongByProgram == ["TEST.main": 10])
      #expect(try run.device.unlock(passcode: "1234"))
      #expect(run.read("ak") == 0)
      for number in 0..<10 {
        #expect(try !run.device.unlock(passcode: "\(number)"))
        if number > 3 { try run.device.advance(by: .seconds(3600)) }
      }
      #expect(run.device.state.passcode == nil && run.device.items.isEmpty)
    },
    .init(67, "a saved right, its secret, another finger") { run in
      let secret = Data("secret".utf8)
      let right = try await run.device.run {
        try await LARightStore.shared.saveRight(
          LARight(requirement: .biometryCurrentSet), identifier: "right", secret: secret)
      }
      #expect(await code { _ = try await right.secret.rawData } == -1004)
      run.device.answer(CaseRun.finger)
      try await right.authorize(localizedReason: "test")
      #expect(try await right.secret.rawData == secret)
      try run.device.enrol("left thumb")
      #expect(await code { try await right.authorize(localizedReason: "test") } == -1)
      #expect(run.device.prompts.count == 1)
    },
    .init(68, "an observer of the environment") { run in
      let environment = run.device.run { LAEnvironment.currentUser }
      let recorder = StateRecorder()
      environment.addObserver(recorder)
      var states = [environment.state]
      let events: [@Sendable () throws -> Void] = [
        { try run.device.enrol("left thumb") }, { try run.device.failBiometry(times: 5) },
        { run.device.pairCompanion(.watch) },
      ]
      for (number, event) in events.enumerated() {
        try event()
        #expect(await recorder.reaches(number + 1))
        states.append(environment.state)
      }
      #expect(recorder.old.withLock { $0 } == states.dropLast())
      // Time and locks do not change the state: only the passcode that ends the lockout does.
      run.device.lock()
      try run.device.advance(by: .seconds(5))
      run.device.unlock()
      #expect(await recorder.reaches(4))
      #expect(environment.state.biometry?.isLockedOut == false)
    },
  ]
}

/// Records the old state of each change.
private final class StateRecorder: NSObject, LAEnvironment.Observer, Sendable {
  let old = Lock<[LAEnvironment.State]>([])

  func environment(
    _ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State
  ) {
    old.withLock { $0.append(oldState) }
  }

  /// Waits until this many changes are reported.
  ///
  /// False if there are more.
  func reaches(_ count: Int) async -> Bool {
    _ = await Patience.suspend { old.withLock { $0.count } >= count }
    return old.withLock { $0.count } == count
  }
}
