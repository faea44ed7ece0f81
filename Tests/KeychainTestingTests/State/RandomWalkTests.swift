// SPDX-License-Identifier: Apache-2.0
import KeychainTesting
import Testing

/// Tests of ten thousand random events.
@Suite("Random walk of a device")
struct RandomWalkTests {
  @Test(
    "invariants hold after every event, and the lines replay to the same state",
    arguments: [1, 2, 3])
  func walk(seed: UInt64) throws {
    var events = RandomEvents(seed: seed)
    var state = DeviceState(seed: seed)
    var lines: [String] = []
    var (happened, refused) = (0, 0)
    for _ in 0..<10_000 {
      let event = events.next()
      do {
        // A debug build stops at a broken invariant. The check is for other builds.
        let next = try state.applying(event).0
        #expect(next.brokenInvariants.isEmpty)
        state = next
        lines.append(event.text)
        happened += 1
      } catch {
        refused += 1
      }
    }
    #expect(happened > 3000 && refused > 1000, "\(happened) happened, \(refused) were refused")
    var replayed = DeviceState(seed: seed)
    for line in lines {
      let event = try #require(DeviceEvent(text: line), "\(line)")
      replayed = try replayed.applying(event).0
    }
    #expect(replayed == state)
    #expect("\(replayed)" == "\(state)")
  }

  @Test(
    "lines that are none",
    arguments: [
      "", " ", "unlockk", "unlock now", "lock x", "setPasscode", "setPasscode a b",
      "setPasscode \"a",
      "setPasscode a ", "advance 1s", "install main", "install main 1 groups",
      "companion watch maybe",
      "setPasscode \"a\"b", "setPasscode \"\\q\"", "setPasscode \"\\u{110000}\"",
    ])
  func malformed(line: String) { #expect(DeviceEvent(text: line) == nil) }

  @Test(
    "words keep every character",
    arguments: [
      "a", "", " ", "\"", "\\", "\\u{41}", "ü", "\n", "👩‍👩‍👧", "a b", "\u{0}",
    ])
  func words(text: String) {
    let event = DeviceEvent.changePasscode(old: text, new: text + "x")
    #expect(DeviceEvent(text: event.text) == event)
  }
}
