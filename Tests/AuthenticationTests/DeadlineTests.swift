// SPDX-License-Identifier: Apache-2.0
import Authentication
import Testing

@Suite("Deadline")
struct DeadlineTests {
  @Test("is past when its time is over, and not before")
  func past() {
    #expect(Deadline(milliseconds: 0).isPast)
    let later = Deadline(milliseconds: 60_000)
    #expect(!later.isPast)
    #expect((59_000...60_000).contains(later.millisecondsLeft))
  }
}
