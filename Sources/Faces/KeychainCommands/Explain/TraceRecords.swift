// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainComposition
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// Reads earlier calls of a program from a trace file, as context for explaining a later call
/// (Specification/diagnostics.md, "Facts of a call", F13).
enum TraceRecords {
  /// Returns the last calls of a program, read from the file that `LATCHKEY_TRACE` names.
  ///
  /// Empty if the variable is not set or the file cannot be read. Calls that used another store are
  /// left out.
  static func ofTrace(of caller: Caller) -> [CallRecord] {
    guard let path = ProcessVariable.value(of: "LATCHKEY_TRACE"),
      let content = try? RecordFile.content(of: path)
    else { return [] }
    var reader = TraceFileReader()
    reader.read(String(decoding: content, as: UTF8.self).split(separator: "\n"))
    let calls = reader.calls.filter { call in
      call.caller == caller.identifier && call.store?.isOther != true
    }
    return calls.suffix(CallHistory.length).compactMap { call in
      // Every process numbers its calls from 1. If two processes have this number, the command
      // names the process.
      let isShared = reader.calls.contains {
        $0.number == call.number && $0.process != call.process
      }
      let process = isShared ? " --pid \(call.process)" : ""
      return record(
        call, caller, command: "security trace \(shown(path))\(process) --call \(call.number)")
    }
  }

  private static func record(
    _ call: TraceFileReader.Call, _ caller: Caller, command: String
  ) -> CallRecord? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let date = try? Date(call.time, strategy: style),
      let time = Instant(secondsSinceReference: date.timeIntervalSinceReferenceDate)
    else { return nil }
    var shape = CallShape(call.verb, .dataProtection, caller)
    (shape.pairs, shape.thread) = (call.shape, call.thread)
    var store = StoreFacts()
    store.change = call.change
    // A file may contain any time. A call with a time that no clock can show is left out.
    let passed = LocalDate.now.microseconds.subtractingReportingOverflow(time.microseconds)
    let nanoseconds = passed.partialValue.multipliedReportingOverflow(by: 1_000)
    let moment = MonotonicTime.now.nanoseconds
      .subtractingReportingOverflow(nanoseconds.partialValue)
    guard !passed.overflow, !nanoseconds.overflow, !moment.overflow else { return nil }
    return CallRecord(
      CallFacts(shape, store: store), status: call.status, time: time,
      moment: MonotonicTime(nanoseconds: moment.partialValue), command: command)
  }

  /// Returns a path as a user would type it, with `~` in place of the home directory.
  private static func shown(_ path: String) -> String {
    let home = ProcessVariable.value(of: "HOME") ?? ""
    guard home.count > 1, path.hasPrefix(home + "/") else { return Wording.visible(path) }
    return "~" + Wording.visible(String(path.dropFirst(home.count)))
  }
}

extension CallFacts.Pair {
  /// Creates a pair of a call's dictionary from the record of the pair in a trace file.
  ///
  /// The pair can be compared with pairs of other calls only if the record contains the value. The
  /// digest in the record is not used for comparison, because this process does not know the key of
  /// the digest. Nil if the record has a wrong form.
  init?(traced pair: Any) {
    guard let pair = pair as? [String: Any], let key = pair["key"] as? String,
      let kind = (pair["kind"] as? String).flatMap(Kind.init),
      let effect = (pair["effect"] as? String).flatMap(Effect.init)
    else { return nil }
    let length = RecordNumber.whole(pair["length"]).map { Int($0) }
    var (value, digest): (String?, UInt32?) = (nil, nil)
    switch (kind, Self.isWithheld(key) ? nil : pair["value"]) {
    case (.boolean, let flag as Bool): value = "\(flag)"
    case (.text, let text as String): digest = ValueDigest.ofThisProcess(text.utf8)
    case (.number, let number as NSNumber) where !key.hasPrefix("m_"):
      digest = ValueDigest.ofThisProcess(number.description.utf8)
    case (_, let word as String): value = word
    default: break
    }
    self.init(key: key, kind: kind, length: length, value: value, effect: effect, digest: digest)
  }
}
