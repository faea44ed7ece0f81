// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import SecureMemory
import Testing

/// Tests of scripted steps and policies at a prompt (Specification/access-control.md, "Scripted
/// authentication").
@Suite("Scripted authentication", .timeLimit(.minutes(10)))
struct ScriptTests {
  private typealias Step = SimulatedDevice.Step

  /// An evaluation on a phone: its steps, its code, and the mistakes that the phone records.
  private struct Row: Sendable, CustomTestStringConvertible {
    let words: String
    let policy: Int
    let steps: [Step]
    let code: Int
    let failures: [String]
    let prepare: @Sendable (SimulatedDevice) throws -> Void

    init(
      _ words: String, _ policy: Int, _ steps: [Step], _ code: Int, failures: [String] = [],
      _ prepare: @escaping @Sendable (SimulatedDevice) throws -> Void = { _ in }
    ) {
      (self.words, self.policy, self.steps, self.code) = (words, policy, steps, code)
      (self.failures, self.prepare) = (failures, prepare)
    }

    var testDescription: String { words }
  }

  @Sendable private static func watch(_ device: SimulatedDevice) throws {
    device.pairCompanion(.watch)
    try device.companion(.watch, inReach: true)
  }

  // swift-format-ignore
  private static let rows: [Row] = [
    Row("a match", 1, [.biometry("right index")], 0),
    Row("another's finger, then a match", 1, [.biometry("thief"), .biometry("right index")], 0),
    Row("a finger enrolled meanwhile", 1,
      [.run { try? $0.enrol("left thumb") }, .biometry("left thumb")], 0),
    Row("no match until the device locks out", 2, [.noMatch, .noMatch, .noMatch, .passcode("1234")], 0),
    Row("a passcode typed where a finger is asked for", 2, [.passcode("1234")], -4,
      failures: ["a passcode was typed, but the prompt asks for biometry"]),
    Row("a finger where the passcode is asked for", 2,
      [.fallback, .biometry("right index"), .passcode("1234")], 0),
    Row("five wrong passcodes, a delay, the right one", 2,
      [.fallback, .passcode("a"), .passcode("b"), .passcode("c"), .passcode("d"), .passcode("e"),
        .passcode("1234"), .cancel], -2),
    Row("the same wrong passcode", 2, [.fallback, .passcode("a"), .passcode("a"), .passcode("1234")], 0),
    Row("ten wrong passcodes", 2, [.fallback, .passcode("x")], -1) { device in
      for number in 0..<9 {
        try device.unlock(passcode: "wrong \(number)")
        try device.advance(by: .seconds(3600))
      }
    },
    Row("cancel", 2, [.cancel], -2),
    Row("cancel at the passcode", 2, [.fallback, .cancel], -2),
    Row("the system", 1, [.systemCancel], -4),
    Row("a lock", 2, [.lockDevice], -4),
    Row("the background", 2, [.enterBackground], -4),
    Row("a wait, then a match", 1, [.wait(.seconds(29)), .biometry("right index")], 0),
    Row("30 seconds without a match", 1, [.wait(.seconds(30))], -4),
    Row("30 seconds without a match, then the passcode", 2, [.wait(.seconds(30)), .passcode("1234")], 0),
    Row("60 seconds", 2, [.wait(.seconds(60))], -4),
    Row("the watch", 3, [.companionConfirms], 0, watch),
    Row("the watch refuses", 4, [.companionRefuses], -2, watch),
    Row("no watch", 1, [.companionConfirms], -4, failures: ["no companion is in reach"]),
    Row("a password of an item, not asked for", 1, [.applicationPassword("a")], -4,
      failures: ["a password of an item was typed"]),
    Row("the lid is closed", 1, [.run { $0.setSensorUsable(false) }, .biometry("right index")], -6),
    Row("nobody answers", 1, [], -4, failures: ["the prompt gets no answer: TEST.main asks for biometry"]),
    Row("success by policy", 1, [], 0) { $0.whenAsked = .succeed },
    Row("success by policy, at the passcode", 2, [.fallback], 0) { $0.whenAsked = .succeed },
    Row("success by policy, by the watch", 3, [], 0) { device in
      try watch(device)
      device.whenAsked = .succeed
    },
    Row("success by policy during a delay", 2, [.fallback], -4,
      failures: ["the correct passcode is not accepted now"]) { device in
      for wrong in ["a", "b", "c", "d", "e"] { try device.unlock(passcode: wrong) }
      device.whenAsked = .succeed
    },
    Row("a phone that is erased at the tenth wrong passcode", 2, [.fallback, .passcode("x")], -4) { device in
      device.setErasesAfterTen(true)
      for number in 0..<9 {
        try device.unlock(passcode: "wrong \(number)")
        try device.advance(by: .seconds(3600))
      }
    },
  ]

  @Test("every step", arguments: rows)
  private func step(_ row: Row) async throws {
    FailureRecord.silence()
    let run = CaseRun(device: .phone())
    try row.prepare(run.device)
    for step in row.steps { run.device.answer(step) }
    #expect(await run.evaluate(row.policy) == row.code)
    #expect(run.device.failures.count == row.failures.count, "\(run.device.failures)")
    for (said, expected) in zip(run.device.failures, row.failures) {
      #expect(said.hasPrefix(expected), "\(said)")
    }
    #expect(run.device.prompts.count == 1 && run.device.unusedSteps.isEmpty)
    let outcome: SimulatedDevice.Prompt.Outcome =
      row.code == 0 ? .success : .failure(code: row.code)
    #expect(run.device.prompts.first?.outcome == outcome)
  }

  @Test("a fallback button that appears with a failure")
  func lateButton() async throws {
    FailureRecord.silence()
    let device = SimulatedDevice(profile: .ios, quirks: [.touchFallbackHiddenUntilFailure])
    try device.setPasscode("1234")
    try device.enrol("right index")
    let run = CaseRun(device: device)
    device.answer(.noMatch, .fallback)
    #expect(await run.evaluate(1) == -3 && device.failures.isEmpty)
    device.answer(.fallback)
    #expect(await run.evaluate(1) == -4)
    #expect(device.failures.map { $0.hasPrefix("the fallback button is hidden") } == [true])
  }

  @Test("reuse of an unlock ends with a lock, an enrolment, a lockout")
  func reuse() async throws {
    let run = CaseRun(device: .phone())
    let ends: [@Sendable () throws -> Void] = [
      {
        run.device.lock(grace: .seconds(5))
        run.device.unlock()
      },
      { try run.device.enrol("left thumb") },
      {
        try run.device.failBiometry(times: 5)
        run.device.unlock()
      },
    ]
    for (number, end) in ends.enumerated() {
      run.device.lock()
      try run.device.unlock(finger: "right index")
      try end()
      run.device.answer(CaseRun.finger)
      #expect(await run.evaluate(1, reuse: 300) == 0)
      #expect(run.device.prompts.count == number + 1)
    }
  }

  @Test("what the person saw")
  func record() async throws {
    let device = SimulatedDevice.phone()
    try device.advance(by: .seconds(7))
    device.answer(.noMatch, .fallback, .passcode("1234"))
    let run = CaseRun(device: device)
    let context = run.context()
    context.localizedFallbackTitle = "Use code"
    context.localizedCancelTitle = "Never"
    #expect(await run.evaluate(2, context) == 0)
    let prompt = try #require(device.prompts.first)
    #expect(prompt.kind == .biometry && prompt.stages == [.biometry, .passcode])
    #expect(prompt.reason == "to test" && prompt.fallbackTitle == "Use code")
    #expect(prompt.cancelTitle == "Never" && prompt.caller == "TEST.main" && prompt.attempts == 2)
    #expect(prompt.time == .seconds(7) && prompt.outcome == .success)
    #expect(
      "\(prompt)" == "TEST.main asks for biometry, then passcode: \"to test\" (2 tries, succeeded)")
  }
}
