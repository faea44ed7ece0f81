// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTypes
import LocalAuthentication
import SecureMemory
import TestPatience
import Testing

/// Tests of Specification/access-control.md, "Conformance cases", cases 14 to 32.
@Suite("LAContext: evaluation", .timeLimit(.minutes(10)))
struct EvaluationTests {
  private let phone = Phone()
  private var device: ScriptedAuthenticator { phone.device }

  @Test("14: a match, told off the caller's thread")
  func match() async {
    device.answer(.match)
    let context = phone.context()
    #expect(await context.evaluate(1, reason: "to see") == 0)
    #expect(device.prompts.map(\.reason) == ["to see"])
    #expect(device.prompts.map(\.caller) == ["TEAM1.main"])
    #expect(context.evaluatedPolicyDomainState != nil)
  }

  @Test("15, 16: three failures end an evaluation, five lock the device out")
  func failures() async {
    device.answer(.noMatch, .noMatch, .noMatch)
    let context = phone.context()
    #expect(await context.evaluate(1) == -1)
    #expect(device.failures == 3 && context.can(1) == 0)
    device.answer(.noMatch, .noMatch)
    #expect(await phone.context().evaluate(1) == -8)
    #expect(phone.context().can(1) == -8)
  }

  @Test("17: the passcode ends a lockout")
  func lockout() async {
    device.failBiometry(times: 5)
    device.answer(.rightPasscode)
    #expect(await phone.context().evaluate(2) == 0)
    #expect(device.failures == 0 && phone.context().can(1) == 0)
    #expect(device.prompts.map(\.stages) == [[.passcode]])
  }

  @Test("18: a match after a failure")
  func secondTry() async {
    device.answer(.noMatch, .match)
    #expect(await phone.context().evaluate(1) == 0)
    #expect(device.failures == 0)
  }

  @Test("19, 20: the fallback button")
  func fallback() async {
    device.answer(.noMatch, .fallback)
    #expect(await phone.context().evaluate(1) == -3)
    device.answer(.noMatch, .fallback, .wrongPasscode, .rightPasscode)
    #expect(await phone.context().evaluate(2) == 0)
    let context = phone.context()
    context.localizedFallbackTitle = ""
    device.answer(.fallback, .cancel)
    #expect(await context.evaluate(1) == -2)
    #expect(device.mistakes == 1 && device.prompts.last?.fallbackTitle == "")
  }

  @Test("21: the cancel button, asynchronously")
  func cancel() async throws {
    device.answer(.cancel, .match)
    let context = phone.context()
    context.localizedCancelTitle = "No"
    do {
      try await context.evaluatePolicy(
        .deviceOwnerAuthenticationWithBiometrics, localizedReason: "test")
      Issue.record("no error")
    } catch LAError.userCancel {
      #expect(device.prompts.map(\.cancelTitle) == ["No"])
    }
    let answer = try await context.evaluatePolicy(
      .deviceOwnerAuthenticationWithBiometrics, localizedReason: "test")
    #expect(answer)
  }

  @Test("22: invalidated from another thread, twice")
  func invalidate() async {
    let context = phone.context()
    let outcome = context.begin(1)
    await shown(1)
    let shared = context.shared
    Thread.detachNewThread {
      shared.invalidate()
      shared.invalidate()
    }
    #expect(await outcome.code == -9)
    #expect(await context.evaluate(1) == -10)
    #expect(outcome.count == 1)
  }

  @Test("23: the last reference goes")
  func dropped() async {
    var context: LAContext? = phone.context()
    let outcome = context?.begin(1)
    await shown(1)
    context = nil
    #expect(await outcome?.code == -9)
    #expect(outcome?.count == 1 && context == nil)
  }

  @Test("24: a newcomer ends the running evaluation")
  func newcomer() async {
    let (first, second) = (phone.context(), phone.context())
    let a = first.begin(1)
    await shown(1)
    let b = second.begin(1)
    #expect(await a.code == -4)
    device.answer(.match)
    #expect(await b.code == 0)
    #expect(device.prompts.count == 2)
  }

  @Test("25: the device locks")
  func locked() async {
    let outcome = phone.context().begin(1)
    // Without a reference the context would end with -9, so this one is kept.
    #expect(await outcome.code == -9)
    let count = device.prompts.count
    let context = phone.context()
    let kept = context.begin(1)
    await shown(count + 1)
    device.lock()
    #expect(await kept.code == -4)
    #expect(context.can(1) == 0)
  }

  @Test("26: the time is over")
  func deadline() async {
    let context = phone.context()
    let outcome = context.begin(1)
    await shown(1)
    device.advance(seconds: 61)
    #expect(await outcome.code == -4)
    #expect(device.prompts.map(\.outcome) == [.failure(.systemCancel)])
    #expect(context.can(1) == 0)
  }

  @Test("27: nobody to ask")
  func unattended() async {
    device.change { $0.isInteractive = false }
    #expect(await phone.context().evaluate(2) == -1004)
    #expect(device.prompts.isEmpty)
  }

  @Test("28 to 31: reuse of an unlocking")
  func reuse() async {
    device.change { $0.lastBiometricUnlock = $0.sinceBoot - 100_000_000 }
    func evaluate(_ duration: Double) async -> Int {
      let context = phone.context()
      context.touchIDAuthenticationAllowableReuseDuration = duration
      defer { #expect(context.touchIDAuthenticationAllowableReuseDuration == duration) }
      return await context.evaluate(1)
    }
    #expect(await evaluate(120) == 0 && device.prompts.isEmpty)
    device.advance(seconds: 30)
    device.answer(.match)
    #expect(await evaluate(120) == 0 && device.prompts.count == 1)
    device.change { $0.lastBiometricUnlock = $0.sinceBoot - 299_000_000 }
    #expect(await evaluate(100_000) == 0 && device.prompts.count == 1)
    device.advance(seconds: 2)
    device.answer(.match)
    #expect(await evaluate(100_000) == 0 && device.prompts.count == 2)
    device.change { $0.lastBiometricUnlock = nil }
    device.answer(.match)
    #expect(await evaluate(300) == 0 && device.prompts.count == 3)
  }

  @Test("32: what was proved stays with its context, for ten minutes")
  func evidence() async {
    device.answer(.match)
    let context = phone.context()
    #expect(await context.evaluate(1) == 0)
    #expect(await context.evaluate(1) == 0)
    #expect(await context.evaluate(2) == 0 && device.prompts.count == 1)
    device.answer(.match)
    #expect(await phone.context().evaluate(1) == 0 && device.prompts.count == 2)
    device.advance(seconds: 600)
    device.answer(.match)
    #expect(await context.evaluate(1) == 0 && device.prompts.count == 3)
    device.lock()
    device.answer(.match)
    #expect(await context.evaluate(1) == 0 && device.prompts.count == 4)
  }

  @Test("a cancelled task ends the evaluation and leaves the context")
  func cancelledTask() async {
    let context = phone.context()
    nonisolated(unsafe) let held = context
    let task = Task {
      try unsafe await held.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test")
    }
    await shown(1)
    task.cancel()
    #expect(await Self.code(task) == .appCancel)
    device.answer(.match)
    #expect(await context.evaluate(1) == 0)
  }

  @Test("a reply may call the context, and comes off the caller's stack")
  func reentrant() async {
    device.answer(.match)
    let context = phone.context()
    nonisolated(unsafe) let held = context
    let done = Outcome()
    let isBack = Lock(false)
    context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test") { success, error in
      _ = unsafe held.can(1)
      unsafe held.invalidate()
      done.take(success, error)
    }
    isBack.withLock { $0 = true }
    #expect(await done.code == 0 && context.can(1) == -10)
  }

  /// Returns the error code of a task, or nil if it succeeded.
  private static func code(_ task: Task<Bool, any Error>) async -> LAError.Code? {
    do { _ = try await task.value } catch { return (error as? LAError)?.code }
    return nil
  }

  /// Waits until this many prompts have been shown.
  private func shown(_ count: Int) async {
    let isShown = await Patience.suspend {
      device.prompts.count >= count && device.prompts.last?.stages.isEmpty != true
    }
    #expect(isShown)
  }
}
