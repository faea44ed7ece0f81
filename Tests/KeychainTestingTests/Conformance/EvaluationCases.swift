// SPDX-License-Identifier: Apache-2.0 - table
import Foundation
import KeychainTesting
import LocalAuthentication
import SecureMemory
import Testing

/// Cases 14 to 32: evaluation.
// swift-format-ignore
extension ConformanceCase {
  static let evaluation: [ConformanceCase] = [
    .init(14, "a match, off the caller's thread") { run in
      run.device.answer(CaseRun.finger)
      let (context, isBack) = (run.context(), Lock(false))
      let reply = Reply()
      context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "why") {
        #expect(!Thread.isMainThread)
        reply.take($0, $1)
      }
      isBack.withLock { $0 = true }
      #expect(await reply.code == 0)
      #expect(run.device.prompts.map(\.reason) == ["why"])
      #expect(run.device.prompts.map(\.outcome) == [.success])
    },
    .init(15, "three failures end an evaluation") { run in
      run.device.answer(.noMatch, .noMatch, .noMatch)
      #expect(await run.evaluate(1) == -1)
      #expect(run.device.state.biometryFailures == 3 && run.can(1) == 0)
    },
    .init(16, "the fifth failure locks out") { run in
      run.device.answer(.noMatch, .noMatch, .noMatch)
      #expect(await run.evaluate(1) == -1)
      run.device.answer(.noMatch, .noMatch)
      #expect(await run.evaluate(1) == -8)
      #expect(run.can(1) == -8)
    },
    .init(17, "the passcode ends a lockout") { run in
      try run.device.failBiometry(times: 5)
      run.device.answer(.passcode("1234"))
      #expect(await run.evaluate(2) == 0)
      #expect(run.device.state.biometryFailures == 0 && run.can(1) == 0)
    },
    .init(18, "a match after a failure") { run in
      run.device.answer(.noMatch, CaseRun.finger)
      #expect(await run.evaluate(1) == 0)
      #expect(run.device.state.biometryFailures == 0 && run.device.prompts.map(\.attempts) == [2])
    },
    .init(19, "the fallback button") { run in
      run.device.answer(.noMatch, .fallback)
      #expect(await run.evaluate(1) == -3)
      run.device.answer(.noMatch, .fallback, .passcode("0000"), .passcode("1234"))
      #expect(await run.evaluate(2) == 0)
      #expect(run.device.prompts.last?.stages == [.biometry, .passcode])
      #expect(run.device.prompts.last?.attempts == 3 && run.device.unusedSteps.isEmpty)
    },
    .init(20, "a hidden fallback button", failures: ["the fallback button is hidden"]) { run in
      let context = run.context()
      context.localizedFallbackTitle = ""
      run.device.answer(.fallback)
      #expect(await run.evaluate(1, context) == -4)
      #expect(run.device.prompts.map(\.fallbackTitle) == [""])
    },
    .init(21, "the cancel button, asynchronously") { run in
      run.device.answer(.cancel)
      let context = run.context()
      let error = await #expect(throws: LAError.self) {
        try await context.evaluatePolicy(
          .deviceOwnerAuthenticationWithBiometrics, localizedReason: "to test")
      }
      #expect(error?.code == .userCancel)
    },
    .init(22, "invalidated from another thread, twice") { run in
      let context = run.context()
      let reply = await run.hang(1, context)
      nonisolated(unsafe) let shared = context
      Thread.detachNewThread {
        unsafe shared.invalidate()
        unsafe shared.invalidate()
      }
      #expect(await reply.code == -9)
      #expect(await run.evaluate(1, context) == -10)
      #expect(reply.count == 1)
    },
    .init(23, "the last reference goes") { run in
      var context: LAContext? = run.context()
      guard let held = context else { return }
      let reply = await run.hang(1, held)
      _ = consume held
      context = nil
      #expect(await reply.code == -9 && context == nil)
      #expect(reply.count == 1)
    },
    .init(24, "a newcomer ends the running evaluation") { run in
      let (first, second) = (run.context(), run.context())
      let reply = await run.hang(1, first)
      run.device.answer(CaseRun.finger)
      #expect(await run.evaluate(1, second) == 0)
      #expect(await reply.code == -4)
    },
    .init(25, "lock and background end an evaluation") { run in
      let context = run.context()
      let first = await run.hang(1, context)
      run.device.lock()
      #expect(await first.code == -4)
      run.device.unlock()
      let second = await run.hang(1, context)
      run.device.enterBackground()
      #expect(await second.code == -4)
      #expect(await run.evaluate(1, context) == -1004)
    },
    .init(26, "the deadline") { run in
      let context = run.context()
      let reply = await run.hang(2, context)
      try run.device.advance(by: .seconds(61))
      #expect(await reply.code == -4)
      #expect(run.device.prompts.map(\.outcome) == [.failure(code: -4)])
      #expect(run.device.prompts.map(\.stages) == [[.biometry, .passcode]])
    },
    .init(27, "nobody to ask") { run in
      run.device.setInteractive(false)
      #expect(await run.evaluate(2) == -1004)
      #expect(run.device.prompts.isEmpty && run.device.state.bootTime == .zero)
    },
    .init(28, "reuse of an unlock by finger") { run in
      run.device.lock()
      try run.device.unlock(finger: "right index")
      try run.device.advance(by: .seconds(100))
      #expect(await run.evaluate(1, reuse: 120) == 0)
      #expect(run.device.prompts.isEmpty)
    },
    .init(29, "too late for a reuse") { run in
      run.device.lock()
      try run.device.unlock(finger: "right index")
      try run.device.advance(by: .seconds(130))
      run.device.answer(CaseRun.finger)
      #expect(await run.evaluate(1, reuse: 120) == 0)
      #expect(run.device.prompts.count == 1)
    },
    .init(30, "no reuse above 300 seconds") { run in
      run.device.lock()
      try run.device.unlock(finger: "right index")
      try run.device.advance(by: .seconds(299))
      #expect(await run.evaluate(1, reuse: 100_000) == 0)
      #expect(run.device.prompts.isEmpty)
      try run.device.advance(by: .seconds(2))
      run.device.answer(CaseRun.finger)
      #expect(await run.evaluate(1, reuse: 100_000) == 0)
      #expect(run.device.prompts.count == 1)
    },
    .init(31, "no reuse of an unlock by passcode") { run in
      run.device.lock()
      try run.device.unlock(passcode: "1234")
      try run.device.advance(by: .seconds(1))
      run.device.answer(CaseRun.finger)
      #expect(await run.evaluate(1, reuse: 300) == 0)
      #expect(run.device.prompts.count == 1)
    },
    .init(32, "what was proved stays with its context") { run in
      run.device.answer(CaseRun.finger, CaseRun.finger)
      let context = run.context()
      #expect(await run.evaluate(1, context) == 0)
      #expect(await run.evaluate(1, context) == 0)
      #expect(run.device.prompts.count == 1)
      #expect(await run.evaluate(1) == 0)
      #expect(run.device.prompts.count == 2)
    },
  ]
}
