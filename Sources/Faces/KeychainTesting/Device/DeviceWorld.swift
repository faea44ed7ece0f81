// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainCrypto
internal import KeychainExplaining
internal import KeychainTypes
internal import SecureMemory

/// Everything around the code under test, in one place and in one order: state, script, record.
///
/// Objects that code under test made keep it alive. Nothing is called out while its lock is held.
final class DeviceWorld: Sendable {
  let keychain: DeviceKeychain
  let inner: Lock<Inner>
  /// Who has the prompt.
  let evaluations = RunningEvaluations()
  /// The app that the device began with.
  let mainApp: DeviceState.App
  /// Where the test made the device and last ran code on it.
  let places: CodePlaces
  /// Another one for each device of the process; nothing else depends on it.
  let number: UInt64
  private static let numbers = Lock<UInt64>(0)

  /// What an event leads to, besides another state; false where the disk refused it.
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
    /// How many bodies of `use` are running.
    var uses = 0
    /// Failures that `use` throws at its end.
    var kept: [TestMistake] = []
    var onEvent: (@Sendable (DeviceEvent) -> Void)?
    var consequence: Consequence?
    /// How many `.run` steps are under way: what they do is the script's doing.
    var runningSteps = 0
    weak var device: SimulatedDevice?
    /// The last calls of each app, by its name, and in which start of the device they were made.
    var histories: [String: (boot: Int, calls: CallHistory)] = [:]
    /// In which states of the device each app has made calls.
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

  /// Who carries out what events lead to, and whom `.run` steps are given.
  func attach(to device: SimulatedDevice, _ consequence: @escaping Consequence) {
    inner.withLock {
      $0.device = device
      $0.consequence = consequence
    }
  }

  /// The last calls of an app since the device started: its processes end with it.
  func history(of app: String) -> CallHistory {
    inner.withLock { inner in
      if let kept = inner.histories[app], kept.boot == inner.state.bootCount { return kept.calls }
      let calls = CallHistory()
      inner.histories[app] = (inner.state.bootCount, calls)
      return calls
    }
  }

  /// An app makes a call.
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

  /// In which states of the device an app has made calls.
  func habits(of app: String) -> ApplicationHistory.Habits {
    inner.withLock { $0.habits[app] ?? [] }
  }

  /// The device is gone; what it was remembered by lives on.
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

  /// A caller without rights, in whose name facts of the device itself are read.
  var anybody: Caller { Caller(identifier: "", groups: []) }

  /// 32 bytes that stand for what is enrolled, for one app of this device
  /// (spec/access-control.md 1.5).
  func domainState(of identifier: String, _ info: [UInt8]) -> [UInt8]? {
    let identity = unsafe withUnsafeBytes(of: state.identity.uuid) { unsafe Array($0) }
    let secret = try? KeyDerivation.hkdf(
      key: SecretBytes(copying: identity), salt: Array(identifier.utf8), info: info, count: 32)
    return secret?.withBytes { span in span.indices.map { span[$0] } }
  }
}

/// Journal and replay.
extension DeviceWorld {
  /// Goes on as a journal says, as far as the code under test is not needed for it.
  func begin(replaying replay: Replay) {
    inner.withLock { $0.replay = replay }
    proceed()
  }

  /// Something came from the code under test: recorded, and compared with what is replayed.
  ///
  /// - Parameter recorded: called before a replay goes on.
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

/// Mistakes of the test, and when it hears of them.
extension DeviceWorld {
  /// A step of the script, and where the test gave it.
  struct Answer: Sendable {
    let step: SimulatedDevice.Step
    let place: CodePlace
    /// Whether the end of the device has told that no prompt used it.
    var isTold = false
  }

  /// Tells a mistake of the test.
  ///
  /// At once if the test has set `failTest`; else `use` throws it at its end, and outside of `use`
  /// the program stops.
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

  /// A body of `use` begins.
  func beginUse() { inner.withLock { $0.uses += 1 } }

  /// A body of `use` is over.
  func endUse() { inner.withLock { $0.uses -= 1 } }

  /// The failures that nobody has been told of.
  func takeFailures() -> [TestMistake] {
    inner.withLock { inner in
      defer { inner.kept = [] }
      return inner.kept
    }
  }

  /// The answers that no prompt has used since the last time; they stay in the script.
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
