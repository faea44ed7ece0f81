// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes
internal import SecureMemory

/// Short names, such as `SimulatedDevice.State`, for the types that belong to a simulated device.
extension SimulatedDevice {
  /// The whole state of a device: for example its passcode, its enrolled fingers and its apps.
  public typealias State = DeviceState
  /// An event of a device, such as a lock, a restart or a change of the passcode.
  public typealias Event = DeviceEvent
  /// The error for an event that cannot happen in the device's current state.
  public typealias Impossible = ImpossibleEvent
  /// The system whose rules the device follows.
  public typealias Profile = TemporaryKeychain.Profile
  /// An app on a device.
  public typealias App = TestApp
  /// The part of an app's code signature that decides its keychain access.
  public typealias Entitlements = TestApp.Entitlements
  /// The type of the biometric sensor.
  public typealias Sensor = DeviceState.Sensor
  /// The type of a paired device, such as a watch, that can confirm a prompt for this device.
  public typealias Companion = DeviceState.Companion
  /// An oddity of some of Apple's systems, which a test can switch on.
  public typealias Quirk = DeviceState.Quirk
}

/// Functions and properties for prompts, mistakes of the test, faults of the disk, and the journal.
///
/// The journal is a recording of all events, which another device can repeat.
extension SimulatedDevice {
  /// Makes an app from its name, without installing it.
  ///
  /// If the entitlements have a prefix, the app's identifier is the prefix, a period and the name.
  public func app(
    _ name: String, entitlements: Entitlements = Entitlements(), version: String = "1"
  ) -> App {
    App(name, entitlements: entitlements, version: version)
  }

  /// Sets the user's actions at the next prompts.
  ///
  /// The prompts use the steps in order. `use` and `end()` throw an error for each step that no
  /// prompt has used.
  ///
  /// - Parameters:
  ///   - steps: the actions, in order.
  ///   - file: the test's module and file (`#fileID`), for the report of unused steps.
  ///   - line: the line in the file.
  public func answer(_ steps: Step..., file: StaticString = #fileID, line: UInt = #line) {
    world.answer(steps, at: CodePlace(file, line))
  }

  /// The reaction to a prompt if no step given to `answer` is left.
  ///
  /// The default is `.fail`.
  public var whenAsked: Policy {
    get { world.policy }
    set { world.policy = newValue }
  }

  /// The prompts that were shown to the simulated user, in order.
  public var prompts: [Prompt] { world.prompts }

  /// The steps given to `answer` that no prompt has used yet.
  public var unusedSteps: [Step] { world.script }

  /// The mistakes of the test so far, in words, such as an unanswered prompt or a missing app.
  public var failures: [String] { world.failures }

  /// The function that makes the running test fail.
  ///
  /// The function is called with the words of each failure, on the thread of the failure. The
  /// function also gets the mistakes of a device that goes out of scope. This library does not know
  /// your test framework, so set the property to a function of the framework:
  /// `SimulatedDevice.failTest = { Issue.record("\($0)") }`, or call `XCTFail` in it.
  ///
  /// Within `use` you need not set it, because `use` throws the failures when its body has ended.
  /// Outside of `use`, a failure stops the program unless you have set it.
  public static var failTest: @Sendable (String) -> Void {
    get { chosenFailTest ?? stop }
    set { failing.withLock { $0 = newValue } }
  }

  /// The function that the test has set `failTest` to, or nil if the test has not set it.
  static var chosenFailTest: (@Sendable (String) -> Void)? { failing.withLock { $0 } }

  private static let failing = Lock<(@Sendable (String) -> Void)?>(nil)

  private static let stop: @Sendable (String) -> Void = { words in
    preconditionFailure(
      "a simulated device: \(words); see SimulatedDevice.use and SimulatedDevice.failTest")
  }

  /// The recording of this device, as text that `init(replaying:)` can repeat.
  ///
  /// The recording has the events of the device, the user's actions at prompts, and the statuses of
  /// the keychain calls.
  ///
  /// The text contains the passcodes and passwords of the test.
  public var journal: String { world.journal }

  /// Makes a device on which all events of a journal happen again.
  ///
  /// If the journal has keychain calls or prompts, run the code under test on this device. An event
  /// that followed a call or prompt happens after that call or prompt. If the status of a call
  /// differs from its status in the journal, the test fails.
  ///
  /// - Parameters:
  ///   - journal: the text of the property `journal`.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  /// - Throws: `Impossible` if the text is not a journal, or if it contains a `.run` step, which is
  ///   code of the test.
  public convenience init(
    replaying journal: String, file: StaticString = #fileID, line: UInt = #line
  ) throws(Impossible) {
    let lines = journal.split(separator: "\n").map(String.init)
    guard let first = lines.first, let head = Journal.Head(text: first) else {
      throw Impossible("this is not a journal of a device")
    }
    guard let replay = Replay(lines.dropFirst()) else {
      throw Impossible("the journal has a line that cannot be replayed")
    }
    self.init(head, at: CodePlace(file, line))
    world.begin(replaying: replay)
  }

  /// Makes the disk refuse one operation that changes a file of the store.
  ///
  /// - Parameter number: the position of the operation, counted from now. The next operation has
  ///   number 1.
  public func failNextWrite(at number: Int = 1) { world.failWrite(at: number) }

  /// Makes the device crash during an operation that changes a file of the store.
  ///
  /// After the crash nothing is written to the disk. `reboot()` then opens the store as the crash
  /// has left it.
  ///
  /// - Parameter number: the position of the operation, counted from now. The next operation has
  ///   number 1.
  public func crash(at number: Int = 1) { world.crash(at: number) }

  /// True if the crash that the test asked for has happened since the last start of the device.
  public var hasCrashed: Bool { world.keychain.faults.hasCrashed }
}

/// Functions that run a whole test on a simulated device, or report the mistakes at the end of a
/// test.
extension SimulatedDevice {
  /// Runs a whole test on this device, and throws the mistakes of the test.
  ///
  /// ```swift
  /// try SimulatedDevice.phone(app: wallet).use { phone in
  ///   tokens.save("t1")
  ///   phone.lock()
  ///   #expect(tokens.loadStatus() == errSecInteractionNotAllowed)
  /// }
  /// ```
  ///
  /// The `SecItem` calls and authentications of the body and its child tasks go to this device, as
  /// with `run`. If the body upgrades the app, later calls come from the upgraded app.
  ///
  /// Afterwards `end()` is called. An unanswered prompt is thrown as a mistake, unless `failTest`
  /// is set.
  ///
  /// - Parameters:
  ///   - app: the calling app, or nil for the app that the device began with.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  ///   - body: the test, which gets the device.
  /// - Returns: The result of the body.
  /// - Throws: `TestMistakes` if the test has mistakes. If the body throws an error, unused steps
  ///   do not count as mistakes. The error of the body is thrown unchanged if there are no
  ///   mistakes, and otherwise as the `cause` of the `TestMistakes`.
  public func use<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: (SimulatedDevice) throws -> Result
  ) throws -> Result {
    places.note(file, line)
    let result: Result
    do {
      world.beginUse()
      defer { world.endUse() }
      result = try CurrentInstallation.$scoped.withValue(renewedInstallation(of: app)) {
        try body(self)
      }
    } catch {
      throw ended(by: error)
    }
    try end()
    return result
  }

  /// Runs a whole asynchronous test on this device, and throws the mistakes of the test.
  ///
  /// - Parameters:
  ///   - app: the calling app, or nil for the app that the device began with.
  ///   - file: the test's module and file (`#fileID`), for reports of mistakes.
  ///   - line: the line in the file.
  ///   - body: the test, which gets the device.
  /// - Returns: The result of the body.
  /// - Throws: `TestMistakes` if the test has mistakes. If the body throws an error, unused steps
  ///   do not count as mistakes. The error of the body is thrown unchanged if there are no
  ///   mistakes, and otherwise as the `cause` of the `TestMistakes`.
  public func use<Result>(
    as app: App? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: (SimulatedDevice) async throws -> Result
  ) async throws -> Result {
    places.note(file, line)
    let result: Result
    do {
      world.beginUse()
      defer { world.endUse() }
      result = try await CurrentInstallation.$scoped.withValue(renewedInstallation(of: app)) {
        try await body(self)
      }
    } catch {
      throw ended(by: error)
    }
    try end()
    return result
  }

  /// Ends the test of this device, and throws the mistakes of the test.
  ///
  /// Call `end()` in `tearDownWithError`, or at the end of a test without `use`. `end()` also calls
  /// `uninstall()`. The device stays usable, and a second call of `end()` throws only new mistakes.
  ///
  /// If a device goes out of scope without a call of `end()`, its mistakes are passed to
  /// `failTest`. They are printed on standard error if `failTest` is not set.
  ///
  /// - Throws: `TestMistakes` if a step of `answer` is unused. Also if this process made a keychain
  ///   call outside of `use` and `run`, while no device was installed. Every device that existed at
  ///   the time of the call throws it as a mistake, because it is unknown which test made the call.
  public func end() throws(TestMistakes) {
    uninstall()
    let mistakes = takeMistakes()
    guard mistakes.isEmpty else { throw TestMistakes(mistakes) }
  }

  private func ended(by error: any Error) -> any Error {
    uninstall()
    return TestMistakes.explaining(error, by: takeMistakes())
  }

  /// Returns the mistakes of the test, except those that an earlier call of this function returned.
  ///
  /// Unused steps of `answer` come last. Before them come failures, and keychain calls that were
  /// refused because no device was active.
  func takeMistakes() -> [TestMistake] {
    world.takeFailures() + witness.takeMistakes(of: "device") + world.takeUnusedAnswers()
  }

  /// Returns the installation (the object that directs keychain calls) that sends an app's calls to
  /// this device.
  ///
  /// The installation is renewed for each call, because an upgrade of the app or a restart of the
  /// device changes it.
  private func renewedInstallation(of app: App?) -> Installation {
    let app = app ?? mainApp
    let maker = DeviceConsequences(world: world, authenticator: authenticator, profile: profile)
    var installation = maker.installation(of: app)
    installation.renewal = { maker.installation(of: app) }
    return installation
  }
}
