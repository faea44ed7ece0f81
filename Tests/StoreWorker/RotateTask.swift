// SPDX-License-Identifier: Apache-2.0
import KeychainExplaining

/// `rotate PATH LIMIT COUNT NAME`: adds COUNT lines to a trace to which other processes write too.
///
/// It prints the number of each line that was acknowledged as written.
enum RotateTask {
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 4, let limit = Int(arguments[1]), let count = Int(arguments[2]),
      let file = TraceFile(
        arguments[0], beginningWith: "{\"begin\":\"\(arguments[3])\"}", mostBytes: limit)
    else { return 2 }
    let filling = String(repeating: "x", count: 160)
    for number in 0..<count {
      let line = "{\"by\":\"\(arguments[3])\",\"seq\":\(number),\"filling\":\"\(filling)\"}"
      if file.write(line) { EvidenceTask.say("\(arguments[3]) \(number)") }
    }
    return 0
  }
}
