// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainExplaining
import KeychainTypes

/// The command `trace`, which lists the calls that programs have written into a trace file
/// (Specification/diagnostics.md, "Overview of surfaces").
enum TraceCommand {
  /// The time between two reads of the trace file with `--follow`, in microseconds.
  private static let pause: useconds_t = 200_000

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    try Contradiction.refuse(["values", "names"], options)
    try Contradiction.refuse(["call", "follow"], options)
    let terminal = invocation.terminal
    guard let name = options.operands.first else { throw .usage(message: "the file is missing") }
    let path = String(decoding: name, as: UTF8.self)
    let process = try number(options, "pid")
    let wanted = try number(options, "call")
    let file: FileHandle
    do throws(RecordFile.Refusal) {
      file = try RecordFile.open(path)
    } catch {
      terminal.complain("trace: \(Wording.visible(path)) \(error.reason)")
      return 3
    }
    var lines = LineCollector()
    var reader = TraceFileReader()
    reader.read(lines.take(TraceFileReader.content(of: file)))
    if !options.contains(.long("follow")) { reader.read(lines.end()) }
    let isMeant = { (call: TraceFileReader.Call) in
      (process == nil || call.process == process)
        && (!options.contains(.long("failed")) || call.status != 0)
    }
    if let wanted {
      let calls = reader.calls.filter { $0.number == wanted && isMeant($0) }
      guard let call = try one(of: calls) else {
        terminal.complain("trace: \(Wording.visible(path)) has no call \(wanted)")
        return 3
      }
      let shows = PointOfView.showsValues(options, terminal)
      terminal.output(report(of: call, showsValues: shows))
      return 0
    }
    var shown = 0
    var layout: TraceLayout?
    while true {
      // Every process numbers its calls from 1. If several processes made the calls, the list
      // therefore has their process numbers.
      let now = TraceLayout(
        withProcess: process == nil && TracedProcesses.of(reader.calls).count > 1,
        functions: reader.calls.filter(isMeant).map(\.function))
      if layout != now { terminal.output(now.heading) }
      layout = now
      for call in reader.calls[shown...] where isMeant(call) {
        terminal.output(now.line(of: call))
      }
      shown = reader.calls.count
      guard options.contains(.long("follow")) else { break }
      usleep(pause)
      reader.read(lines.take(TraceFileReader.content(of: file)))
    }
    if reader.unreadable > 0 {
      terminal.complain("trace: \(reader.unreadable) lines are not records and were left out")
    }
    return 0
  }

  /// Returns the call to show: the last of `calls`, which all have the number from the option
  /// `--call`.
  ///
  /// Nil if `calls` is empty.
  ///
  /// - Throws: `Stop.usage`, which asks for `--pid`, if the calls were made by several processes.
  private static func one(
    of calls: [TraceFileReader.Call]
  ) throws(Stop) -> TraceFileReader.Call? {
    let processes = TracedProcesses.of(calls)
    guard processes.count > 1, let call = calls.last else { return calls.last }
    let numbers = processes.map { "\($0)" }.joined(separator: ", ")
    throw .usage(
      message: "call \(call.number) is in processes \(numbers): name one process with --pid")
  }

  private static func number(_ options: OptionReader, _ name: String) throws(Stop) -> Int? {
    guard let value = options.value(.long(name)) else { return nil }
    let text = String(decoding: value, as: UTF8.self)
    guard let number = Int(text) else {
      throw .usage(message: "--\(name) takes a number")
    }
    return number
  }

  /// Returns the text of everything in the record of a call, with an explanation of each finding
  /// code.
  ///
  /// - Parameter showsValues: True if values of attributes may be shown.
  static func report(of call: TraceFileReader.Call, showsValues: Bool) -> String {
    var lines = TextBlock.wrap(
      Wording.visible("\(call.function) answered \(call.status) \(call.statusName)"),
      indent: "    ")
    let circumstances = [call.caller, call.lock, call.time].map { Wording.visible($0) }
    lines += TextBlock.wrap("as \(circumstances.joined(separator: ", "))", indent: "   ")
    let pairs = call.words(showsValues: showsValues).map { Wording.visible($0) }
      .joined(separator: ", ")
    lines += TextBlock.wrap("call: \(pairs)", indent: "  ")
    if let reason = call.reason {
      lines += TextBlock.wrap("decided: \(Wording.visible(reason))", indent: "  ")
    }
    let tells = call.told(showsValues: showsValues)
    for told in tells {
      if lines.last?.isEmpty == false { lines.append("") }
      lines += told.finding.lines(isColoured: false)
    }
    for code in call.codes where !tells.contains(where: { $0.code == code }) {
      if lines.last?.isEmpty == false { lines.append("") }
      lines += ArticleText.lines(of: code)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Splits data into lines, although the data arrives in pieces that do not end at the ends of
/// lines.
///
/// An incomplete last line is kept until the rest of the line arrives.
struct LineCollector {
  private var rest = ""

  mutating func take(_ data: Data) -> [Substring] {
    rest += String(decoding: data, as: UTF8.self)
    var lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
    rest = lines.popLast().map(String.init) ?? ""
    return lines
  }

  /// Returns the incomplete last line; empty if the data ended with a complete line.
  ///
  /// Must be called after the last piece of data.
  mutating func end() -> [Substring] {
    defer { rest = "" }
    return rest.isEmpty ? [] : [Substring(rest)]
  }
}

/// The layout of the list of calls that `trace` prints.
private struct TraceLayout: Equatable {
  /// True if the list has a column for process numbers, because the calls come from several
  /// processes.
  private let withProcess: Bool
  /// The width of the column with the names of functions, in characters.
  private let width: Int

  init(withProcess: Bool, functions: [String]) {
    self.withProcess = withProcess
    width = min(30, max(20, functions.map(\.count).max() ?? 0))
  }

  var heading: String {
    let process = withProcess ? "      pid" : ""
    return
      "  seq\(process)  time         \(TextBlock.padded("function", to: width)) status  codes\n"
  }

  /// Returns the line of a call: its number, time of day, function, status and finding codes.
  ///
  /// An example is ` 41 13:02:11.482 SecItemCopyMatching -25308 K301 K310`. A list with calls of
  /// several processes has the process number after the number of the call.
  func line(of call: TraceFileReader.Call) -> String {
    let time = String(call.time.drop { $0 != "T" }.dropFirst().prefix(12))
    let codes = call.codes.map { "\($0)" }.joined(separator: " ")
    let process = withProcess ? "  " + Self.right("\(call.process)", 7) : ""
    let start =
      "\(Self.right("\(call.number)", 5))\(process)  "
      + "\(TextBlock.padded(Wording.visible(time), to: 12)) "
      + "\(TextBlock.padded(Wording.visible(call.function), to: width)) "
      + "\(Self.right("\(call.status)", 6))  \(codes)"
    // A word that has no room behind the indent would be cut.
    let column = width == 20 ? (withProcess ? 58 : 49) : TextBlock.filled - 32
    let indent = String(repeating: " ", count: column)
    return TextBlock.wrap(start, indent: indent).joined(separator: "\n") + "\n"
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// The numbers of the processes that made some recorded calls, in ascending order.
enum TracedProcesses {
  static func of(_ calls: some Sequence<TraceFileReader.Call>) -> [Int] {
    Set(calls.map(\.process)).sorted()
  }
}
