// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The whole state of a simulated device, as one value (Specification/access-control.md, "State of
/// the device").
///
/// The state prints as a table. All times are durations since boot, except `wall`, which is the
/// civil time and may go back.
public struct DeviceState: Equatable, Sendable {
  /// The identifier of the device, which is drawn from the seed and again when the device is
  /// erased.
  ///
  /// The keys of the device's store depend on this identifier.
  public internal(set) var identity: UUID
  /// True if the device is switched on.
  public internal(set) var isOn = true
  /// The number of starts of the device, which is one for a new device.
  public internal(set) var bootCount = 1
  /// The time since boot, including sleep.
  public internal(set) var bootTime = Duration.zero
  /// The time since boot without sleep.
  ///
  /// This time equals `bootTime`, because the simulated device never sleeps.
  public internal(set) var monotonic = Duration.zero
  /// The date and time that the device shows.
  public internal(set) var wall: Date

  /// The passcode, or nil if no passcode is set.
  public internal(set) var passcode: String?
  /// True if the device was unlocked since boot, or has no passcode.
  public internal(set) var firstUnlockDone = true
  /// The state of the screen: unlocked, locking or locked.
  public internal(set) var screen = Screen.unlocked
  /// The counts of wrong passcodes, and the delay that follows from them.
  public internal(set) var throttle = PasscodeAttempts()
  /// True if the tenth wrong passcode erases the device.
  public internal(set) var erasesAfterTen = false

  /// The type of the biometric sensor.
  public internal(set) var sensor: Sensor
  /// True if the sensor can be used, and false while the lid is closed, for example.
  public internal(set) var sensorIsUsable = true
  /// The enrolled fingers or faces.
  public internal(set) var enrolment: Enrolment
  /// The number of failed tries with a finger or face, in a row.
  ///
  /// After five failed tries, only the passcode is accepted (lockout).
  public internal(set) var biometryFailures = 0
  /// The names of the apps to which the user has denied the face or eye sensor.
  public internal(set) var biometryRefused: Set<String> = []
  /// The number of removals after which no finger or face was enrolled.
  ///
  /// With the quirk `losesBiometryAnyOnReset`, the items that only biometry can open are then
  /// deleted.
  public internal(set) var biometryResets = 0

  /// The time of the last unlock by biometry since the last boot, or nil if biometry did not unlock
  /// the device yet.
  public internal(set) var lastBiometricUnlock: Duration?
  /// The time of the last unlock by passcode since the last boot, or nil if the passcode was not
  /// used yet.
  ///
  /// Setting a passcode counts as an unlock.
  public internal(set) var lastPasscodeUnlock: Duration?
  /// The time of the last unlock by passcode or biometry since the last boot, or nil if the device
  /// was not unlocked so.
  ///
  /// Setting a passcode counts as an unlock. An unlock during the grace period after a lock does
  /// not count, because it needs no passcode.
  public internal(set) var lastUnlock: Duration?
  /// The time of the last biometric unlock that an `LAContext` may accept instead of a new
  /// authentication, or nil if no unlock may be reused.
  ///
  /// No unlock may be reused after a lock, a restart, a change of enrolment or a lockout
  /// (Specification/access-control.md, "Reuse duration").
  public internal(set) var reusableUnlock: Duration?
  /// True if the device was locked by a remote command and not unlocked since then.
  ///
  /// The next unlock then needs the passcode.
  public internal(set) var remotelyLocked = false

  /// The paired companions (devices, such as a watch, that can confirm prompts) and their states.
  public internal(set) var companions: [Companion: Pairing] = [:]

  /// The name of the app in front, or nil if no app is in front.
  public internal(set) var foreground: String?
  /// True if a user is present to answer a prompt.
  public internal(set) var isInteractive = true
  /// The apps by their names, including deleted apps.
  public internal(set) var apps: [String: InstalledApp]

  /// The facts about the keys of the protection classes: their identity, and whether the key that
  /// needs a passcode exists.
  public internal(set) var keybag: KeybagState
  /// The oddities of Apple's systems that are switched on.
  public internal(set) var quirks: Set<Quirk>

  /// A number that changes with each lock, power off, start and erase
  /// (Specification/access-control.md, "Evidence of a context, and SecItem").
  ///
  /// An authentication of the user before the change no longer counts.
  public internal(set) var evidenceEra: UInt64 = 0
  /// A number that changes with each change of the passcode.
  ///
  /// An authentication with the old passcode no longer counts.
  public internal(set) var passcodeVersion: UInt64 = 0

  /// The source of the device's random values, such as its identity and the markers of enrolments.
  var random: SplitMix64
  /// The last wrong passcode, or nil if there was no wrong passcode since the last restart or right
  /// passcode.
  ///
  /// The user typed this passcode, or a program passed it as data. The next try with this passcode
  /// is not counted.
  var lastWrongPasscode: String?

  /// Makes the state of an unlocked device with one app and no passcode
  /// (Specification/access-control.md, "State of the device", column *Initially*).
  package init(
    seed: UInt64 = 0, sensor: Sensor = .touch, app: App = .main, quirks: Set<Quirk> = []
  ) {
    // The engine's own randomness has the same seed, and must not repeat these numbers.
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

  /// The civil time of a new device: 2024-01-01 00:00 UTC.
  private static let startOfCivilTime = Date(timeIntervalSince1970: 1_704_067_200)
}

extension UUID {
  /// Makes a UUID from 16 bytes.
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
  /// The state of the screen.
  public enum Screen: Hashable, Sendable {
    case unlocked
    /// The screen is locked, and the class keys of `WhenUnlocked` stay available until a time since
    /// boot (Specification/access-control.md, "Locking and the grace period").
    case locking(until: Duration)
    case locked
  }

  /// The type of the biometric sensor.
  public enum Sensor: String, CaseIterable, Hashable, Sendable {
    case none, touch, face, optic

    /// The number of names that can be enrolled: five fingers, two faces, or one pair of eyes.
    ///
    /// 0 without a sensor.
    var capacity: Int {
      switch self {
      case .none: 0
      case .touch: 5
      case .face: 2
      case .optic: 1
      }
    }
  }

  /// The enrolled fingers or faces.
  public struct Enrolment: Hashable, Sendable {
    /// The names that the test has given to the enrolled fingers or faces.
    public internal(set) var names: Set<String>
    /// A marker of 16 random bytes that is drawn again with every change of the enrolment.
    ///
    /// No two enrolments have equal markers.
    public internal(set) var generation: [UInt8]
  }

  /// The types of other devices that can confirm a prompt for this device.
  public enum Companion: String, CaseIterable, Hashable, Sendable {
    case watch, mac, vision
  }

  /// The state of a paired companion (a device, such as a watch, that can confirm prompts).
  public struct Pairing: Hashable, Sendable {
    /// True if the companion is near enough to answer a prompt.
    public internal(set) var isInReach = false
    /// A marker of 16 random bytes that is drawn again with every pairing, to tell pairings apart.
    public internal(set) var generation: [UInt8]
  }

  /// The facts about the keys of the protection classes, without the keys themselves.
  public struct KeybagState: Hashable, Sendable {
    /// The identity of the device's class keys, which changes if all of these keys are replaced.
    public internal(set) var identity: UUID
    /// True if the class key of `WhenPasscodeSetThisDeviceOnly` exists, which is exactly while a
    /// passcode is set.
    public internal(set) var hasPasscodeKey: Bool
  }
}

extension DeviceState {
  /// An app as a test describes it.
  ///
  /// The state of the device has the app's current version and entitlements.
  public typealias App = TestApp
  /// The part of an app's code signature that decides its keychain access.
  public typealias Entitlements = TestApp.Entitlements

  /// An app that was installed on the device, and may have been deleted.
  public struct InstalledApp: Hashable, Sendable {
    /// The current version of the app, which an upgrade changes.
    public internal(set) var version: String
    /// The current entitlements of the app, which an upgrade changes.
    public internal(set) var entitlements: Entitlements
    /// True until the app is deleted.
    public internal(set) var isInstalled = true

    init(_ app: App) {
      version = app.version
      entitlements = app.entitlements
    }
  }
}

extension DeviceState {
  /// Oddities of some of Apple's systems that a test can switch on
  /// (Specification/access-control.md, "API of KeychainTesting").
  public enum Quirk: String, CaseIterable, Hashable, Sendable {
    /// `canEvaluatePolicy` reports a missing passcode only if biometry is enrolled and not locked
    /// out.
    ///
    /// Otherwise it reports the problem of biometry (Specification/access-control.md,
    /// "canEvaluatePolicy: decision table").
    case headerErrorOrder
    /// Items that only biometry can open (`biometryAny`) are deleted when a removal leaves no
    /// enrolled finger or face (Specification/access-control.md, "Effects on items").
    case losesBiometryAnyOnReset
    /// Items are deleted when the last app that can reach their access group is deleted
    /// (Specification/access-control.md, "Effects on items").
    case deletesItemsWithApp
    /// The class keys of `WhenUnlocked` stay available for ten seconds after the lock button
    /// (Specification/access-control.md, "Locking and the grace period").
    case lockGraceTenSeconds
    /// The fallback button of a prompt appears only after a failed touch
    /// (Specification/access-control.md, "Evaluation").
    case touchFallbackHiddenUntilFailure
  }
}
