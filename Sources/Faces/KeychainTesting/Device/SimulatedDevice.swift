// SPDX-License-Identifier: Apache-2.0
internal import KeychainEngine
internal import KeychainTypes
internal import SecureMemory

/// A device that a test can lock, restart, give another finger to, and ask what its user saw.
///
/// ```swift
/// try SimulatedDevice.phone(app: wallet).use { phone in
///   tokens.save("t1")
///   phone.lock()
///   #expect(tokens.loadStatus() == errSecInteractionNotAllowed)
/// }
/// ```
///
/// Only the world around the code under test is simulated: the Keychain is the real engine on a
/// real store, in a temporary directory that goes with the device. Nothing depends on clock or
/// chance; the same seed and the same calls lead to the same state
/// (spec/access-control.md 2).
///
/// While a device lives, a call that has none in reach answers errSecNotAvailable and stands in
/// `escapes`: no test touches the real store by mistake. `use` and `end()` throw such calls, and
/// answers that no prompt has used, with file and line.
public final class SimulatedDevice: Sendable {
  let world: DeviceWorld
  let authenticator: DeviceAuthenticator
  let profile: Profile
  let witness: Witness

  /// A device with one app, unlocked, without a passcode.
  ///
  /// Stops the program where the system has no temporary directory.
  ///
  /// - Parameters:
  ///   - seed: makes identity, keys and generations repeatable.
  ///   - profile: whose rules hold.
  ///   - sensor: the biometric hardware.
  ///   - app: the app that is installed and in front.
  ///   - quirks: Apple's oddities that hold.
  ///   - file: the module and the file, as `#fileID` says; for mistakes of the test.
  ///   - line: the line in the file.
  public convenience init(
    seed: UInt64 = 0, profile: Profile = .dataProtection, sensor: Sensor = .touch,
    app: App = .main, quirks: Set<Quirk> = [], file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      Journal.Head(seed: seed, profile: profile, sensor: sensor, quirks: quirks, app: app),
      at: CodePlace(file, line))
  }

  /// A phone in its user's hand: iOS rules, a passcode, fingers enrolled, unlocked.
  ///
  /// Phones of the same seed, passcode and fingers are the same phone to a backup; any other is
  /// another one.
  ///
  /// - Parameters:
  ///   - app: the app that is installed and in front.
  ///   - passcode: the passcode.
  ///   - enrolled: the fingers, by their names; at most five.
  ///   - seed: makes identity, keys and generations repeatable, together with passcode and fingers.
  ///   - file: the module and the file, as `#fileID` says; for mistakes of the test.
  ///   - line: the line in the file.
  public static func phone(
    app: App = .main, passcode: String = "1234", enrolled: [String] = ["right index"],
    seed: UInt64 = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> SimulatedDevice {
    let words = ([passcode] + enrolled).joined(separator: "\0")
    let phone = SimulatedDevice(
      seed: words.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }, profile: .ios,
      app: app, file: file, line: line)
    phone.happenSurely(.setPasscode(passcode))
    for name in enrolled { phone.happenSurely(.enrol(name)) }
    return phone
  }

  init(_ head: Journal.Head, at place: CodePlace) {
    let state = DeviceState(
      seed: head.seed, sensor: head.sensor, app: head.app, quirks: head.quirks)
    let keychain: DeviceKeychain
    do throws(TemporaryKeychainError) {
      keychain = try DeviceKeychain(state, seed: head.seed)
    } catch {
      preconditionFailure("no simulated device: \(error)")
    }
    let places = CodePlaces(place)
    world = DeviceWorld(state, keychain: keychain, journal: Journal(head), places: places)
    authenticator = DeviceAuthenticator(world: world)
    profile = head.profile
    witness = Witness(places)
    world.attach(to: self) { [world, authenticator, profile] event, before, after in
      DeviceConsequences(world: world, authenticator: authenticator, profile: profile)
        .carryOut(event, from: before, to: after)
    }
  }

  deinit {
    uninstall()
    witness.end()
    TestMistakes.tell(takeMistakes())
    world.detach()
  }

  /// The state of now; prints as a table.
  public var state: State { world.state }

  /// The app that the device began with: calls come from it where no other is named.
  public var mainApp: App { world.mainApp }

  /// Where the test made the device and last ran code on it.
  var places: CodePlaces { world.places }

  /// Runs code whose `SecItem` calls and authentications go to this device.
  ///
  /// Child tasks inherit the device, and objects remember it; threads, dispatch queues and detached
  /// tasks do not inherit it (see `install`). `use` runs a whole test.
  ///
  /// - Parameters:
  ///   - app: the calling app, or nil for the device's first one.
  ///   - file: the module and the file, as `#fileID` says; for mistakes of the test.
  ///   - line: the line in the file.
  ///   - body: the code.
  public func run<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: () throws -> Result
  ) rethrows -> Result {
    places.note(file, line)
    return try inReach(as: app, body)
  }

  /// Runs asynchronous code whose `SecItem` calls and authentications go to this device.
  ///
  /// - Parameters:
  ///   - app: the calling app, or nil for the device's first one.
  ///   - file: the module and the file, as `#fileID` says; for mistakes of the test.
  ///   - line: the line in the file.
  ///   - body: the code.
  public func run<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    places.note(file, line)
    return try await CurrentInstallation.$scoped.withValue(installation(of: app)) {
      try await body()
    }
  }

  /// Runs code on this device that is not the test's.
  func inReach<Result>(as app: App?, _ body: () throws -> Result) rethrows -> Result {
    try CurrentInstallation.$scoped.withValue(installation(of: app)) { try body() }
  }

  /// Makes this the device of the whole process, for code that hops threads or queues.
  ///
  /// Tests that do this must not run beside each other (`.serialized`).
  ///
  /// - Throws: `Impossible` when something else is installed.
  public func install(as app: App? = nil) throws(Impossible) {
    guard CurrentInstallation.installFirst(installation(of: app)) else {
      throw Impossible("another device is installed for the process; tests that install are serial")
    }
  }

  /// Ends what `install` began; does nothing where another device, or none, is installed.
  public func uninstall() {
    let service = CurrentInstallation.processWide?.service as? DeviceService
    guard let service, service.world === world else { return }
    CurrentInstallation.install(nil)
  }

  /// All items of all apps, in the order of their classes and insertion, without secrets.
  public var items: [StoredItem] {
    let summaries = try? world.keychain.owner().listItems(ItemClass.stored)
    return (summaries ?? []).map(StoredItem.init)
  }

  /// The calls of this process that had no device in reach since this one exists; the first hundred
  /// of them.
  public var escapes: [Escape] { witness.escapes }

  private func installation(of app: App?) -> Installation {
    DeviceConsequences(world: world, authenticator: authenticator, profile: profile)
      .installation(of: app ?? mainApp)
  }
}

extension SimulatedDevice {
  /// A call that had no device in reach and was refused for it.
  public struct Escape: Sendable {
    /// Where it came from, innermost first: file and offset of each frame, which `addr2line -Cfpe
    /// FILE OFFSET` translates, and the function's name where the file tells it.
    public let callStack: [String]
  }
}

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
