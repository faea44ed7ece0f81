// SPDX-License-Identifier: Apache-2.0
internal import KeychainTypes
internal import SecureMemory

/// Short names for what belongs to the device.
extension SimulatedDevice {
  /// Everything there is to know of it.
  public typealias State = DeviceState
  /// What can happen to it.
  public typealias Event = DeviceEvent
  /// Why something cannot happen now.
  public typealias Impossible = ImpossibleEvent
  /// Whose rules hold.
  public typealias Profile = TemporaryKeychain.Profile
  /// An app on it.
  public typealias App = TestApp
  /// What an app's signature says.
  public typealias Entitlements = TestApp.Entitlements
  /// Biometric hardware.
  public typealias Sensor = DeviceState.Sensor
  /// A paired device.
  public typealias Companion = DeviceState.Companion
  /// An oddity of some of Apple's systems.
  public typealias Quirk = DeviceState.Quirk
}

/// Prompts, failures, faults, the journal.
extension SimulatedDevice {
  /// An app by its name; its identifier begins with the prefix of the entitlements.
  public func app(
    _ name: String, entitlements: Entitlements = Entitlements(), version: String = "1"
  ) -> App {
    App(name, entitlements: entitlements, version: version)
  }

  /// Says what the person does at the next prompts; the steps are used up in order.
  ///
  /// `use` and `end()` throw the steps that no prompt has used.
  ///
  /// - Parameters:
  ///   - steps: the steps, in their order.
  ///   - file: the module and the file, as `#fileID` says; for steps that stay unused.
  ///   - line: the line in the file.
  public func answer(_ steps: Step..., file: StaticString = #fileID, line: UInt = #line) {
    world.answer(steps, at: CodePlace(file, line))
  }

  /// What happens at a prompt that no step answers; `.fail` without a word.
  public var whenAsked: Policy {
    get { world.policy }
    set { world.policy = newValue }
  }

  /// What the person saw, in order.
  public var prompts: [Prompt] { world.prompts }

  /// The steps that no prompt has used yet.
  public var unusedSteps: [Step] { world.script }

  /// Mistakes of the test so far, in words: a prompt that nobody answers, an app that is not there.
  public var failures: [String] { world.failures }

  /// Makes the running test fail; given the words of `failures` one by one, on the thread it
  /// happens, and the mistakes of a device that goes out of scope.
  ///
  /// The library knows no test framework. Within `use` it needs none: the failures are thrown at
  /// its end. Elsewhere a failure stops the program until you name one, as with
  /// `SimulatedDevice.failTest = { Issue.record("\($0)") }`, or with `XCTFail`.
  public static var failTest: @Sendable (String) -> Void {
    get { chosenFailTest ?? stop }
    set { failing.withLock { $0 = newValue } }
  }

  /// What the test has set `failTest` to, if it has.
  static var chosenFailTest: (@Sendable (String) -> Void)? { failing.withLock { $0 } }

  private static let failing = Lock<(@Sendable (String) -> Void)?>(nil)

  private static let stop: @Sendable (String) -> Void = { words in
    preconditionFailure(
      "a simulated device: \(words); see SimulatedDevice.use and SimulatedDevice.failTest")
  }

  /// All events, steps and statuses of calls, as text that `init(replaying:)` repeats.
  ///
  /// It holds passcodes and passwords of the test.
  public var journal: String { world.journal }

  /// A device on which everything happens again that a journal says.
  ///
  /// Where the journal has calls or prompts, the code under test has to be run again: what happened
  /// after them happens after them again, and another status than the journal's fails the test.
  ///
  /// - Parameters:
  ///   - journal: the text of `journal`.
  ///   - file: the module and the file, as `#fileID` says; for mistakes of the test.
  ///   - line: the line in the file.
  /// - Throws: `Impossible` where the text is no journal, or holds a step that is code.
  public convenience init(
    replaying journal: String, file: StaticString = #fileID, line: UInt = #line
  ) throws(Impossible) {
    let lines = journal.split(separator: "\n").map(String.init)
    guard let first = lines.first, let head = Journal.Head(text: first) else {
      throw Impossible("this is no journal of a device")
    }
    guard let replay = Replay(lines.dropFirst()) else {
      throw Impossible("the journal has a line that cannot be replayed")
    }
    self.init(head, at: CodePlace(file, line))
    world.begin(replaying: replay)
  }

  /// The disk refuses one act that changes a file of the store: 1 is the next.
  public func failNextWrite(at number: Int = 1) { world.failWrite(at: number) }

  /// The device stops dead in the middle of an act that changes a file of the store: 1 is the next.
  ///
  /// From then on nothing reaches the disk; `reboot()` opens the store as it was left.
  public func crash(at number: Int = 1) { world.crash(at: number) }

  /// Whether `crash` has struck since the last start: false once there was no such act any more.
  public var hasCrashed: Bool { world.keychain.faults.hasCrashed }
}

/// The end of a device in a test.
extension SimulatedDevice {
  /// Runs a whole test on this device, and throws the mistakes of the test at its end.
  ///
  /// ```swift
  /// try SimulatedDevice.phone(app: wallet).use { phone in
  ///   tokens.save("t1")
  ///   phone.lock()
  ///   #expect(tokens.loadStatus() == errSecInteractionNotAllowed)
  /// }
  /// ```
  ///
  /// The body is as within `run`: its `SecItem` calls and authentications, and those of its child
  /// tasks, go to this device. They come from the app as it is at each call, so that the body can
  /// upgrade it.
  ///
  /// At the end comes `end()`. A prompt that no step answers is thrown there too, unless `failTest`
  /// is set.
  ///
  /// - Parameters:
  ///   - app: the calling app, or nil for the device's first one.
  ///   - file: the module and the file, as `#fileID` says; for the mistakes that are thrown.
  ///   - line: the line in the file.
  ///   - body: the test; it gets the device.
  /// - Returns: what the body returns.
  /// - Throws: `TestMistakes`; or what the body throws, which is the `cause` of `TestMistakes` if
  ///   there were failures or escaped calls that may explain it.
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

  /// Runs a whole asynchronous test on this device, and throws the mistakes of the test at its end.
  ///
  /// - Parameters:
  ///   - app: the calling app, or nil for the device's first one.
  ///   - file: the module and the file, as `#fileID` says; for the mistakes that are thrown.
  ///   - line: the line in the file.
  ///   - body: the test; it gets the device.
  /// - Returns: what the body returns.
  /// - Throws: `TestMistakes`; or what the body throws, which is the `cause` of `TestMistakes` if
  ///   there were failures or escaped calls that may explain it.
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

  /// Ends the test of this device: for `tearDownWithError`, or the last line of a test without
  /// `use`.
  ///
  /// `uninstall()` is part of it. The device goes on, and a second call throws only the mistakes
  /// since the first. A device that goes out of scope without it tells `failTest`, or prints the
  /// mistakes on standard error if that is not set.
  ///
  /// - Throws: `TestMistakes`, if a step of `answer` is unused, or if a call of the process had no
  ///   device in reach. Devices that live at the same time all throw for such a call, because
  ///   nothing tells whose test made it.
  public func end() throws(TestMistakes) {
    uninstall()
    let mistakes = takeMistakes()
    guard mistakes.isEmpty else { throw TestMistakes(mistakes) }
  }

  private func ended(by error: any Error) -> any Error {
    uninstall()
    return TestMistakes.explaining(error, by: takeMistakes())
  }

  /// The mistakes that nobody has been told of, each once.
  func takeMistakes() -> [TestMistake] {
    world.takeFailures() + witness.takeMistakes(of: "device") + world.takeUnusedAnswers()
  }

  /// The installation of an app, made anew for each call: an upgrade or a restart of the device
  /// changes what it says.
  private func renewedInstallation(of app: App?) -> Installation {
    let app = app ?? mainApp
    let maker = DeviceConsequences(world: world, authenticator: authenticator, profile: profile)
    var installation = maker.installation(of: app)
    installation.renewal = { maker.installation(of: app) }
    return installation
  }
}
