// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
  /// The states that keychain code should have been tried in (spec/access-control.md 2.6).
  public enum Preset: String, CaseIterable, Sendable {
    /// A phone in its user's hand.
    case fresh
    /// Never had a passcode.
    case noPasscode
    case locked
    /// Restarted, and not unlocked since.
    case beforeFirstUnlock
    /// Biometry failed five times.
    case lockedOut
    /// Nobody is there to answer a prompt.
    case headless

    fileprivate func settle(_ device: SimulatedDevice) {
      switch self {
      case .fresh, .noPasscode: break
      case .locked: device.lock()
      case .beforeFirstUnlock: device.reboot()
      case .lockedOut: device.happenSurely(.failBiometry(times: 5))
      case .headless: device.setInteractive(false)
      }
    }
  }

  /// Runs a body on a new device for each of some states.
  ///
  /// - Parameters:
  ///   - states: all without a word.
  ///   - app: the app that is installed and in front.
  ///   - file: the module and the file, as `#fileID` says; for mistakes of the test.
  ///   - line: the line in the file.
  ///   - prepare: runs before, while the device is unlocked: to store items, say.
  ///   - body: gets the device in its state. To have its mistakes thrown, call `use` in it.
  public static func each(
    _ states: [Preset] = Preset.allCases, app: App = .main,
    file: StaticString = #fileID, line: UInt = #line,
    after prepare: (SimulatedDevice) throws -> Void = { _ in },
    _ body: (SimulatedDevice, Preset) throws -> Void
  ) rethrows {
    for preset in states {
      let device =
        preset == .noPasscode
        ? SimulatedDevice(profile: .ios, app: app, file: file, line: line)
        : .phone(app: app, file: file, line: line)
      try prepare(device)
      preset.settle(device)
      try body(device, preset)
    }
  }
}
