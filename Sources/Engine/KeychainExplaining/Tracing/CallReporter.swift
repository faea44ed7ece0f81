// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Tells who runs a program what its calls met, where the environment asks for it: reports of calls
/// that fail or are dangerous, and a trace of all (spec/diagnostics.md 1.4).
///
/// Nothing that happens here changes what a call answers.
package final class CallReporter: Sendable {
  /// What the environment of this process asks for; nil where that is nothing.
  ///
  /// The variables are read once, by whoever asks first.
  package static let ofThisProcess: CallReporter? = {
    defer { Watchers.end() }
    let switches = TraceSwitches { ProcessVariable.value(of: $0) }
    for mistake in switches.mistakes {
      ProgramNotice.tell(
        "latchkey: \(mistake.name)=\(mistake.value): not understood; use \(mistake.expected)")
    }
    let keepsFailures = Settings.ofThisProcess.keepsFailures
    guard switches.isOn || keepsFailures else { return nil }
    Watchers.begin()
    return CallReporter(switches, keepsFailures: keepsFailures)
  }()

  private let switches: TraceSwitches
  private let trace: TraceFile?
  private let reports: ReportPrinter?
  private let keepsFailures: Bool

  init(_ switches: TraceSwitches, keepsFailures: Bool = false) {
    self.switches = switches
    self.keepsFailures = keepsFailures
    trace = switches.trace.flatMap { path in
      TraceFile(path, beginningWith: TraceLine.beginning(switches.showsValues))
    }
    switch switches.reports {
    case .off: reports = nil
    case .standardError: reports = ReportPrinter(nil)
    case .file(let path): reports = TraceFile(path, beginningWith: nil).map { ReportPrinter($0) }
    }
    if switches.showsValues, trace != nil {
      ProgramNotice.tell("latchkey: LATCHKEY_TRACE_VALUES: the trace holds values of attributes")
    }
    if let reports {
      Self.atExit.withLock { $0 = reports }
      atexit { CallReporter.atExit.withLock { $0 }?.end() }
    }
  }

  /// Whose counts are told when the process ends.
  private static let atExit = Lock<ReportPrinter?>(nil)

  /// How values and dates are worded in what this reporter tells.
  package func wording(_ groups: [String]) -> Wording {
    Wording(showsValues: switches.showsValues, groups: groups, date: { LocalDate.minutes($0) })
  }

  /// The wording where nobody asked for values.
  package static func quiet(_ groups: [String]) -> Wording {
    Wording(showsValues: false, groups: groups, date: { LocalDate.minutes($0) })
  }

  /// Tells of a call.
  ///
  /// - Parameter isInner: whether another call made it, whose report tells what it met.
  package func report(_ call: ObservedCall, isInner: Bool = false) {
    trace?.write(TraceLine.line(call, showsValues: switches.showsValues))
    if keepsFailures, !isInner, call.record.status != 0 {
      LastFailures.keep(TraceLine.failure(call))
    }
    guard let reports, !isInner else { return }
    let findings = call.explanation.findings
    let least = switches.level
    let isToldOf =
      call.record.status != 0 && least != .danger
      || findings.contains {
        $0.severity <= .danger && (call.record.status == 0 || $0.severity == .danger)
      }
    if isToldOf { reports.print(call, showsInfo: least == .info) }
  }
}

/// Prints reports of calls: each kind once, then how often it came again (spec/diagnostics.md 1.4).
private final class ReportPrinter: Sendable {
  /// Reports in a second; more are counted.
  static let mostInSecond = 10
  /// Kinds of report that are remembered; more are told each time, as often as `mostInSecond` lets.
  static let mostKinds = 512
  /// How long a repeated report is only counted, in nanoseconds.
  static let counting: Int64 = 60_000_000_000

  private struct Repeated: Sendable {
    var count = 0
    var since: MonotonicTime
    let title: String
  }

  private struct State: Sendable {
    var told: [[String]: Repeated] = [:]
    var second: MonotonicTime?
    var inSecond = 0
    var withheld = 0
  }

  private let file: TraceFile?
  private let state = Lock(State())

  /// - Parameter file: nil for standard error.
  init(_ file: TraceFile?) { self.file = file }

  func print(_ call: ObservedCall, showsInfo: Bool) {
    let report = call.explanation
    let kind =
      [call.record.function, "\(call.record.status)"] + report.codes.map { "\($0)" }
      + report.facts.use.kind
      + call.record.pairs.map { "\($0.key) \($0.kind.rawValue)" }
    let codes = report.codes.map { "\($0)" }.joined(separator: " ")
    let title = "\(call.record.function) \(call.record.status)" + (codes.isEmpty ? "" : " " + codes)
    let (isTold, counted) = state.withLock { admit(kind, title, at: call.record.moment, &$0) }
    if let counted { tell(counted) }
    guard isTold else { return }
    tell(report.text(showsInfo: showsInfo, program: Self.head))
  }

  /// What was counted and not told yet.
  func end() {
    let lines = state.withLock { state in
      let repeated = state.told.values.filter { $0.count > 0 }.map(Self.line)
      let withheld = state.withheld
      state = State()
      return repeated.sorted()
        + (withheld > 0 ? ["latchkey: \(withheld) reports were left out"] : [])
    }
    for line in lines { tell(line) }
  }

  /// Whether a report is told, and a count that is due.
  private func admit(
    _ kind: [String], _ title: String, at now: MonotonicTime, _ state: inout State
  ) -> (Bool, String?) {
    if var before = state.told[kind] {
      before.count += 1
      var line: String?
      if now.nanoseconds - before.since.nanoseconds >= Self.counting {
        line = Self.line(before)
        before.count = 0
        before.since = now
      }
      state.told[kind] = before
      return (false, line)
    }
    if state.second.map({ now.nanoseconds - $0.nanoseconds >= 1_000_000_000 }) ?? true {
      state.second = now
      state.inSecond = 0
    }
    state.inSecond += 1
    guard state.inSecond <= Self.mostInSecond else {
      state.withheld += 1
      return (false, nil)
    }
    if state.told.count < Self.mostKinds { state.told[kind] = Repeated(since: now, title: title) }
    return (true, nil)
  }

  private static func line(_ repeated: Repeated) -> String {
    "latchkey: \(repeated.title): repeated \(repeated.count) time\(repeated.count == 1 ? "" : "s")"
  }

  /// The start of a report, as `push-handler[4711]: `.
  private static var head: String {
    let path = ProgramName.asCalled
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "\(Wording.visible(name))[\(getpid())]: "
  }

  private func tell(_ text: String) {
    var text = text
    while text.last == "\n" { text.removeLast() }
    if let file {
      file.write(text)
      return
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      ProgramNotice.tell(String(line))
    }
  }
}

extension UseFact {
  /// What tells one kind of call from another.
  fileprivate var kind: [String] {
    [key.map { "\($0.type) \($0.keyClass) \($0.token ?? "")" }, algorithm, policy, operation]
      .compactMap(\.self)
  }
}

/// The last failed calls of all programs of the user, in one file (spec/diagnostics.md 1.4).
///
/// Only where the settings ask for it: `last-failures = on`. Names and shapes, as in a trace.
package enum LastFailures {
  /// How many are kept.
  static let most = 100
  /// So many records are not longer, each at its longest.
  package static let mostBytes = (most + 1) * (TraceLine.mostBytes + 1)
  /// How often, each time for 5 ms, another writer is waited for.
  private static let tries = 10

  /// Where they are; nil where the user has no place for them.
  package static var path: String? { UserDirectory.state.path.map { $0 + "/last-failures.jsonl" } }

  /// Adds a record; where that fails there is one record less.
  static func keep(_ line: String) {
    guard let path, StateFile.makeDirectory() != nil,
      let file = StateFile(path, tries: tries)
    else { return }
    var lines = file.content(upTo: mostBytes).split(separator: "\n").suffix(most - 1)
    lines.append(line[...])
    file.replace(with: lines.joined(separator: "\n") + "\n")
  }
}
