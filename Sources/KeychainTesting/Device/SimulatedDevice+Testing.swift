// SPDX-License-Identifier: Apache-2.0
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
