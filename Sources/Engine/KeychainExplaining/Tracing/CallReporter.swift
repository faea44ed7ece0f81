// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import KeychainTypes
import SecureMemory

/// Reports keychain calls of this process to the user who runs the program, if an environment
/// variable requests it.
///
/// Reports are about calls that fail or are dangerous; a trace has a record of every call
/// (Specification/diagnostics.md, "Tracing a running program"). No report changes the result of a
/// call.
package final class CallReporter: Sendable {
  /// The reporter of this process.
  ///
  /// Nil if nothing is requested. Environment variables request reports and a trace, and
  /// latchkey.conf requests the file of failed calls (`LastFailures`). The environment variables
  /// are read once, at the first use of this property.
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

  /// The printer of reports, kept for the end of the process.
  ///
  /// The printer then prints how often reports were repeated, as far as it has not printed these
  /// numbers already. Nil if this process prints no reports.
  private static let atExit = Lock<ReportPrinter?>(nil)

  /// Returns the object that writes values, groups and dates in the output of this reporter.
  ///
  /// - Parameter groups: the access groups of the caller.
  package func wording(_ groups: [String]) -> Wording {
    Wording(showsValues: switches.showsValues, groups: groups, date: { LocalDate.minutes($0) })
  }

  /// Returns the object that writes groups and dates in a report without values of attributes.
  ///
  /// This object is used if no environment variable asks for values.
  ///
  /// - Parameter groups: the access groups of the caller.
  package static func quiet(_ groups: [String]) -> Wording {
    Wording(showsValues: false, groups: groups, date: { LocalDate.minutes($0) })
  }

  /// Writes a call into the trace, the file of failed calls and the reports, as far as they are
  /// requested.
  ///
  /// - Parameter isInner: true if another call made this call internally. The report on the outer
  ///   call then covers this call, so that only the trace has this call.
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

/// Prints the first report of each kind of call, and later only the number of its repetitions.
///
/// Two calls are of one kind if they have equal functions, statuses, finding codes, dictionary keys
/// and types of values (Specification/diagnostics.md, "Tracing a running program").
private final class ReportPrinter: Sendable {
  /// The greatest number of reports that are printed in one second.
  ///
  /// Further reports are only counted.
  static let mostInSecond = 10
  /// The greatest number of kinds of calls that are remembered.
  ///
  /// Calls of further kinds are reported every time, within the limit of `mostInSecond`.
  static let mostKinds = 512
  /// The time in nanoseconds for which repetitions of a report are counted before their number is
  /// printed.
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

  /// Creates a printer of reports.
  ///
  /// - Parameter file: the file to write to, or nil for standard error.
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

  /// Prints the counts of repeated reports that were not printed yet.
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

  /// Decides whether a report is printed, and whether a count of repetitions is due.
  ///
  /// - Parameters:
  ///   - kind: the words by which kinds of calls are distinguished. A report of a known kind is a
  ///     repetition.
  ///   - title: the function, status and finding codes of the call, for the line with the count.
  /// - Returns: true if the report is to be printed, and the line with the count of repetitions, or
  ///   nil if no count is due.
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

  /// The start of a printed report, for example `push-handler[4711]: `.
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
  /// The words by which a report distinguishes two kinds of calls about keys or contexts.
  ///
  /// Two calls with equal words are of one kind.
  fileprivate var kind: [String] {
    [key.map { "\($0.type) \($0.keyClass) \($0.token ?? "")" }, algorithm, policy, operation]
      .compactMap(\.self)
  }
}
