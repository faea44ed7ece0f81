// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests of reading an item that needs a finger, with the real fprintd and its virtual reader.
///
/// The suite has the bodies of Specification/access-control.md, "Conformance cases", cases 69, 70
/// and 72, which `MachineCase` runs.
@Suite("Fingers on a real machine", .serialized)
struct FingerPromptTests {
  /// A prompt that stays until it is taken down.
  private static let standing = "CONFIRM() { exec sleep 600; }"

  private let machine: FingerprintMachine
  private let store: EvidenceStore

  init() throws {
    try self.init("biometry")
  }

  private init(_ flags: String) throws {
    machine = try FingerprintMachine()
    store = try EvidenceStore(
      flags, environment: ["LATCHKEY_PROMPT_HELPER": try machine.bus.helper()])
  }

  private func start(_ pinentry: PlayedPinentry) throws -> PromptWorker {
    try store.start(["read"], environment: store.at(pinentry))
  }

  private func isCounted(_ count: Int) -> Bool {
    Patience.wait { (try? store.failures()) == count }
  }

  /// Case 69: the enrolled finger opens the item, after another finger did not.
  func match() throws {
    let pinentry = try PlayedPinentry(Self.standing)
    let reader = try start(pinentry)
    #expect(isCounted(1), "counted before it is looked at")
    machine.reader("SCAN other")
    #expect(isCounted(2))
    machine.reader("SCAN f1")
    #expect(reader.end() == 0)
    let answer = EvidenceStore.answer(reader.output)
    #expect(answer.status == 0 && answer.secret == "secret")
    #expect(try store.failures() == 0)
    #expect(!pinentry.isRunning)
    #expect(pinentry.log.contains { $0.hasPrefix("SETDESC") && $0.contains("fingerprint") })
  }

  /// Case 69: three wrong fingers end the prompt, and five in all lock the reader out.
  func noMatch() throws {
    let pinentry = try PlayedPinentry(Self.standing)
    let first = try start(pinentry)
    for attempt in 1...3 {
      #expect(isCounted(attempt))
      machine.reader("SCAN other")
    }
    #expect(first.end() == 0)
    #expect(EvidenceStore.answer(first.output).status == -25293)
    #expect(try store.failures() == 3)
    let second = try start(pinentry)
    for attempt in 4...5 {
      #expect(isCounted(attempt))
      machine.reader("SCAN other")
    }
    #expect(second.end() == 0)
    #expect(EvidenceStore.answer(second.output).status == -25293)
    #expect(try store.failures() == 5)
    // During the lockout the read is refused without a prompt.
    let asked = pinentry.log.count
    #expect(try store.read(pinentry).status == -25293)
    #expect(pinentry.log.count == asked)
  }

  /// Case 70: the cancel button is not counted as a failed finger.
  func cancelled() throws {
    let pinentry = try PlayedPinentry(
      "CONFIRM() { while [ ! -e \"$HOME/go\" ]; do sleep 0.05; done; echo 'ERR 83886179 no'; }")
    let reader = try start(pinentry)
    #expect(isCounted(1))
    try pinentry.home.write("", to: "go")
    #expect(reader.end() == 0)
    #expect(EvidenceStore.answer(reader.output).status == -128)
    #expect(try store.failures() == 0)
  }

  /// Case 72: an item of the current fingers is gone after they are deleted, and does not come
  /// back.
  func currentSet() throws {
    let this = try FingerPromptTests("current")
    try this.readsByFinger()
    // No other change is seen between the read and the deletion.
    #expect(this.machine.finish(["fprintd-delete", NSUserName()]) == 0)
    let pinentry = try PlayedPinentry(Self.standing)
    #expect(try this.store.read(pinentry).status == -25300)
    try this.machine.enrol("f1")
    #expect(try this.store.read(pinentry).status == -25300)
    // The item is gone for calls that may not prompt, and for calls without a display. Here the
    // helper is asked for the reader.
    let ways = [("fail", this.store.at(pinentry)), ("ask", ["DISPLAY": ""])]
    for (way, variables) in ways {
      // The first look at the reader may take too long and give no answer. A later one gives it.
      let isGone = try (0..<5).contains { _ in
        EvidenceStore.answer(try this.store.finish([way], environment: variables)).status == -25300
      }
      #expect(isGone, "\(way)")
    }
    #expect(pinentry.log.isEmpty)
  }

  /// Case 72: a finger is deleted and enrolled anew, and the item is not read in between.
  func sameFinger() throws {
    let this = try FingerPromptTests("current")
    try this.readsByFinger()
    let follower = try FollowingWorker(this.store.home.file("store"), on: this.machine.bus)
    #expect(this.machine.finish(["fprintd-delete", NSUserName()]) == 0)
    try this.machine.enrol("f1")
    #expect(follower.says("a finger was enrolled"))
    let pinentry = try PlayedPinentry(Self.standing)
    #expect(try this.store.read(pinentry).status == -25300)
    #expect(pinentry.log.isEmpty)
  }

  @Test("an item of any finger is there with the next one")
  func anyFinger() throws {
    try readsByFinger()
    #expect(machine.finish(["fprintd-delete", NSUserName()]) == 0)
    #expect(try store.read(PlayedPinentry(Self.standing)).status == -25293)
    try machine.enrol("f2")
    try readsByFinger("f2")
  }

  private func readsByFinger(_ finger: String = "f1") throws {
    let pinentry = try PlayedPinentry(Self.standing)
    let reader = try start(pinentry)
    #expect(isCounted(1))
    machine.reader("SCAN \(finger)")
    #expect(reader.end() == 0)
    #expect(EvidenceStore.answer(reader.output).status == 0)
    #expect(!pinentry.isRunning)
  }
}
