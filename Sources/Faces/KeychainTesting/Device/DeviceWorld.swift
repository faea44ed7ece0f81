// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainCrypto
internal import KeychainExplaining
internal import KeychainTypes
internal import SecureMemory

/// The data of a simulated device: its state, the script of the user's actions, and the records.
///
/// The script is the list of actions, given by the test, with which the user answers later prompts.
/// The journal (`Journal`) records the actions of the test and of the code under test. A replay
/// repeats the actions of the test from a journal.
///
/// One lock protects all data, so that all changes have one order. The world calls no other code
/// while it holds this lock. Objects that the code under test has made keep the world alive.
final class DeviceWorld: Sendable {
  let keychain: DeviceKeychain
  let inner: Lock<Inner>
  /// The evaluations (authentications) in progress on this device, of which at most one shows a
  /// prompt.
  let evaluations = RunningEvaluations()
  /// The app that was installed on the device when the test made the device.
  let mainApp: DeviceState.App
  /// The places in the test's source where the test made the device and last called `run` or `use`.
  let places: CodePlaces
  /// A number that no other device of this process has.
  ///
  /// The number shows only whether a backup comes from this device.
  let number: UInt64
  private static let numbers = Lock<UInt64>(0)

  /// A function that carries out the effects of an event on everything except the state of the
  /// device, such as locking the store.
  ///
  /// The function returns false if the disk refused a write, so that the event has not happened.
  typealias Consequence =
    @Sendable (_ event: DeviceEvent, _ before: DeviceState, DeviceState) -> Bool

  struct Inner: Sendable {
    var state: DeviceState
    var script: [Answer] = []
    var policy = SimulatedDevice.Policy.fail
    var prompts: [SimulatedDevice.Prompt] = []
    var live: [LivePrompt] = []
    var journal: Journal
    var replay: Replay?
    var failures: [String] = []
    /// The number of calls of `SimulatedDevice.use` that are in progress.
    var uses = 0
    /// The mistakes of the test that `use` will throw as an error when its body has ended.
    ///
    /// Mistakes that were already thrown are removed.
    var kept: [TestMistake] = []
    var onEvent: (@Sendable (DeviceEvent) -> Void)?
    var consequence: Consequence?
    /// The number of steps of the script that are in progress.
    ///
    /// While this number is not zero, the journal marks events as scripted (caused by a step of the
    /// script).
    var runningSteps = 0
    weak var device: SimulatedDevice?
    /// The keychain calls of each app, by the app's name, with the number of the boot in which the
    /// app made them.
    ///
    /// A record of an earlier boot is out of date.
    var histories: [String: (boot: Int, calls: CallHistory)] = [:]
    /// The states of the device, such as locked, in which each app has made keychain calls, by the
    /// app's name.
    ///
    /// The state `background` is also recorded when an app goes to the background without a call.
    var habits: [String: ApplicationHistory.Habits] = [:]
  }

  init(
    _ state: DeviceState, keychain: DeviceKeychain, journal: Journal, places: CodePlaces
  ) {
    self.keychain = keychain
    mainApp = journal.head.app
    self.places = places
    number = Self.numbers.withLock {
      $0 += 1
      return $0
    }
    inner = Lock(Inner(state: state, journal: journal))
  }

  /// Connects this world with its simulated device.
  ///
  /// - Parameters:
  ///   - device: the device that the test's code in a `.run` step of the script receives.
  ///   - consequence: carries out the effects of an event on everything except the state of the
  ///     device.
  func attach(to device: SimulatedDevice, _ consequence: @escaping Consequence) {
    inner.withLock {
      $0.device = device
      $0.consequence = consequence
    }
  }

  /// Returns the record of an app's calls since the device's last start.
  ///
  /// A restart begins a new record, because it ends the app's processes.
  func history(of app: String) -> CallHistory {
    inner.withLock { inner in
      if let kept = inner.histories[app], kept.boot == inner.state.bootCount { return kept.calls }
      let calls = CallHistory()
      inner.histories[app] = (inner.state.bootCount, calls)
      return calls
    }
  }

  /// Records the current state of the device as a state in which an app makes calls.
  func sees(_ app: String) {
    inner.withLock { inner in
      let state = inner.state
      if state.foreground != app { inner.habits[app, default: []].insert(.background) }
      if !state.hasFirstUnlockKeys {
        inner.habits[app, default: []].insert(.beforeFirstUnlock)
      } else if !state.hasUnlockedKeys {
        inner.habits[app, default: []].insert(.locked)
      }
    }
  }

  /// Returns the states of the device in which an app has made calls.
  func habits(of app: String) -> ApplicationHistory.Habits {
    inner.withLock { $0.habits[app] ?? [] }
  }

  /// Drops the reference to the device, which is being released.
  ///
  /// Objects of the code under test that use this world stay usable.
  func detach() {
    inner.withLock {
      $0.device = nil
      $0.consequence = nil
    }
  }

  var state: DeviceState { inner.withLock { $0.state } }
  var prompts: [SimulatedDevice.Prompt] { inner.withLock { $0.prompts } }
  var failures: [String] { inner.withLock { $0.failures } }
  var journal: String { inner.withLock { $0.journal.text } }
  var script: [SimulatedDevice.Step] { inner.withLock { $0.script.map(\.step) } }

  var policy: SimulatedDevice.Policy {
    get { inner.withLock { $0.policy } }
    set {
      inner.withLock {
        $0.policy = newValue
        $0.journal.append(.policy(newValue))
      }
    }
  }

  var onEvent: (@Sendable (DeviceEvent) -> Void)? {
    get { inner.withLock { $0.onEvent } }
    set { inner.withLock { $0.onEvent = newValue } }
  }

  /// A caller that is no installed app, for reading facts about the device itself.
  var anybody: Caller { Caller(identifier: "", groups: []) }

  /// Returns the 32 bytes that an app sees as the domain state of this device
  /// (Specification/access-control.md, "Domain state").
  ///
  /// The bytes differ from app to app. Nil if libcrypto fails.
  ///
  /// - Parameters:
  ///   - identifier: the application identifier of the app.
  ///   - info: the encoded enrolment or paired companions (`DomainState.info`). The bytes change if
  ///     `info` changes.
  func domainState(of identifier: String, _ info: [UInt8]) -> [UInt8]? {
    let identity = unsafe withUnsafeBytes(of: state.identity.uuid) { unsafe Array($0) }
    let secret = try? KeyDerivation.hkdf(
      key: SecretBytes(copying: identity), salt: Array(identifier.utf8), info: info, count: 32)
    return secret?.withBytes { span in span.indices.map { span[$0] } }
  }
}

/// Functions that record the journal and replay it.
extension DeviceWorld {
  /// Starts a replay of a journal, which is the record of an earlier run.
  ///
  /// The replay applies the events of the journal up to the first action of the code under test.
  func begin(replaying replay: Replay) {
    inner.withLock { $0.replay = replay }
    proceed()
  }

  /// Records an action of the code under test, and fails the test if a replay expects another
  /// action.
  ///
  /// - Parameter recorded: called after the action is recorded, and before the replay continues.
  func came(_ entry: Journal.Entry, recorded: () -> Void = {}) {
    let difference = inner.withLock { (inner: inout Inner) -> String? in
      inner.journal.append(entry)
      return inner.replay?.take(entry)
    }
    recorded()
    if let difference {
      inner.withLock { $0.replay = nil }
      return fail(difference)
    }
    proceed()
  }

  func failWrite(at number: Int) {
    keychain.faults.failWrite(at: number)
    inner.withLock { $0.journal.append(.failWrite(at: number)) }
  }

  func crash(at number: Int) {
    keychain.faults.crash(at: number)
    inner.withLock { $0.journal.append(.crash(at: number)) }
  }

  private func proceed() {
    while let entry = inner.withLock({ $0.replay?.next() }) {
      switch entry {
      case .event(let event, _): _ = try? happen(event)
      case .answer(let step): answer([step])
      case .policy(let policy): self.policy = policy
      case .failWrite(let number): failWrite(at: number)
      case .crash(let number): crash(at: number)
      case .call, .prompt, .outcome, .answered: return
      }
    }
  }
}

/// Functions that collect and report mistakes of the test.
extension DeviceWorld {
  /// A step of the script, with the place in the test's source where the step was given.
  struct Answer: Sendable {
    let step: SimulatedDevice.Step
    let place: CodePlace
    /// True if `takeUnusedAnswers` has already returned the mistake that no prompt used this step.
    var isTold = false
  }

  /// Reports a mistake of the test.
  ///
  /// If the test has set `failTest`, it is called at once. Otherwise `use` throws the mistake when
  /// its body has ended. If no `use` is in progress, the program stops.
  func fail(_ words: String) {
    let isChosen = SimulatedDevice.chosenFailTest != nil
    let place = places.last
    let isKept = inner.withLock { (inner: inout Inner) -> Bool in
      inner.failures.append(words)
      guard !isChosen, inner.uses > 0 else { return false }
      inner.kept.append(TestMistake(.failure, words, at: place))
      return true
    }
    if !isKept { SimulatedDevice.failTest(words) }
  }

  /// Notes that the body of a call of `SimulatedDevice.use` begins.
  func beginUse() { inner.withLock { $0.uses += 1 } }

  /// Notes that the body of a call of `SimulatedDevice.use` has ended.
  func endUse() { inner.withLock { $0.uses -= 1 } }

  /// Returns the mistakes of the test that `use` must throw, and that were not returned before.
  func takeFailures() -> [TestMistake] {
    inner.withLock { inner in
      defer { inner.kept = [] }
      return inner.kept
    }
  }

  /// Returns a mistake for each step of the script that no prompt has used.
  ///
  /// Steps for which a mistake was already returned are left out.
  ///
  /// The steps stay in the script, and a later prompt can use them.
  func takeUnusedAnswers() -> [TestMistake] {
    inner.withLock { inner in
      let unused = inner.script.filter { !$0.isTold }
      for index in inner.script.indices { inner.script[index].isTold = true }
      return unused.map { answer in
        TestMistake(
          .unusedAnswer, "no prompt has used the answer .\(answer.step)", at: answer.place)
      }
    }
  }
}
