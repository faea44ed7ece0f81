// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests of `LAContext` on a real machine: events that end an evaluation, and the fallback button
/// (Specification/access-control.md, "Evaluation", "Concurrency", "Deadlines and cancellation").
@Suite("Contexts on a real machine", .serialized)
struct ContextPromptTests {
  private static let hangs = "GETPIN() { exec sleep 600; }"
  private static let right = "GETPIN() { echo 'D \(EvidenceStore.passcode)'; echo OK; }"
  /// A pinentry that answers once the file `answer` exists.
  private static let waits = """
    GETPIN() {
      while [ ! -e "$HOME/answer" ]; do sleep 0.05; done
      echo 'D \(EvidenceStore.passcode)'; echo OK
    }
    """
  private static let biometrics = "1"
  private static let owner = "2"

  private func evaluate(
    _ store: EvidenceStore, _ policy: String, _ way: String, _ pinentry: PlayedPinentry
  ) throws -> PromptWorker {
    try store.start(["evaluation", policy, way], environment: store.at(pinentry))
  }

  /// Waits until the prompt is up, then makes the file `go`.
  private func go(_ pinentry: PlayedPinentry, at command: String = "GETPIN") throws {
    #expect(Patience.wait { pinentry.log.contains(command) })
    try pinentry.home.write("", to: "go")
  }

  @Test(
    "invalidate, and the last reference gone: -9 once, and the pinentry is gone within 1 s",
    arguments: ["invalidate", "drop"])
  func invalidated(_ way: String) throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry(Self.hangs)
    let worker = try evaluate(store, Self.owner, way, pinentry)
    try go(pinentry)
    #expect(Patience.wait(within: Patience.soon) { !pinentry.isRunning })
    #expect(worker.end() == 0)
    #expect(worker.output == "first -9\n")
  }

  @Test("a second evaluation ends the first with -4, and has the prompt")
  func replaced() throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry(Self.waits)
    let worker = try evaluate(store, Self.owner, "again", pinentry)
    try go(pinentry)
    #expect(Patience.wait { worker.output.contains("first -4") })
    try pinentry.home.write("", to: "answer")
    #expect(worker.end() == 0)
    #expect(worker.output == "first -4\nsecond 0\n")
  }

  @Test("a child forked while the prompt is up works, ends, and the prompt goes on")
  func forked() throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry(Self.waits)
    let worker = try evaluate(store, Self.owner, "fork", pinentry)
    try go(pinentry)
    #expect(Patience.wait { worker.output.contains("go on") })
    #expect(pinentry.isRunning)
    try pinentry.home.write("", to: "answer")
    #expect(worker.end() == 0)
    #expect(worker.output == "child 0\ngo on\nfirst 0\n")
  }

  @Test("invalidate at the reader: -9 once, no failed finger, and the reader is free")
  func reader() throws {
    let machine = try FingerprintMachine()
    let store = try EvidenceStore(
      "presence", environment: ["LATCHKEY_PROMPT_HELPER": try machine.bus.helper()])
    let pinentry = try PlayedPinentry("CONFIRM() { exec sleep 600; }")
    let worker = try evaluate(store, Self.biometrics, "invalidate", pinentry)
    #expect(Patience.wait { (try? store.failures()) == 1 })
    try go(pinentry, at: "CONFIRM")
    #expect(Patience.wait(within: Patience.soon) { !pinentry.isRunning })
    #expect(worker.end() == 0)
    #expect(worker.output == "first -9\n")
    #expect(try store.failures() == 0)
    #expect(machine.isFreeSoon)
  }

  @Test("the fallback button: -3 where only a finger will do, else the passcode")
  func fallback() throws {
    let machine = try FingerprintMachine()
    let store = try EvidenceStore(
      "presence", environment: ["LATCHKEY_PROMPT_HELPER": try machine.bus.helper()])
    let pinentry = try PlayedPinentry("CONFIRM() { echo OK; }\n\(Self.right)")
    let alone = try evaluate(store, Self.biometrics, "wait", pinentry)
    #expect(alone.end() == 0)
    #expect(alone.output == "first -3\n")
    #expect(!pinentry.log.contains("GETPIN"))
    let either = try evaluate(store, Self.owner, "wait", pinentry)
    #expect(either.end() == 0)
    #expect(either.output == "first 0\n")
    #expect(pinentry.log.contains("GETPIN") && pinentry.log.contains("SETOK Use Passcode"))
    // For an item the button also leads to the passcode. Its call has only one prompt with yes or
    // no.
    #expect(try store.read(pinentry).secret == "secret")
    #expect(try store.failures() == 0)
  }

  @Test("no finger in time: -4 where only a finger will do, else the passcode")
  func noFinger() throws {
    let machine = try FingerprintMachine()
    let store = try EvidenceStore(
      "presence", environment: ["LATCHKEY_PROMPT_HELPER": try machine.bus.helper()])
    let pinentry = try PlayedPinentry("CONFIRM() { exec sleep 600; }\n\(Self.right)")
    let variables = store.at(pinentry, seconds: 5)
    let alone = try store.start(
      ["evaluation", Self.biometrics, "wait"], environment: variables)
    #expect(alone.end() == 0)
    #expect(alone.output == "first -4\n")
    let either = try store.start(["evaluation", Self.owner, "wait"], environment: variables)
    #expect(either.end() == 0)
    #expect(either.output == "first 0\n")
    #expect(try store.failures() == 0)
  }
}
