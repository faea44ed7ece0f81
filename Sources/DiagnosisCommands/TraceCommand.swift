// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainCommands
import KeychainExplanations

/// trace: the calls of a program, from the file that it wrote (spec/diagnostics.md 1.1).
enum TraceCommand {
  /// How often a file that is followed is looked at, in microseconds.
  private static let pause: useconds_t = 200_000

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    try Contradiction.refuse(["values", "names"], options)
    let terminal = invocation.terminal
    guard options.operands.count == 1, let name = options.operands.first else { throw .usage() }
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
      guard let call = reader.calls.last(where: { $0.number == wanted && isMeant($0) }) else {
        terminal.complain("trace: \(path) has no call \(wanted)")
        return 3
      }
      let shows = PointOfView.showsValues(options, terminal)
      terminal.output(report(of: call, showsValues: shows))
      return 0
    }
    terminal.output(
      TextBlock.cut("  seq  time         function             status  codes", to: 80) + "\n")
    var shown = 0
    while true {
      for call in reader.calls[shown...] where isMeant(call) { terminal.output(line(of: call)) }
      shown = reader.calls.count
      guard options.contains(.long("follow")) else { break }
      usleep(pause)
      reader.read(lines.take(TraceFileReader.content(of: file)))
    }
    if reader.unreadable > 0 {
      terminal.complain("trace: \(reader.unreadable) lines are no records and were left out")
    }
    return 0
  }

  private static func number(_ options: OptionReader, _ name: String) throws(Stop) -> Int? {
    guard let value = options.value(.long(name)) else { return nil }
    let text = String(decoding: value, as: UTF8.self)
    guard let number = Int(text) else {
      throw .usage(message: "--\(name) is a number, not \(text)")
    }
    return number
  }

  /// A line as `  41  13:02:11.482  SecItemCopyMatching  -25308  K301 K310`.
  private static func line(of call: TraceFileReader.Call) -> String {
    let number =
      String(repeating: " ", count: max(0, 5 - "\(call.number)".count)) + "\(call.number)"
    let time = String(call.time.drop { $0 != "T" }.dropFirst().prefix(12))
    let status =
      String(repeating: " ", count: max(0, 6 - "\(call.status)".count)) + "\(call.status)"
    let codes = call.codes.map { "\($0)" }.joined(separator: " ")
    let start =
      "\(number)  \(TextBlock.padded(Wording.visible(time), to: 12)) "
      + "\(TextBlock.padded(Wording.visible(call.function), to: 20)) \(status)  \(codes)"
    return TextBlock.wrap(start, indent: String(repeating: " ", count: 49)).joined(separator: "\n")
      + "\n"
  }

  /// Everything that a record says, with the articles of its codes.
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
    let indent = String(repeating: " ", count: 12)
    let tells = call.told(showsValues: showsValues)
    for told in tells {
      let head = "\(told.code) " + TextBlock.padded(Wording.visible(told.severity), to: 6) + " "
      lines += [""] + TextBlock.wrap(head + Wording.visible(told.text), indent: indent)
      for fix in told.fixes {
        lines += TextBlock.wrap("  do        " + Wording.visible(fix), indent: indent)
      }
    }
    for code in call.codes where !tells.contains(where: { $0.code == code }) {
      lines.append("")
      lines += ArticleText.lines(of: code)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Cuts what is read from a file into lines; one that has no end yet waits for it.
struct LineCollector {
  private var rest = ""

  mutating func take(_ data: Data) -> [Substring] {
    rest += String(decoding: data, as: UTF8.self)
    var lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
    rest = lines.popLast().map(String.init) ?? ""
    return lines
  }

  /// What is left when nothing more comes.
  mutating func end() -> [Substring] {
    defer { rest = "" }
    return rest.isEmpty ? [] : [Substring(rest)]
  }
}
