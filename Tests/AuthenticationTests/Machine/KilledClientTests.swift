// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestPatience
import Testing

/// Tests that a client leaves no pinentry and no claimed reader, wherever it is killed
/// (Specification/access-control.md, "Deadlines and cancellation", "Conformance cases" case 76).
@Suite("Killed clients", .serialized)
struct KilledClientTests {
  private static let hang = "() { : > \"$HOME/here\"; exec sleep 600; }"

  @Test(
    "before the greeting, at each command, at the question",
    arguments: ["GREETING", "SETTIMEOUT", "SETPROMPT", "GETPIN"])
  func pinentry(_ step: String) throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry(step + Self.hang)
    let reader = try store.start(["read"], environment: store.at(pinentry))
    #expect(pinentry.isHere)
    kill(reader.process, SIGKILL)
    #expect(Patience.wait(within: Patience.soon) { !pinentry.isRunning })
  }

  @Test("between a wrong passcode and the next question")
  func tried() throws {
    let store = try EvidenceStore("presence")
    let pinentry = try PlayedPinentry(
      "SETERROR\(Self.hang)\nGETPIN() { echo 'D wrong'; echo OK; }")
    let reader = try store.start(["read"], environment: store.at(pinentry))
    #expect(pinentry.isHere)
    kill(reader.process, SIGKILL)
    #expect(Patience.wait(within: Patience.soon) { !pinentry.isRunning })
    // The next client can prompt, and the store is whole.
    let next = try PlayedPinentry("GETPIN() { echo 'D \(EvidenceStore.passcode)'; echo OK; }")
    #expect(try store.read(next).secret == "secret")
  }

  @Test("at the reader: before a finger, and between two")
  func finger() throws {
    let machine = try FingerprintMachine()
    let store = try EvidenceStore(
      "biometry", environment: ["LATCHKEY_PROMPT_HELPER": try machine.bus.helper()])
    for others in 0...1 {
      let before = try #require(try store.failures())
      let pinentry = try PlayedPinentry("CONFIRM\(Self.hang)")
      let reader = try store.start(["read"], environment: store.at(pinentry))
      for attempt in 1...(others + 1) {
        #expect(Patience.wait { (try? store.failures()) == before + attempt })
        if attempt <= others { machine.reader("SCAN other") }
      }
      #expect(pinentry.isHere)
      kill(reader.process, SIGKILL)
      #expect(Patience.wait(within: Patience.soon) { !pinentry.isRunning })
      #expect(machine.isFreeSoon)
    }
  }
}
