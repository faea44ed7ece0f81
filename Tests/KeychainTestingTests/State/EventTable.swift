// SPDX-License-Identifier: Apache-2.0 - table
import Foundation
import KeychainTesting
import KeychainTypes

/// Every event of Specification/access-control.md, "Events of the device", with its preconditions
/// and effects.
// swift-format-ignore
extension EventCase {
  static let all = power + locking + passcodes + throttling + programs + biometry + world + backups

  private static func hasEnrolled(_ names: Set<String>) -> Expectation {
    .changes { $0.enrolment.names == names && $0.enrolment.generation != $1.enrolment.generation }
  }

  private static let power: [EventCase] = [
    .init("power off", .phone, .powerOff, .changes { after, before in
      !after.isOn && after.availableProtections.isEmpty && after.evidenceEra > before.evidenceEra
    }),
    .init("power off twice", .off, .powerOff, .refused),
    .init("boot when on", .phone, .boot, .refused),
    .init("boot with a passcode", .off, .boot, .changes { after, before in
      after.isOn && after.bootCount == before.bootCount + 1 && after.bootTime == .zero
        && !after.firstUnlockDone && after.screen == .locked && after.lastUnlock == nil
        && after.availableProtections == [.always, .alwaysThisDeviceOnly]
    }),
    .init("boot without a passcode", .fresh + [.powerOff], .boot, .changes { after, _ in
      after.firstUnlockDone && after.screen == .unlocked && after.availableProtections.count == 6
    }),
    .init("reboot", .phone, .reboot, .changes { $0.isOn && $0.bootCount == $1.bootCount + 1 }),
    .init("reboot of a device that is off", .off, .reboot, .changes { after, _ in after.isOn }),
    .init("erase", .phone + [.setErasesAfterTen(true)], .erase, .changes { after, before in
      after.identity != before.identity && after.keybag != before.keybag && after.passcode == nil
        && after.enrolment.names.isEmpty && after.bootCount == before.bootCount + 1
        && after.apps == before.apps && !after.erasesAfterTen && after.screen == .unlocked
        && after.enrolment.generation != before.enrolment.generation
    }),
    .init("a start finds another passcode", .phone + [.reboot], .recover(passcode: "5", wrongPasscodes: 5),
      .changes { after, before in
        after.passcode == "5" && after.throttledFor == .seconds(60)
          && after.passcodeVersion > before.passcodeVersion && after.screen == .locked
      }),
    .init("a start finds no passcode", .phone + [.reboot], .recover(passcode: nil, wrongPasscodes: 0),
      .changes { after, _ in
        after.passcode == nil && !after.keybag.hasPasscodeKey && after.firstUnlockDone
      }),
    .init("only a start finds something", .phone + [.advance(by: .seconds(1))],
      .recover(passcode: nil, wrongPasscodes: 0), .refused),
    .init("erase a locked device", .started, .erase, .changes { after, _ in
      after.firstUnlockDone && after.screen == .unlocked && after.isOn
    }),
    .init("keybag replaced", .phone + .wrong(5), .replaceKeybag, .changes { after, before in
      after.keybag.identity != before.keybag.identity && after.identity == before.identity
        && after.throttle.wrongPasscodes == 0 && after.passcode == before.passcode
    }),
  ]

  private static let locking: [EventCase] = [
    .init("lock", .phone, .lock(grace: nil), .changes { after, before in
      after.screen == .locked && !after.hasUnlockedKeys && after.hasFirstUnlockKeys
        && after.evidenceEra > before.evidenceEra
    }),
    .init("lock without a passcode", .fresh, .lock(grace: nil), .changes { $0 == $1 }),
    .init("lock when locked", .locked, .lock(grace: nil), .changes { $0 == $1 }),
    .init("lock with a grace", .phone, .lock(grace: .seconds(10)), .changes { after, before in
      after.screen == .locking(until: .seconds(10)) && after.hasUnlockedKeys
        && after.evidenceEra > before.evidenceEra
    }),
    .init("a grace is not put off", .phone + [.lock(grace: .seconds(5)), .advance(by: .seconds(1))],
      .lock(grace: .seconds(60)), .changes { after, _ in after.screen == .locking(until: .seconds(5)) }),
    .init("the grace before its end", .phone + [.lock(grace: .seconds(10))],
      .advance(by: .milliseconds(9_999)), .changes { after, _ in after.hasUnlockedKeys }),
    .init("the grace at its end", .phone + [.lock(grace: .seconds(10))],
      .advance(by: .seconds(10)), .changes { after, _ in after.screen == .locked }),
    .init("unlock within the grace, without the passcode",
      .phone + [.unlockWithPasscode("no"), .lock(grace: .seconds(10)), .advance(by: .seconds(5))],
      .unlock, .changes { after, _ in
        after.screen == .unlocked && after.throttle.wrongPasscodes == 1
      }),
    .init("lock by remote command", .phone, .lockRemotely, .changes { after, _ in
      after.screen == .locked && after.needsStrongAuthentication
    }),
    .init("a remote lock asks for the passcode", .phone + [.lockRemotely],
      .unlockWithFinger("right index"), .fails { $0 == $1 }),
    .init("unlock", .locked, .unlock, .changes { after, _ in after.screen == .unlocked }),
    .init("unlock a device that is off", .off, .unlock, .fails { $0 == $1 }),
    .init("unlock without a passcode", .fresh, .unlock, .changes { $0 == $1 }),
    .init("first unlock", .started, .unlockWithPasscode("1234"), .changes { after, _ in
      after.firstUnlockDone && after.screen == .unlocked && after.lastPasscodeUnlock == .zero
        && after.reusableUnlock == nil
    }),
    .init("unlock by passcode when off", .off, .unlockWithPasscode("1234"), .refused),
    .init("a wrong passcode", .locked, .unlockWithPasscode("1"), .fails { after, _ in
      after.screen == .locked && after.throttle.wrongPasscodes == 1 && after.throttle.retryAt == nil
    }),
    .init("unlock by finger", .locked + [.unlockWithFinger("a thief")],
      .unlockWithFinger("right index"), .changes { after, _ in
        after.screen == .unlocked && after.biometryFailures == 0
          && after.lastBiometricUnlock == .zero && after.reusableUnlock == .zero
      }),
    .init("unlock by another's finger", .locked, .unlockWithFinger("a thief"), .fails { after, _ in
      after.screen == .locked && after.biometryFailures == 1
    }),
    .init("unlock by finger before the first unlock", .started, .unlockWithFinger("right index"),
      .fails { $0 == $1 }),
    .init("unlock by finger in lockout", .lockedOut + [.lock(grace: nil)],
      .unlockWithFinger("right index"), .fails { $0 == $1 }),
    .init("unlock by finger without that sensor", .facePhone, .unlockWithFinger("owner"), .refused),
    .init("unlock by finger when off", .off, .unlockWithFinger("right index"), .refused),
    .init("unlock by face", .facePhone + [.lock(grace: nil)], .unlockWithFace("owner"),
      .changes { after, _ in after.screen == .unlocked }),
    .init("unlock by face without that sensor", .phone, .unlockWithFace("owner"), .refused),
    .init("48 hours later", .locked + [.advance(by: .seconds(48 * 3600))],
      .unlockWithFinger("right index"), .fails { $0 == $1 }),
    .init("a second less than 48 hours", .locked + [.advance(by: .seconds(48 * 3600 - 1))],
      .unlockWithFinger("right index"), .changes { after, _ in after.screen == .unlocked }),
    .init("156 hours since the passcode, 4 since the finger", .locked + fingerEachDay(6)
      + [.advance(by: .seconds(12 * 3600))],
      .unlockWithFinger("right index"), .fails { $0 == $1 }),
    .init("156 hours since the passcode, less than 4 since the finger", .locked + fingerEachDay(6)
      + [.advance(by: .seconds(9 * 3600)), .unlockWithFinger("right index"),
        .advance(by: .seconds(3 * 3600 + 3599)), .lock(grace: nil)],
      .unlockWithFinger("right index"), .changes { after, _ in after.screen == .unlocked }),
  ]

  private static func fingerEachDay(_ days: Int) -> [DeviceEvent] {
    (0..<days).flatMap { _ -> [DeviceEvent] in
      [.advance(by: .seconds(24 * 3600)), .unlockWithFinger("right index"), .lock(grace: nil)]
    }
  }

  private static let passcodes: [EventCase] = [
    .init("set a passcode", .fresh, .setPasscode("1234"), .changes { after, before in
      after.passcode == "1234" && after.keybag.hasPasscodeKey && after.screen == .unlocked
        && after.keybag.identity == before.keybag.identity
        && after.passcodeVersion > before.passcodeVersion
        && after.availableProtections.contains(.whenPasscodeSetThisDeviceOnly)
    }),
    .init("set a second passcode", .coded, .setPasscode("1"), .refused),
    .init("set an empty passcode", .fresh, .setPasscode(""), .refused),
    .init("set an endless passcode", .fresh, .setPasscode(String(repeating: "1", count: 1025)), .refused),
    .init("set a passcode when off", .fresh + [.powerOff], .setPasscode("1"), .refused),
    .init("change the passcode", .phone, .changePasscode(old: "1234", new: "5"), .changes { after, before in
      after.passcode == "5" && after.passcodeVersion > before.passcodeVersion
        && after.enrolment == before.enrolment && after.keybag == before.keybag
    }),
    .init("change by a wrong passcode", .phone, .changePasscode(old: "1", new: "5"), .fails { after, _ in
      after.passcode == "1234" && after.throttle.wrongPasscodes == 1
    }),
    .init("change when locked", .locked, .changePasscode(old: "1234", new: "5"), .refused),
    .init("change within the grace", .phone + [.lock(grace: .seconds(9))],
      .changePasscode(old: "1234", new: "5"), .refused),
    .init("change no passcode", .fresh, .changePasscode(old: "", new: "5"), .refused),
    .init("change to an empty one", .phone, .changePasscode(old: "1234", new: ""), .refused),
    .init("remove the passcode", .phone + [.failBiometry(times: 2)], .removePasscode("1234"),
      .changes { after, before in
        after.passcode == nil && !after.keybag.hasPasscodeKey && after.biometryFailures == 0
          && after.enrolment == before.enrolment && !after.isBiometryReady
          && !after.availableProtections.contains(.whenPasscodeSetThisDeviceOnly)
      }),
    .init("remove by a wrong passcode", .phone, .removePasscode("1"), .fails { after, _ in
      after.passcode == "1234" && after.throttle.wrongPasscodes == 1
    }),
    .init("remove when locked", .locked, .removePasscode("1234"), .refused),
    .init("remove no passcode", .fresh, .removePasscode(""), .refused),
    .init("type at a prompt", .phone + [.failBiometry(times: 5)], .typePasscode("1234"),
      .changes { after, before in
        after.biometryFailures == 0 && after.lastPasscodeUnlock == before.lastPasscodeUnlock
      }),
    .init("type a wrong one", .phone, .typePasscode("1"), .fails { after, _ in
      after.throttle.wrongPasscodes == 1
    }),
    .init("type when locked", .locked, .typePasscode("1234"), .refused),
    .init("present when locked", .locked, .presentBiometry("right index"), .refused),
    .init("type without a passcode", .fresh, .typePasscode("1"), .refused),
    .init("type when off", .off, .typePasscode("1"), .refused),
  ]

  private static func delays(_ wrong: Int, _ seconds: Int64?) -> EventCase {
    .init("delay after \(wrong) wrong passcodes", .phone + .wrong(wrong), .setInteractive(true),
      .changes { after, _ in
        after.throttle.wrongPasscodes == wrong && after.throttledFor == seconds.map { .seconds($0) }
      })
  }

  private static let throttling: [EventCase] = [
    delays(1, nil), delays(3, nil), delays(4, nil), delays(5, 60), delays(6, 300), delays(7, 900),
    delays(8, 900), delays(9, 3600), delays(10, 3600), delays(12, 3600),
    .init("the right passcode during a delay", .phone + .wrong(5), .unlockWithPasscode("1234"), .fails { $0 == $1 }),
    .init("a wrong passcode during a delay", .phone + .wrong(5), .unlockWithPasscode("x"), .fails { $0 == $1 }),
    .init("the end of a delay", .phone + .wrong(5), .advance(by: .seconds(60)), .changes { after, _ in
      after.throttle.retryAt == nil && after.throttle.wrongPasscodes == 5
    }),
    .init("just before the end of a delay", .phone + .wrong(5), .advance(by: .milliseconds(59_999)),
      .changes { after, _ in after.throttledFor == .milliseconds(1) }),
    .init("the right one after a delay", .phone + .wrong(5) + [.advance(by: .seconds(60))], .unlock,
      .changes { after, _ in after.throttle.wrongPasscodes == 0 }),
    .init("the same wrong passcode again", .phone + [.unlockWithPasscode("x")],
      .unlockWithPasscode("x"), .fails { $0 == $1 }),
    .init("the same wrong passcode after another", .phone + [.unlockWithPasscode("x"), .unlockWithPasscode("y")],
      .unlockWithPasscode("x"), .fails { after, _ in after.throttle.wrongPasscodes == 3 }),
    .init("the same wrong passcode after a restart", .phone + [.unlockWithPasscode("x"), .reboot],
      .unlockWithPasscode("x"), .fails { after, _ in after.throttle.wrongPasscodes == 2 }),
    .init("a restart in a delay", .phone + .wrong(6) + [.advance(by: .seconds(200))], .reboot,
      .changes { after, _ in after.throttledFor == .seconds(300) }),
    .init("a restart after a delay", .phone + .wrong(6) + [.advance(by: .seconds(300))], .reboot,
      .changes { after, _ in after.throttledFor == .seconds(300) && after.throttle.wrongPasscodes == 6 }),
    .init("a passcode that cannot be one is no try", .phone, .unlockWithPasscode(""), .fails { $0 == $1 }),
    .init("the wall clock does not end a delay", .phone + .wrong(5),
      .setWallClock(Date(timeIntervalSince1970: 2_000_000_000)),
      .changes { after, _ in after.throttledFor == .seconds(60) }),
    .init("ten wrong ones where that erases", .phone + [.setErasesAfterTen(true)] + .wrong(9)
      + [.advance(by: .seconds(3600))],
      .unlockWithPasscode("x"), .fails { after, before in
        after.identity != before.identity && after.passcode == nil
      }),
  ]

  /// Passcodes that programs hand in, which are counted separately
  /// (Specification/access-control.md, "Throttling").
  private static let programs: [EventCase] = [
    .init("a program's right passcode", .locked, .handInPasscode("1234", app: "main"), .changes { after, _ in
      after.screen == .unlocked && after.lastPasscodeUnlock == after.bootTime
    }),
    .init("a program's right passcode, before the first unlock", .started, .handInPasscode("1234", app: "main"),
      .changes { after, _ in after.firstUnlockDone }),
    .init("a program's right passcode leaves the person's count", .phone + .wrong(2) + [.lock(grace: nil)],
      .handInPasscode("1234", app: "main"), .changes { after, _ in after.throttle.wrongPasscodes == 2 }),
    .init("a program's passcode where none is set", .fresh, .handInPasscode("1", app: "main"), .changes { $0 == $1 }),
    .init("a program's wrong passcode", .locked, .handInPasscode("x", app: "main"), .fails { after, before in
      after.screen == .locked && after.throttle.wrongPasscodes == 0 && after.throttle != before.throttle
    }),
    .init("a program's passcode in its delay", .locked + .handedIn(5), .handInPasscode("1234", app: "main"),
      .fails { $0 == $1 }),
    .init("a program's passcode a moment before its delay is over",
      .locked + .handedIn(5) + [.advance(by: .milliseconds(59_999))], .handInPasscode("1234", app: "main"),
      .fails { $0 == $1 }),
    .init("a program's passcode after its delay", .locked + .handedIn(5) + [.advance(by: .seconds(60))],
      .handInPasscode("1234", app: "main"), .changes { after, _ in after.screen == .unlocked }),
    .init("a restart begins a program's delay anew",
      .locked + .handedIn(5) + [.advance(by: .seconds(50)), .reboot, .advance(by: .seconds(59))],
      .handInPasscode("1234", app: "main"), .fails { $0 == $1 }),
    .init("another program in that delay", .locked + .handedIn(5) + [.install(other)],
      .handInPasscode("1234", app: "other"), .changes { after, _ in after.screen == .unlocked }),
    .init("the person in that delay", .locked + .handedIn(5), .unlockWithPasscode("1234"),
      .changes { after, _ in after.screen == .unlocked }),
    .init("the person's right passcode leaves a program's delay", .locked + .handedIn(5) + [.unlock],
      .handInPasscode("1234", app: "main"), .fails { $0 == $1 }),
    .init("a program in the person's delay", .locked + .wrong(5), .handInPasscode("1234", app: "main"),
      .changes { after, _ in after.screen == .unlocked && after.throttledFor == .seconds(60) }),
    .init("a program's ten wrong ones where that erases", .locked + [.setErasesAfterTen(true)] + .handedIn(10),
      .handInPasscode("x", app: "main"), .fails { $0 == $1 }),
    .init("a program's passcode when off", .off, .handInPasscode("1234", app: "main"), .refused),
    .init("a passcode of a program that is not there", .locked, .handInPasscode("1234", app: "other"), .refused),
  ]

  private static let biometry: [EventCase] = [
    .init("enrol", .phone, .enrol("left thumb"), hasEnrolled(["right index", "left thumb"])),
    .init("enrol ends a reuse", .locked + [.unlockWithFinger("right index")], .enrol("left thumb"),
      .changes { after, _ in after.reusableUnlock == nil && after.lastBiometricUnlock != nil }),
    .init("enrol keeps failures", .phone + [.failBiometry(times: 2)], .enrol("left thumb"),
      .changes { after, _ in after.biometryFailures == 2 }),
    .init("enrol without a sensor", .coded + [.setSensor(.none)], .enrol("x"), .refused),
    .init("enrol with the lid closed", .coded + [.setSensorUsable(false)], .enrol("x"), .refused),
    .init("enrol without a passcode", .fresh, .enrol("x"), .refused),
    .init("enrol when locked", .locked, .enrol("x"), .refused),
    .init("enrol twice", .phone, .enrol("right index"), .refused),
    .init("enrol a fifth finger", .coded + ["1", "2", "3", "4"].map { .enrol($0) }, .enrol("5"),
      hasEnrolled(["1", "2", "3", "4", "5"])),
    .init("enrol a sixth finger", .coded + ["1", "2", "3", "4", "5"].map { .enrol($0) }, .enrol("6"), .refused),
    .init("enrol a third face", .facePhone + [.enrol("other")], .enrol("third"), .refused),
    .init("remove a finger", .phone + [.enrol("left thumb")], .removeEnrolment("right index"), hasEnrolled(["left thumb"])),
    .init("remove a finger that is not there", .phone, .removeEnrolment("x"), .refused),
    .init("remove a finger when off", .off, .removeEnrolment("right index"), .refused),
    .init("remove all fingers", .lockedOut, .removeAllEnrolments, .changes { after, before in
      after.enrolment.names.isEmpty && after.biometryFailures == 0 && after.biometryResets == 1
        && after.enrolment.generation != before.enrolment.generation
    }),
    .init("remove all of none", .coded, .removeAllEnrolments, .refused),
    .init("another sensor", .phone + [.failBiometry(times: 1)], .setSensor(.face), .changes { after, _ in
      after.sensor == .face && after.enrolment.names.isEmpty && after.biometryFailures == 0
    }),
    .init("the same sensor", .phone, .setSensor(.touch), .changes { $0 == $1 }),
    .init("the lid", .phone, .setSensorUsable(false), .changes { after, before in
      !after.isBiometryReady && after.enrolment == before.enrolment
    }),
    .init("five failures", .phone, .failBiometry(times: 5), .changes { after, _ in after.isLockedOut }),
    .init("more than five failures", .phone, .failBiometry(times: 9), .changes { after, _ in after.biometryFailures == 5 }),
    .init("a lockout ends a reuse", .locked + [.unlockWithFinger("right index")], .failBiometry(times: 5),
      .changes { after, _ in after.reusableUnlock == nil }),
    .init("failures of biometry that is not ready", .coded, .failBiometry(times: 1), .refused),
    .init("failures in lockout", .lockedOut, .failBiometry(times: 1), .refused),
    .init("a negative number of failures", .phone, .failBiometry(times: -1), .refused),
    .init("a match at a prompt", .phone + [.failBiometry(times: 4)], .presentBiometry("right index"),
      .changes { after, _ in after.biometryFailures == 0 && after.reusableUnlock == nil }),
    .init("no match at a prompt", .phone, .presentBiometry("x"), .fails { after, _ in after.biometryFailures == 1 }),
    .init("presenting in lockout", .lockedOut, .presentBiometry("right index"), .refused),
    .init("an app is refused the face", .facePhone, .refuseBiometry(app: "main"), .changes { after, _ in
      after.isBiometryReady && !after.isBiometryReady(for: .main)
    }),
    .init("an app is refused the finger", .phone, .refuseBiometry(app: "main"), .refused),
    .init("an unknown app is refused", .facePhone, .refuseBiometry(app: "other"), .refused),
    .init("an app is allowed again", .facePhone + [.refuseBiometry(app: "main")], .allowBiometry(app: "main"),
      .changes { after, _ in after.isBiometryReady(for: .main) }),
    .init("an app is allowed the finger", .phone, .allowBiometry(app: "main"), .refused),
    .init("pair", .phone, .pairCompanion(.watch), .changes { after, _ in after.companions[.watch]?.isInReach == false }),
    .init("pair again", .phone + [.pairCompanion(.watch)], .pairCompanion(.watch), .changes { $0 == $1 }),
    .init("in reach", .phone + [.pairCompanion(.watch)], .companion(.watch, inReach: true), .changes { after, before in
      after.companions[.watch]?.isInReach == true
        && after.companions[.watch]?.generation == before.companions[.watch]?.generation
    }),
    .init("in reach, not paired", .phone, .companion(.watch, inReach: true), .refused),
    .init("unpair", .phone + [.pairCompanion(.watch)], .unpairCompanion(.watch), .changes { after, _ in after.companions.isEmpty }),
    .init("unpair what is not paired", .phone, .unpairCompanion(.watch), .refused),
  ]

  private static let other = DeviceState.App("other", entitlements: .init(groups: ["shared"]))

  private static let world: [EventCase] = [
    .init("background", .phone, .enterBackground, .changes { after, _ in !after.canAsk(.main) }),
    .init("foreground", .phone + [.install(other)], .enterForeground(app: "other"), .changes { after, _ in
      after.canAsk(other) && !after.canAsk(.main)
    }),
    .init("foreground of an app that is not there", .phone, .enterForeground(app: "other"), .refused),
    .init("foreground when off", .off, .enterForeground(app: "main"), .refused),
    .init("headless", .phone, .setInteractive(false), .changes { after, _ in !after.canAsk(.main) }),
    .init("time", .phone, .advance(by: .seconds(7)), .changes { after, before in
      after.bootTime == .seconds(7) && after.monotonic == .seconds(7)
        && after.wall == before.wall.addingTimeInterval(7)
    }),
    .init("time while off", .off, .advance(by: .seconds(7)), .changes { after, before in
      after.bootTime == before.bootTime && after.wall == before.wall.addingTimeInterval(7)
    }),
    .init("time backwards", .phone, .advance(by: .seconds(-1)), .refused),
    .init("the wall clock alone", .phone, .setWallClock(Date(timeIntervalSince1970: 0)), .changes { after, before in
      after.wall == Date(timeIntervalSince1970: 0) && after.bootTime == before.bootTime
    }),
    .init("erase after ten", .phone, .setErasesAfterTen(true), .changes { after, _ in after.erasesAfterTen }),
    .init("install", .phone, .install(other), .changes { after, _ in after.apps["other"]?.isInstalled == true }),
    .init("upgrade", .phone + [.install(other)], .upgrade(.init("other", version: "2")), .changes { after, _ in
      after.apps["other"]?.version == "2" && after.apps["other"]?.entitlements.groups == []
    }),
    .init("upgrade of what is not there", .phone, .upgrade(other), .refused),
    .init("delete", .facePhone + [.refuseBiometry(app: "main")], .delete(app: "main"), .changes { after, _ in
      after.apps["main"]?.isInstalled == false && after.foreground == nil && after.biometryRefused.isEmpty
    }),
    .init("install again", .phone + [.delete(app: "main")], .install(.main), .changes { after, _ in
      after.apps["main"]?.isInstalled == true && after.foreground == nil
    }),
  ]

  private static let foreign = DeviceBackup(identity: UUID(), isEncrypted: true, content: [])

  /// Backups and restores, which change only items. The device's state has no items.
  private static let backups: [EventCase] = [
    .init("backup", .phone, .backup(isEncrypted: true), .changes { $0 == $1 }),
    .init("backup of a device that is off", .off, .backup(isEncrypted: true), .refused),
    .init("restore", .phone, .restore(foreign), .changes { $0 == $1 }),
    .init("restore on a device that is off", .off, .restore(foreign), .refused),
  ]
}
