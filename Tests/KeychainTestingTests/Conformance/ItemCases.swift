// SPDX-License-Identifier: Apache-2.0 - table
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Cases 33 to 54: items and keys.
// swift-format-ignore
extension ConformanceCase {
  static let items: [ConformanceCase] = [
    .init(33, "ak, ck, dk, locked") { run in
      run.addPlain("ak", "ck", "dk")
      run.device.lock()
      #expect(["ak", "ck", "dk"].map { run.read($0) } == [-25308, 0, 0])
    },
    .init(34, "ak, ck, dk, restarted, unlocked") { run in
      run.addPlain("ak", "ck", "dk")
      run.device.reboot()
      #expect(["ak", "ck", "dk"].map { run.read($0) } == [-25308, -25308, 0])
      run.device.unlock()
      #expect(["ak", "ck", "dk"].map { run.read($0) } == [0, 0, 0])
    },
    .init(35, "the grace of a lock", .device { lockingPhone() }) { run in
      run.addPlain("ak")
      run.device.lock()
      try run.device.advance(by: .milliseconds(9_900))
      #expect(run.read("ak") == 0)
      try run.device.advance(by: .milliseconds(100))
      #expect(run.read("ak") == -25308)
    },
    .init(36, "unlocked within the grace", .device { lockingPhone() }) { run in
      run.addPlain("ak")
      run.device.lock()
      try run.device.advance(by: .seconds(5))
      run.device.unlock()
      try run.device.advance(by: .seconds(15))
      #expect(run.read("ak") == 0)
    },
    .init(37, "adding without a passcode", .fresh) { run in
      #expect(run.device.run { Items.add("a", "akpu") } == -25291)
      #expect(run.add(.userPresence) == -25293)
    },
    .init(38, "akpu, the passcode removed, set again") { run in
      run.addPlain("akpu")
      try run.device.removePasscode("1234")
      #expect(run.read("akpu") == -25300)
      try run.device.setPasscode("1234")
      #expect(run.read("akpu") == -25300)
      run.addPlain("akpu")
    },
    .init(39, "presence in lockout: the passcode alone") { run in
      run.add(.userPresence)
      try run.device.failBiometry(times: 5)
      run.device.answer(.passcode("1234"))
      #expect(run.read() == 0)
      #expect(run.device.prompts.map(\.stages) == [[.passcode]] && run.device.state.biometryFailures == 0)
    },
    .init(40, "any biometry, another finger") { run in
      run.add(.biometryAny)
      try run.device.enrol("left thumb")
      try run.device.removeEnrolment("right index")
      run.device.answer(.biometry("left thumb"))
      #expect(run.read() == 0)
    },
    .init(41, "the current set, another finger") { run in
      run.add(.biometryCurrentSet)
      try run.device.enrol("left thumb")
      #expect(run.read() == -25300 && run.device.prompts.isEmpty)
      #expect(run.add(.biometryCurrentSet) == 0)
    },
    .init(42, "the current set, everything but enrolment") { run in
      run.add(.biometryCurrentSet)
      let events: [@Sendable () throws -> Void] = [
        { try run.device.changePasscode("1234", "5678") },
        { run.device.reboot(); run.device.unlock() },
        { try run.device.failBiometry(times: 5); try run.device.unlock(passcode: "5678") },
      ]
      for event in events {
        try event()
        run.device.answer(CaseRun.finger)
        #expect(run.read() == 0)
      }
    },
    .init(43, "the current set or the passcode, another finger") { run in
      run.add([.biometryCurrentSet, .or, .devicePasscode])
      try run.device.enrol("left thumb")
      run.device.answer(.passcode("1234"))
      #expect(run.read() == 0)
    },
    .init(44, "biometry and the passcode") { run in
      run.add([.biometryAny, .and, .devicePasscode])
      run.device.answer(CaseRun.finger, .passcode("1234"))
      #expect(run.read() == 0)
      #expect(run.device.prompts.map(\.stages) == [[.biometry, .passcode]])
      run.device.answer(CaseRun.finger, .passcode("a"), .passcode("b"), .systemCancel)
      #expect(run.read() == -25293)
    },
    .init(45, "the passcode, a finger presented") { run in
      run.add(.devicePasscode)
      run.device.answer(CaseRun.finger, .passcode("1234"))
      #expect(run.read() == 0 && run.device.prompts.map(\.stages) == [[.passcode]])
    },
    .init(46, "the watch") { run in
      run.add(.companion)
      #expect(run.read() == -25293)
      run.device.pairCompanion(.watch)
      try run.device.companion(.watch, inReach: true)
      run.device.answer(.companionConfirms)
      #expect(run.read() == 0)
    },
    .init(47, "a password of the item, from the context and typed") { run in
      #expect(run.add(.applicationPassword, run.context(password: "a")) == 0)
      #expect(run.read(run.context(password: "a")) == 0)
      #expect(run.read(run.context(password: "b")) == -25293)
      run.device.answer(.applicationPassword("a"), .applicationPassword("b"))
      #expect(run.read() == 0)
      #expect(run.read() == -25293)
      run.device.setInteractive(false)
      #expect(run.read() == -25308)
      run.device.setInteractive(true)
      run.device.answer(.applicationPassword("c"), .applicationPassword("c"))
      #expect(run.add(.applicationPassword, named: "c") == 0 && run.read("c") == 0)
    },
    .init(48, "cancelled") { run in
      run.add(.userPresence)
      run.device.answer(.cancel)
      #expect(run.read() == -128)
    },
    .init(49, "no prompt allowed, four ways") { run in
      run.add(.userPresence)
      let silent = run.context()
      silent.interactionNotAllowed = true
      let dead = run.context()
      dead.invalidate()
      #expect(run.read(interface: kSecUseAuthenticationUIFail) == -25308)
      #expect(run.read(interface: kSecUseAuthenticationUISkip) == -25300)
      #expect(run.read(silent) == -25308)
      #expect(run.read(dead) == -25293)
      #expect(run.device.prompts.isEmpty)
    },
    .init(50, "a context that was evaluated before") { run in
      run.add(.userPresence)
      let context = run.context()
      run.device.answer(CaseRun.finger)
      let reply = Reply()
      guard let control = run.accessControl(.userPresence) else { return }
      context.evaluateAccessControl(control, operation: .useItem, localizedReason: "now") {
        reply.take($0, $1)
      }
      #expect(await reply.code == 0)
      #expect(run.read(context) == 0)
      #expect(run.read(context, interface: kSecUseAuthenticationUISkip) == 0)
      context.invalidate()
      #expect(run.read(context) == -25293)
      #expect(run.device.prompts.count == 1)
    },
    .init(51, "all of three, two of them constrained") { run in
      run.addThree()
      run.device.answer(CaseRun.finger)
      #expect(run.count() == 3 && run.device.prompts.count == 1)
    },
    .init(52, "all that need no prompt") { run in
      run.addThree()
      #expect(run.count(interface: kSecUseAuthenticationUISkip) == 1 && run.device.prompts.isEmpty)
    },
    .init(53, "deleted while locked") { run in
      run.add(.userPresence)
      run.device.lock()
      #expect(run.device.run { Items.delete("a") } == 0 && run.device.prompts.isEmpty)
    },
    .init(54, "a key of the secure element, used twice, then another finger") { run in
      run.device.answer(CaseRun.finger)
      let context = run.context()
      try run.makeElementKey([.privateKeyUsage, .biometryCurrentSet])
      let key = try #require(run.elementKey(in: context))
      #expect(run.signs(key) == 0 && run.signs(key) == 0 && run.device.prompts.count == 1)
      try run.device.enrol("left thumb")
      #expect(run.signs(key) == -25293 && run.device.prompts.count == 1)
    },
  ]

  private static func lockingPhone() -> SimulatedDevice {
    let phone = SimulatedDevice(profile: .ios, quirks: [.lockGraceTenSeconds])
    try? phone.setPasscode("1234")
    return phone
  }
}
