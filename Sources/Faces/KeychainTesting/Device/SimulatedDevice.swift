// SPDX-License-Identifier: Apache-2.0
internal import KeychainEngine
internal import KeychainTypes
internal import SecureMemory

/// A device that a test can lock, restart and change, and whose prompts the test answers and
/// checks.
///
/// ```swift
/// try SimulatedDevice.phone(app: wallet).use { phone in
///   tokens.save("t1")
///   phone.lock()
///   #expect(tokens.loadStatus() == errSecInteractionNotAllowed)
/// }
/// ```
///
/// Only the device around the code under test is simulated. The Keychain is the real engine on a
/// real store, in a temporary directory that is removed with the device. Nothing depends on real
/// time or on chance: equal seeds and equal calls lead to equal states
/// (Specification/access-control.md, "The simulated device").
///
/// While a device exists in the process, a keychain call outside of `use`, `run` and `install`
/// returns errSecNotAvailable and is recorded in `escapes`. So no test uses the real store by
/// mistake. `use` and `end()` throw an error for these calls, and for steps of `answer` that no
/// prompt has used.
public final class SimulatedDevice: Sendable {
  let world: DeviceWorld
  let authenticator: DeviceAuthenticator
  let profile: Profile
  let witness: Witness

  /// Makes a device with one app, unlocked and without a passcode.
  ///
  /// The program stops if the system has no temporary directory.
  ///
  /// - Parameters:
  ///   - seed: a number that makes the device's identity, keys and other random values repeatable.
  ///   - profile: the system whose rules the device follows.
  ///   - sensor: the type of the biometric sensor.
  ///   - app: the app that is installed and in front.
  ///   - quirks: the oddities of Apple's systems that are switched on.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  public convenience init(
    seed: UInt64 = 0, profile: Profile = .dataProtection, sensor: Sensor = .touch,
    app: App = .main, quirks: Set<Quirk> = [], file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      Journal.Head(seed: seed, profile: profile, sensor: sensor, quirks: quirks, app: app),
      at: CodePlace(file, line))
  }

  /// Makes an unlocked phone with the rules of iOS, a passcode and enrolled fingers.
  ///
  /// Two phones with equal seed, passcode and fingers have one identity. To restore a backup on a
  /// phone other than its maker, make the two phones with different seeds.
  ///
  /// - Parameters:
  ///   - app: the app that is installed and in front.
  ///   - passcode: the passcode that is set.
  ///   - enrolled: the names of the fingers, at most five.
  ///   - seed: a number that makes the phone's identity, keys and other random values repeatable,
  ///     together with the passcode and the fingers.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
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

  /// The current state of the device, which prints as a table.
  public var state: State { world.state }

  /// The app that the device began with.
  ///
  /// Calls come from this app unless the test names another app.
  public var mainApp: App { world.mainApp }

  /// The places in the test's source where the test made the device and last called `run` or `use`.
  var places: CodePlaces { world.places }

  /// Runs code whose `SecItem` calls and authentications go to this device.
  ///
  /// Child tasks inherit the device. Objects that the code makes, such as an `LAContext`, use the
  /// device as long as they exist. Threads, dispatch queues and detached tasks do not inherit the
  /// device: call `install` for them. To run a whole test, call `use` instead.
  ///
  /// - Parameters:
  ///   - app: the calling app, or nil for the app that the device began with.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  ///   - body: the code to run.
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
  ///   - app: the calling app, or nil for the app that the device began with.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  ///   - body: the code to run.
  public func run<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    places.note(file, line)
    return try await CurrentInstallation.$scoped.withValue(installation(of: app)) {
      try await body()
    }
  }

  /// Runs code of this library whose keychain calls go to this device.
  ///
  /// Reports of mistakes name the place in the test's source where `run` or `use` was called last.
  /// This function does not change that place.
  ///
  /// - Parameter app: the calling app, or nil for the app that the device began with.
  func inReach<Result>(as app: App?, _ body: () throws -> Result) rethrows -> Result {
    try CurrentInstallation.$scoped.withValue(installation(of: app)) { try body() }
  }

  /// Makes this device the device of the whole process, for code that uses threads, queues or
  /// detached tasks.
  ///
  /// Tests that call `install` must run one at a time (`.serialized`).
  ///
  /// - Throws: `Impossible` if a device or keychain is already installed.
  public func install(as app: App? = nil) throws(Impossible) {
    guard CurrentInstallation.installFirst(installation(of: app)) else {
      throw Impossible("another device is installed for the process; make the tests .serialized")
    }
  }

  /// Undoes `install`, or does nothing if this device is not installed.
  public func uninstall() {
    let service = CurrentInstallation.processWide?.service as? DeviceService
    guard let service, service.world === world else { return }
    CurrentInstallation.install(nil)
  }

  /// All items of all apps, without secrets, ordered by class and then by insertion.
  public var items: [StoredItem] {
    let summaries = try? world.keychain.owner().listItems(ItemClass.stored)
    return (summaries ?? []).map(StoredItem.init)
  }

  /// The keychain calls of this process that were refused since this device was made, because no
  /// device was active.
  ///
  /// A device is active within `use` and `run`, and in the whole process after `install`. Only the
  /// first hundred calls are kept.
  public var escapes: [Escape] { witness.escapes }

  private func installation(of app: App?) -> Installation {
    DeviceConsequences(world: world, authenticator: authenticator, profile: profile)
      .installation(of: app ?? mainApp)
  }
}

extension SimulatedDevice {
  /// A keychain call that was refused because no device was active in its task or process.
  public struct Escape: Sendable {
    /// The call stack at the refused call, innermost frame first.
    ///
    /// Each frame has a file and an offset, which `addr2line -Cfpe FILE OFFSET` translates. A frame
    /// also has the name of its function if the file contains this name.
    public let callStack: [String]
  }
}

extension SimulatedDevice {
  /// The states of a device in which keychain code should be tested
  /// (Specification/access-control.md, "API of KeychainTesting").
  public enum Preset: String, CaseIterable, Sendable {
    /// An unlocked phone with a passcode and an enrolled finger, as `SimulatedDevice.phone` makes
    /// it.
    case fresh
    /// A phone on which a passcode was never set.
    case noPasscode
    case locked
    /// A phone that was restarted, and not unlocked since the restart.
    case beforeFirstUnlock
    /// A phone on which biometry has failed five times, so that only the passcode is accepted.
    case lockedOut
    /// A phone without a user who could answer a prompt.
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

  /// Runs a test once for each of several device states, each time on a new device.
  ///
  /// - Parameters:
  ///   - states: the states of the devices. All states by default.
  ///   - app: the app that is installed and in front.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  ///   - prepare: runs before the body while the device is unlocked, for example to store items.
  ///   - body: the test, which gets the device and its state. Call `use` on the device, so that
  ///     mistakes of the test are thrown.
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
