// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainComposition
import KeychainExplanations
import KeychainTypes
import SecureMemory

/// Prints reports of calls: each kind once, then how often it came again (spec/diagnostics.md 1.4).
final class ReportPrinter: Sendable {
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
