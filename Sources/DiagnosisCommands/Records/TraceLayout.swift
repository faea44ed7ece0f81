// SPDX-License-Identifier: Apache-2.0
import KeychainExplanations
import KeychainTypes

/// The columns of a list of calls.
struct TraceLayout: Equatable {
  /// Whether the calls of several processes stand in it.
  private let withProcess: Bool

  init(withProcess: Bool) { self.withProcess = withProcess }

  var heading: String {
    let process = withProcess ? "      pid" : ""
    return "  seq\(process)  time         function             status  codes\n"
  }

  /// A line as `  41  13:02:11.482  SecItemCopyMatching  -25308  K301 K310`.
  func line(of call: TraceFileReader.Call) -> String {
    let time = String(call.time.drop { $0 != "T" }.dropFirst().prefix(12))
    let codes = call.codes.map { "\($0)" }.joined(separator: " ")
    let process = withProcess ? "  " + Self.right("\(call.process)", 7) : ""
    let start =
      "\(Self.right("\(call.number)", 5))\(process)  "
      + "\(TextBlock.padded(Wording.visible(time), to: 12)) "
      + "\(TextBlock.padded(Wording.visible(call.function), to: 20)) "
      + "\(Self.right("\(call.status)", 6))  \(codes)"
    let indent = String(repeating: " ", count: withProcess ? 58 : 49)
    return TextBlock.wrap(start, indent: indent).joined(separator: "\n") + "\n"
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// The processes that calls are of.
enum TracedProcesses {
  static func of(_ calls: some Sequence<TraceFileReader.Call>) -> [Int] {
    Set(calls.map(\.process)).sorted()
  }
}
