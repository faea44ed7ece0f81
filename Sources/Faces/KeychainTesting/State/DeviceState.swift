// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The whole state of a simulated device, as one value (spec/access-control.md 2.1).
///
/// It prints as a table. Times are counted from boot; only `wall` is civil time and may go back.
public struct DeviceState: Equatable, Sendable {
  /// Who the device is; the keys of its store hang on it.
  public internal(set) var identity: UUID
  /// Whether it is switched on.
  public internal(set) var isOn = true
  /// How often it has been started; one for a new device.
  public internal(set) var bootCount = 1
  /// Time since boot, sleep included.
  public internal(set) var bootTime = Duration.zero
  /// Time since boot; the simulated device does not sleep, so that it is the same.
  public internal(set) var monotonic = Duration.zero
  /// Civil time.
  public internal(set) var wall: Date

  /// The passcode, if one is set.
  public internal(set) var passcode: String?
  /// Whether the device was unlocked since boot; true from boot without a passcode.
  public internal(set) var firstUnlockDone = true
  /// Whether somebody can use the device.
  public internal(set) var screen = Screen.unlocked
  /// What wrong passcodes have led to.
  public internal(set) var throttle = PasscodeAttempts()
  /// Whether the tenth wrong passcode erases the device.
  public internal(set) var erasesAfterTen = false

  /// The biometric sensor.
  public internal(set) var sensor: Sensor
  /// Whether the sensor can be used; it cannot with the lid closed.
  public internal(set) var sensorIsUsable = true
  /// Whose fingers or faces are enrolled.
  public internal(set) var enrolment: Enrolment
  /// Failed matches in a row; five are a lockout.
  public internal(set) var biometryFailures = 0
  /// The apps that may not use the face sensor.
  public internal(set) var biometryRefused: Set<String> = []
  /// How often the last enrolled identity was removed; some systems lose items then (a quirk).
  public internal(set) var biometryResets = 0

  /// When biometry last unlocked the screen.
  public internal(set) var lastBiometricUnlock: Duration?
  /// When the passcode last unlocked the screen.
  public internal(set) var lastPasscodeUnlock: Duration?
  /// When the screen was last unlocked, by whatever.
  public internal(set) var lastUnlock: Duration?
  /// The biometric unlock that an evaluation may still reuse; ends with a lock, a restart, a change
  /// of enrolment and a lockout (spec/access-control.md 1.7).
  public internal(set) var reusableUnlock: Duration?
  /// Whether a lock by remote command asks for the passcode at the next unlock.
  public internal(set) var remotelyLocked = false

  /// The paired companions.
  public internal(set) var companions: [Companion: Pairing] = [:]

  /// The app in front.
  public internal(set) var foreground: String?
  /// Whether somebody sits before the device, whom a prompt can ask.
  public internal(set) var isInteractive = true
  /// The apps by their names, those that were deleted included.
  public internal(set) var apps: [String: InstalledApp]

  /// The keys of the protection classes.
  public internal(set) var keybag: KeybagState
  /// Which of Apple's oddities hold.
  public internal(set) var quirks: Set<Quirk>

  /// Another number after each event that ends all evidence: lock, power off, erase (1.9).
  public internal(set) var evidenceEra: UInt64 = 0
  /// Another number after each change of the passcode, which ends what the old one proved.
  public internal(set) var passcodeVersion: UInt64 = 0

  /// What the next identity or generation comes from.
  var random: SplitMix64
  /// The wrong passcode typed last, until a restart: the same one again does not count.
  var lastWrongPasscode: String?

  /// A device with one app, unlocked, without a passcode (2.1, column *Initially*).
  package init(
    seed: UInt64 = 0, sensor: Sensor = .touch, app: App = .main, quirks: Set<Quirk> = []
  ) {
    // The engine's own randomness has the same seed and must not repeat these numbers.
    random = SplitMix64(seed: seed ^ 0x6465_7669_6365_2e31)
    identity = UUID(sixteen: random.sixteenBytes())
    enrolment = Enrolment(names: [], generation: random.sixteenBytes())
    keybag = KeybagState(identity: UUID(sixteen: random.sixteenBytes()), hasPasscodeKey: false)
    wall = Self.startOfCivilTime
    self.sensor = sensor
    self.quirks = quirks
    foreground = app.name
    apps = [app.name: InstalledApp(app)]
  }

  /// 2024-01-01 00:00 UTC.
  private static let startOfCivilTime = Date(timeIntervalSince1970: 1_704_067_200)
}

extension UUID {
  /// A UUID of 16 bytes.
  init(sixteen bytes: [UInt8]) {
    precondition(bytes.count == 16, "a UUID has 16 bytes")
    let word = { (from: Int) in bytes[from..<from + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    let (high, low) = (word(0), word(8))
    let byte = { (word: UInt64, index: UInt64) in
      UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
    }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}

extension DeviceState {
  /// Whether somebody can use the device.
  public enum Screen: Hashable, Sendable {
    case unlocked
    /// Locked for the person, while the keys stay until a time since boot (2.2).
    case locking(until: Duration)
    case locked
  }

  /// Biometric hardware.
  public enum Sensor: String, CaseIterable, Hashable, Sendable {
    case none, touch, face, optic

    /// How many identities it takes: five fingers, two faces, the eyes of one.
    var capacity: Int {
      switch self {
      case .none: 0
      case .touch: 5
      case .face: 2
      case .optic: 1
      }
    }
  }

  /// Who is enrolled.
  public struct Enrolment: Hashable, Sendable {
    /// The names, as the test calls them.
    public internal(set) var names: Set<String>
    /// 16 random bytes, new with every change; never again what it was.
    public internal(set) var generation: [UInt8]
  }

  /// Devices that can confirm for this one.
  public enum Companion: String, CaseIterable, Hashable, Sendable {
    case watch, mac, vision
  }

  /// What is known of a companion.
  public struct Pairing: Hashable, Sendable {
    /// Whether it is near enough to answer.
    public internal(set) var isInReach = false
    /// 16 random bytes, new with every pairing.
    public internal(set) var generation: [UInt8]
  }

  /// The keys of the protection classes.
  public struct KeybagState: Hashable, Sendable {
    /// Another one for other keys.
    public internal(set) var identity: UUID
    /// Whether the class key of `WhenPasscodeSetThisDeviceOnly` exists: exactly with a passcode.
    public internal(set) var hasPasscodeKey: Bool
  }
}

extension DeviceState {
  /// An app, as a test names it; what it may do now stands in the state.
  public typealias App = TestApp
  /// What a signature says of the Keychain.
  public typealias Entitlements = TestApp.Entitlements

  /// An app on the device.
  public struct InstalledApp: Hashable, Sendable {
    /// Its version; an upgrade changes it.
    public internal(set) var version: String
    /// What its signature allows.
    public internal(set) var entitlements: Entitlements
    /// False after it was deleted.
    public internal(set) var isInstalled = true

    init(_ app: App) {
      version = app.version
      entitlements = app.entitlements
    }
  }
}

extension DeviceState {
  /// Oddities of some of Apple's systems that a test can switch on (2.6).
  public enum Quirk: String, CaseIterable, Hashable, Sendable {
    /// Preflight reports a missing passcode only after the biometric reasons (1.4).
    case headerErrorOrder
    /// Items under biometryAny are lost when the last identity is removed (2.4).
    case losesBiometryAnyOnReset
    /// Items vanish with the last app of their group (2.4).
    case deletesItemsWithApp
    /// The keys stay for ten seconds after the lock button (2.2).
    case lockGraceTenSeconds
    /// The fallback button appears only after a failed touch (1.6).
    case touchFallbackHiddenUntilFailure
  }
}
