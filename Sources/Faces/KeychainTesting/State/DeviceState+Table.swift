// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainTypes

extension DeviceState: CustomStringConvertible {
  /// The state as a table, with one variable per line.
  public var description: String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { name, value in
      name.padding(toLength: width, withPad: " ", startingAt: 0) + "  " + value
    }.joined(separator: "\n")
  }

  private var rows: [(name: String, value: String)] {
    let time = { (time: Duration?) in time.map { Self.text(of: $0) } ?? "-" }
    return [
      ("identity", identity.uuidString),
      ("power", isOn ? "on" : "off"),
      ("bootCount", "\(bootCount)"),
      ("bootTime", Self.text(of: bootTime)),
      ("monotonic", Self.text(of: monotonic)),
      ("wall", wall.formatted(.iso8601)),
      ("passcode", passcode.map { "\"\($0)\"" } ?? "-"),
      ("firstUnlockDone", "\(firstUnlockDone)"),
      ("screen", screenText),
      ("wrongPasscodes", "\(throttle.wrongPasscodes)"),
      ("ofPrograms", Self.list(throttle.wrongByProgram.map { "\($0) \($1)" })),
      ("retryAt", time(throttle.retryAt)),
      ("eraseAfterTen", "\(erasesAfterTen)"),
      ("sensor", sensor.rawValue + (sensorIsUsable ? "" : ", not usable")),
      ("enrolment", Self.list(enrolment.names) + " " + HexText.lowerCase(enrolment.generation)),
      ("biometryFailures", "\(biometryFailures)" + (isLockedOut ? ", locked out" : "")),
      ("biometryRefused", Self.list(biometryRefused)),
      ("lastBiometricUnlock", time(lastBiometricUnlock)),
      ("lastPasscodeUnlock", time(lastPasscodeUnlock)),
      ("lastUnlock", time(lastUnlock)),
      (
        "companions",
        Self.list(companions.map { $0.rawValue + ($1.isInReach ? " in reach" : " away") })
      ),
      ("evidenceEra", "\(evidenceEra), passcode \(passcodeVersion)"),
      ("foreground", (foreground ?? "-") + (isInteractive ? "" : ", nobody to ask")),
      ("apps", Self.list(apps.map(Self.text))),
      ("keybag", keybag.identity.uuidString + (keybag.hasPasscodeKey ? " with akpu" : "")),
      ("available", Self.list(availableProtections.map(\.name))),
      ("quirks", Self.list(quirks.map(\.rawValue))),
    ]
  }

  private var screenText: String {
    switch screen {
    case .unlocked: "unlocked"
    case .locking(let until): "locking until \(Self.text(of: until))"
    case .locked: "locked"
    }
  }

  private static func text(of app: (key: String, value: InstalledApp)) -> String {
    let rights = app.value.entitlements.caller(named: app.key)
    let presence = app.value.isInstalled ? "" : " deleted"
    return "\(app.key) \(app.value.version)\(presence) \(rights.groups)"
  }

  private static func text(of time: Duration) -> String {
    time.formatted(.units(allowed: [.days, .hours, .minutes, .seconds, .milliseconds]))
  }

  private static func list(_ words: some Sequence<String>) -> String {
    let sorted = words.sorted()
    return sorted.isEmpty ? "-" : sorted.joined(separator: ", ")
  }
}
