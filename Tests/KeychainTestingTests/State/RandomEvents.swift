// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import KeychainTypes

/// Draws random events from a seed.
///
/// Some of them are impossible.
struct RandomEvents {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The names of all events.
  static var kinds: [String] {
    var events = RandomEvents(seed: 0)
    return makers.map { make in String("\(make(&events))".prefix { $0 != "(" }) }
  }

  mutating func next() -> DeviceEvent {
    let make = Self.makers[below(Self.makers.count)]
    return make(&self)
  }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  private mutating func passcode() -> String {
    one(of: ["1234", "1234", "1234", "0000", "long \"word\"\n", ""])
  }

  private mutating func name() -> String {
    one(of: ["right index", "left thumb", "b", "c", "d", "e", "ü"])
  }

  private mutating func app() -> DeviceState.App {
    DeviceState.App(
      one(of: ["main", "other"]),
      entitlements: one(of: [.none, .init(), .init(prefix: "T", groups: ["a b", "c"])]),
      version: one(of: ["1", "2"]))
  }

  /// Draws a backup that no engine accepts.
  private mutating func backup() -> DeviceBackup {
    let device = DeviceState(seed: UInt64(below(3)))
    return DeviceBackup(
      identity: device.identity, isEncrypted: below(2) == 0, content: [UInt8(below(256)), 0])
  }

  private mutating func duration() -> Duration {
    let seconds = one(of: [0, 1, 5, 10, 60, 299, 300, 3600, 48 * 3600])
    return .seconds(seconds) + .nanoseconds(below(2))
  }

  // swift-format-ignore
  private static let makers: [@Sendable (inout RandomEvents) -> DeviceEvent] = [
    { _ in .powerOff }, { _ in .boot }, { _ in .reboot }, { _ in .unlock },
    { .unlockWithPasscode($0.passcode()) },
    { .unlockWithFinger($0.name()) }, { .unlockWithFace($0.name()) },
    { .lock(grace: $0.below(2) == 0 ? nil : $0.duration()) }, { _ in .lockRemotely },
    { .setPasscode($0.passcode()) },
    { .changePasscode(old: $0.passcode(), new: $0.passcode()) },
    { .removePasscode($0.passcode()) },
    { .setErasesAfterTen($0.below(2) == 0) },
    { .enrol($0.name()) }, { .removeEnrolment($0.name()) }, { _ in .removeAllEnrolments },
    { .setSensor($0.one(of: DeviceState.Sensor.allCases)) }, { .setSensorUsable($0.below(4) > 0) },
    { .failBiometry(times: $0.below(7) - 1) },
    { .refuseBiometry(app: $0.app().name) }, { .allowBiometry(app: $0.app().name) },
    { .presentBiometry($0.name()) }, { .typePasscode($0.passcode()) },
    { .pairCompanion($0.one(of: DeviceState.Companion.allCases)) },
    { .unpairCompanion($0.one(of: DeviceState.Companion.allCases)) },
    { .companion($0.one(of: DeviceState.Companion.allCases), inReach: $0.below(2) == 0) },
    { _ in .enterBackground }, { .enterForeground(app: $0.app().name) },
    { .setInteractive($0.below(2) == 0) },
    { .advance(by: $0.duration()) },
    { .setWallClock(Date(timeIntervalSinceReferenceDate: Double($0.below(1_000_000)) / 7)) },
    { _ in .erase }, { .install($0.app()) }, { .upgrade($0.app()) },
    { .delete(app: $0.app().name) },
    { _ in .replaceKeybag },
    { .handInPasscode($0.passcode(), app: $0.app().name) },
    { .backup(isEncrypted: $0.below(2) == 0) }, { .restore($0.backup()) },
    { .recover(passcode: $0.below(2) == 0 ? nil : "1234", wrongPasscodes: $0.below(12)) },
  ]
}
