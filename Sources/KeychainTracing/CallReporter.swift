// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
package import KeychainExplanations
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
