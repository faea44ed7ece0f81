// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests of the time that the helper costs a call that does not need it, or whose helper hangs
/// (Specification/access-control.md, "Presence by passphrase: pinentry", "Deadlines and
/// cancellation").
@Suite("The helper where nobody waits for it", .serialized)
struct HelperCostTests {
  private let home = TemporaryDirectory()

  /// Writes a helper that notes its start, prints nothing, and ignores SIGTERM.
  private func hanging() throws -> String {
    try home.writeProgram(
      """
      #!/bin/sh
      echo $$ >> '\(home.file("started"))'
      trap '' TERM
      exec sleep 600
      """, to: "helper")
  }

  private var started: [Int32] {
    home.text("started").split(separator: "\n").compactMap { Int32($0) }
  }

  private func milliseconds(_ output: String) -> [Int] {
    output.split(separator: "\n").filter { $0.hasPrefix("milliseconds") }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
  }

  @Test("nobody to ask: refused at once, and no helper is started", arguments: ["ask", "fail"])
  func nobody(_ way: String) throws {
    let store = try EvidenceStore("presence")
    let helper = try hanging()
    for variables in [["DISPLAY": ""], ["DISPLAY": ":99", "LATCHKEY_INTERACTION": "never"]] {
      let output = try store.finish(
        [way], environment: variables.merging(["LATCHKEY_PROMPT_HELPER": helper]) { $1 })
      let answer = EvidenceStore.answer(output)
      #expect(answer.status == -25308)
      // A prompt would take 60 s.
      #expect(answer.milliseconds < 20_000)
      #expect(started.isEmpty)
    }
  }

  @Test("an item that is made under a rule without biometry needs no helper")
  func made() throws {
    let helper = try hanging()
    _ = try EvidenceStore("presence", environment: ["LATCHKEY_PROMPT_HELPER": helper])
    #expect(started.isEmpty)
  }

  @Test("a helper that hangs and does not listen: canEvaluatePolicy answers in time, nothing stays")
  func hangs() throws {
    let store = try EvidenceStore("presence")
    let helper = try hanging()
    // The limit is 300 ms and the start of a process. On a busy machine an attempt may take longer.
    let isInTime = try Patience.wait {
      let output = try store.finish(["can"], environment: ["LATCHKEY_PROMPT_HELPER": helper])
      let answer = try #require(milliseconds(output).first)
      #expect(output.contains("status false"))
      #expect(answer >= 250)
      return answer < 900
    }
    #expect(isInTime)
    #expect(!started.isEmpty && started.allSatisfy { kill($0, 0) != 0 })
  }

  @Test("an answer counts from the end of the look, however long that took")
  func looked() throws {
    let store = try EvidenceStore("presence")
    let output = try store.finish(
      ["look"], environment: ["LATCHKEY_PROMPT_HELPER": try hanging()])
    let times = milliseconds(output)
    #expect(times.count == 2 && times[0] >= 1_400 && times[1] < times[0], "\(times)")
    #expect(started.count == 1)
  }
}
