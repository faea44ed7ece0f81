// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import KeychainCrypto
internal import KeychainExplanations
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
