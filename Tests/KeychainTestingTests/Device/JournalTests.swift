// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Tests of a device's journal and its replay (Specification/access-control.md, "API of
/// KeychainTesting").
@Suite("Journal of a simulated device", .timeLimit(.minutes(10)))
struct JournalTests {
  /// The calls of the code under test.
  ///
  /// The test does other things between them.
  private static let code: [@Sendable (SimulatedDevice) async -> Void] = [
    { device in device.run { _ = Items.add("a") } },
    { device in device.run { _ = Items.read("a") } },
    { device in _ = await CaseRun(device: device).evaluate(2) },
    { device in device.run { _ = Items.delete("b") } },
  ]

  private static func session() async throws -> SimulatedDevice {
    let device = SimulatedDevice(seed: 11, profile: .ios, quirks: [.lockGraceTenSeconds])
    try device.setPasscode("12 \"34\"")
    await code[0](device)
    device.lock()
    try device.advance(by: .milliseconds(10_001))
    await code[1](device)
    device.unlock()
    try device.enrol("right index")
    device.answer(.noMatch, .wait(.seconds(31)), .passcode("12 \"34\""))
    await code[2](device)
    device.whenAsked = .hang
    device.setWallClock(Date(timeIntervalSinceReferenceDate: 0.1))
    await code[3](device)
    device.reboot()
    return device
  }

  @Test("repeats everything, as the code under test goes on")
  func replay() async throws {
    let first = try await Self.session()
    let second = try SimulatedDevice(replaying: first.journal)
    #expect(second.state != first.state)
    for step in Self.code { await step(second) }
    #expect(second.state == first.state)
    #expect(second.journal == first.journal)
    #expect(second.prompts == first.prompts && second.failures.isEmpty)
    #expect(second.run { Items.read("a") } == errSecInteractionNotAllowed)
  }

  /// Calls of code under test that cannot prompt without a passcode or user.
  private static let looks: [@Sendable (CaseRun) async -> Void] = [
    { _ = $0.can(1) }, { _ = $0.can(2) }, { _ = await $0.evaluate(1) },
    { _ = await $0.evaluate(2) }, { run in run.device.run { _ = Items.read("a") } },
    { run in run.device.run { _ = Items.add("a", more: guarded(.userPresence)) } },
    { run in try? await run.device.run { LARight() }.checkCanAuthorize() },
  ]

  private static func guarded(_ flags: SecAccessControlCreateFlags) -> [String: Any] {
    let control = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleAfterFirstUnlock, flags, nil)
    return [kSecAttrAccessControl as String: control as Any]
  }

  private static let events: [@Sendable (SimulatedDevice) throws -> Void] = [
    { $0.reboot() }, { $0.lock() }, { $0.unlock() }, { try $0.setPasscode("1234") },
    { try $0.removePasscode("1234") }, { try $0.changePasscode("1234", "1234") },
    { try $0.enrol("right index") }, { try $0.removeAllEnrolments() },
    { try $0.unlock(finger: "right index") }, { try $0.failBiometry(times: 5) },
    { $0.setSensor(.none) }, { $0.setSensor(.touch) }, { $0.enterBackground() },
    { try $0.enterForeground() }, { $0.setInteractive(false) }, { $0.setInteractive(true) },
    { $0.erase() }, { try $0.unlock(passcode: "0000") }, { try $0.advance(by: .seconds(61)) },
  ]

  @Test("repeats what was answered without a prompt in its place", arguments: 1...12 as ClosedRange)
  func answers(seed: UInt64) async throws {
    FailureRecord.silence()
    var random = RandomEvents(seed: seed)
    let first = SimulatedDevice(seed: seed, profile: .ios)
    first.whenAsked = .succeed
    var code: [@Sendable (CaseRun) async -> Void] = []
    for _ in 0..<60 {
      try? Self.events[random.below(Self.events.count)](first)
      let look = Self.looks[random.below(Self.looks.count)]
      code.append(look)
      await look(CaseRun(device: first))
    }
    let second = try SimulatedDevice(replaying: first.journal)
    for look in code { await look(CaseRun(device: second)) }
    #expect(second.failures == first.failures)
    #expect(second.state == first.state && second.journal == first.journal)
  }

  @Test("an evaluation that nobody could be asked for stands where it was")
  func unasked() async throws {
    func code(_ device: SimulatedDevice) async -> [Int] {
      let first = await CaseRun(device: device).evaluate(2)
      device.setInteractive(true)
      device.answer(.passcode("1234"))
      return [first, await CaseRun(device: device).evaluate(2)]
    }
    let first = SimulatedDevice(profile: .ios)
    try first.setPasscode("1234")
    first.setInteractive(false)
    #expect(await code(first) == [-1004, 0])
    let second = try SimulatedDevice(replaying: first.journal)
    // The user appears after the first evaluation, as in the recorded run.
    #expect(await CaseRun(device: second).evaluate(2) == -1004)
    #expect(second.state.isInteractive)
    #expect(await CaseRun(device: second).evaluate(2) == 0)
    #expect(second.journal == first.journal && second.failures.isEmpty)
  }

  /// Begins an evaluation, does something at once, and returns the error's code or 0.
  private static func evaluate(
    _ device: SimulatedDevice, then act: (LAContext) -> Void = { _ in }
  ) async -> Int {
    let context = device.run { LAContext() }
    return await withCheckedContinuation { continuation in
      context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test") { _, error in
        continuation.resume(returning: (error as NSError?)?.code ?? 0)
      }
      act(context)
    }
  }

  @Test("an evaluation that has begun comes up before what happens next, and ends with it")
  func beginning() async throws {
    FailureRecord.silence()
    let acts: [@Sendable (SimulatedDevice) -> Void] = [
      { $0.lock() }, { $0.enterBackground() }, { $0.reboot() },
    ]
    for round in 0..<24 {
      let act = acts[round % acts.count]
      let first = SimulatedDevice.phone()
      first.whenAsked = .hang
      #expect(await Self.evaluate(first) { _ in act(first) } == -4)
      #expect(first.prompts.count == 1)
      let second = try SimulatedDevice(replaying: first.journal)
      #expect(await Self.evaluate(second) == -4)
      #expect(second.journal == first.journal && second.failures.isEmpty)
    }
  }

  @Test("contexts that are gone and rights that nobody can save stand where they were")
  func refusedUnasked() async throws {
    func code(_ device: SimulatedDevice, between: () throws -> Void) async throws -> [Int] {
      let context = device.run { LAContext() }
      context.invalidate()
      var answers: [Int] = []
      var error: NSError?
      _ = unsafe context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error)
      answers.append(error?.code ?? 0)
      let saved = await withCheckedContinuation { continuation in
        device.run {
          LARightStore.shared.saveRight(LARight(), identifier: "r") {
            continuation.resume(returning: ($1 as NSError?)?.code ?? 0)
          }
        }
      }
      try between()
      return answers + [saved]
    }
    let first = SimulatedDevice(profile: .ios)
    let once = try await code(first) { try first.setPasscode("1234") }
    #expect(once == [-10, -5])
    let second = try SimulatedDevice(replaying: first.journal)
    #expect(try await code(second) {} == once)
    #expect(second.state == first.state && second.journal == first.journal)
  }

  @Test("says it where the code under test goes another way")
  func difference() async throws {
    FailureRecord.silence()
    let first = try await Self.session()
    let second = try SimulatedDevice(replaying: first.journal)
    second.run { _ = Items.read("a") }
    #expect(
      second.failures == [
        "the journal expects `call main add 0` next, but `call main copy -25300` happened"
      ])
    // After the end of the journal the device behaves like any other.
    let state = second.state
    await Self.code[0](second)
    #expect(second.state == state && second.failures.count == 1)
  }

  @Test("events alone are repeated at once")
  func events() throws {
    let first = SimulatedDevice.phone(seed: 3)
    first.lock()
    try first.advance(by: .seconds(3))
    first.erase()
    let second = try SimulatedDevice(replaying: first.journal)
    #expect(second.state == first.state && second.journal == first.journal)
  }

  @Test("the real store is as the device says after every one of many events", arguments: [4, 5])
  func walk(seed: UInt64) throws {
    FailureRecord.silence()
    var events = RandomEvents(seed: seed)
    var state = DeviceState(seed: seed)
    var lines = ["device \(seed) ios touch 0 main 1 groups TEST"]
    while lines.count < 150 {
      let event = events.next()
      // The store reports a recovery by itself.
      if case .recover = event { continue }
      guard let next = try? state.applying(event).0 else { continue }
      state = next
      lines.append("event " + event.text)
    }
    let device = try SimulatedDevice(replaying: lines.joined(separator: "\n"))
    #expect(device.failures.isEmpty)
    #expect(device.state == state)
  }

  @Test(
    "what is no journal",
    arguments: [
      "", "device", "device 0 ios touch 0 main 1", "device 0 ios touch 1 main 1 none",
      "device 0 ios touch 0 main 1 none\nevent", "device 0 ios touch 0 main 1 none\nevent fly",
      "device 0 ios touch 0 main 1 none\nanswer run",
      "device 0 ios touch 0 main 1 none\nasked nobody", "device x ios touch 0 main 1 none",
      "device 0 linux touch 0 main 1 none", "device 0 ios nose 0 main 1 none",
    ])
  func malformed(text: String) {
    #expect(throws: SimulatedDevice.Impossible.self) { try SimulatedDevice(replaying: text) }
  }

  @Test("a hook hears of every event")
  func hook() throws {
    let device = SimulatedDevice.phone()
    nonisolated(unsafe) var heard: [SimulatedDevice.Event] = []
    device.onEvent = { unsafe heard.append($0) }
    device.lock()
    try device.advance(by: .seconds(1))
    #expect(unsafe heard == [.lock(grace: nil), .advance(by: .seconds(1))])
  }
}
