// SPDX-License-Identifier: Apache-2.0

/// A record of the events of a device and of the actions of the code under test, one per line.
///
/// The first line describes the new device. Lines that begin with `call`, `prompt`, `outcome` or
/// `answered` record actions of the code under test. All other lines record actions of the test,
/// and a replay repeats them. Properties that the code under test only reads, such as
/// `biometryType`, are not recorded.
struct Journal: Sendable {
  /// The properties with which the device was made: the first line of the journal.
  struct Head: Hashable, Sendable {
    var seed: UInt64
    var profile: TemporaryKeychain.Profile
    var sensor: DeviceState.Sensor
    var quirks: Set<DeviceState.Quirk>
    var app: DeviceState.App
  }

  /// A line of the journal after the first line.
  enum Entry: Sendable {
    case event(DeviceEvent, isScripted: Bool)
    case answer(SimulatedDevice.Step)
    case policy(SimulatedDevice.Policy)
    /// A call of `failNextWrite`: the disk refuses one operation that changes a file of the store.
    ///
    /// The number is the position of this operation, and the next operation has number 1.
    case failWrite(at: Int)
    /// A call of `crash`: the device crashes during one operation that changes a file of the store.
    ///
    /// The number is the position of this operation, and the next operation has number 1.
    case crash(at: Int)
    /// A keychain call by an app, with the operation (such as `add` or `copy`) and the status that
    /// it returned.
    case call(app: String, verb: String, status: Int32)
    case prompt(caller: String, SimulatedDevice.Prompt.Stage)
    case outcome(SimulatedDevice.Prompt.Outcome)
    /// An authentication that showed no prompt, or a check whether an authentication is possible.
    ///
    /// The status is 0 for success, or the code of the `LAError` with which it failed.
    case answered(caller: String, status: Int)
  }

  let head: Head
  private var lines: [String]

  init(_ head: Head) {
    self.head = head
    lines = [head.text]
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func append(_ entry: Entry) { lines.append(entry.text) }
}

extension Journal.Head {
  /// The first line of the journal.
  var text: String {
    JournalWords.line(
      ["device", "\(seed)", profile.word, sensor.rawValue]
        + ["\(quirks.count)"] + quirks.map(\.rawValue).sorted() + app.words)
  }

  /// Reads the first line of a journal, or returns nil if the line is not valid.
  init?(text: String) {
    guard let words = JournalWords.words(of: text), words.count > 5, words[0] == "device",
      let seed = UInt64(words[1]), let profile = TemporaryKeychain.Profile(word: words[2]),
      let sensor = DeviceState.Sensor(rawValue: words[3]), let count = Int(words[4]), count >= 0,
      words.count >= 5 + count, let app = DeviceState.App(words: Array(words.dropFirst(5 + count)))
    else { return nil }
    let quirks = words[5..<5 + count].compactMap(DeviceState.Quirk.init)
    guard quirks.count == count else { return nil }
    self.init(seed: seed, profile: profile, sensor: sensor, quirks: Set(quirks), app: app)
  }
}

extension Journal.Entry {
  /// The text of the journal line.
  var text: String {
    switch self {
    case .event(let event, let isScripted): (isScripted ? "scripted " : "event ") + event.text
    case .answer(let step): JournalWords.line(["answer"] + step.words)
    case .policy(let policy): "asked " + policy.rawValue
    case .failWrite(let number): "failWrite \(number)"
    case .crash(let number): "crash \(number)"
    case .call(let app, let verb, let status): JournalWords.line(["call", app, verb, "\(status)"])
    case .prompt(let caller, let stage): JournalWords.line(["prompt", caller, stage.rawValue])
    case .outcome(.failure(let code)): "outcome \(code)"
    case .outcome(.success): "outcome 0"
    case .outcome(.isUp): "outcome none"
    case .answered(let caller, let status): JournalWords.line(["answered", caller, "\(status)"])
    }
  }

  /// Reads a line that records an action of the test, or returns nil for any other line.
  init?(text: String) {
    guard let space = text.firstIndex(of: " ") else { return nil }
    let rest = String(text[text.index(after: space)...])
    switch text[..<space] {
    case "event", "scripted":
      guard let event = DeviceEvent(text: rest) else { return nil }
      self = .event(event, isScripted: text.hasPrefix("scripted"))
    case "answer":
      let step = JournalWords.words(of: rest).flatMap(SimulatedDevice.Step.init)
      guard let step else { return nil }
      self = .answer(step)
    case "asked":
      guard let policy = SimulatedDevice.Policy(rawValue: rest) else { return nil }
      self = .policy(policy)
    case "failWrite", "crash":
      guard let number = Int(rest), number >= 1 else { return nil }
      self = text.hasPrefix("crash") ? .crash(at: number) : .failWrite(at: number)
    default:
      return nil
    }
  }
}

extension TemporaryKeychain.Profile {
  fileprivate var word: String { "\(self)" }

  fileprivate init?(word: String) {
    let all: [TemporaryKeychain.Profile] = [.dataProtection, .ios, .quirks]
    guard let match = all.first(where: { $0.word == word }) else { return nil }
    self = match
  }
}
